import { formatCount, formatDay, formatEuros } from "#app/ui/format.ts";
import { isArticlePlace } from "#domain/site/site-config.ts";
import { isUploadedPicture } from "#domain/site/site-picture.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import { formAt } from "#subjects/site-settings/rules/document-form.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { sayPlace } from "#subjects/site-settings/words/site-fields.ts";
import { siteChoices } from "#subjects/site-settings/words/site-sections.ts";

const copy = adminSite.changes;
/** Of the names that an entry of a list may go by. */
const namesOfEntries = ["name", "sells", "of", "question", "heldOn", "title", "text", "url"];

const placeOf = (path: string) => path.replaceAll(/\.\d+(?=\.|$)/g, "");

/** « Témoignages, Ville (n° 2) » */
export function sayPath(path: string): string {
  const [, index] = /\.(\d+)\./.exec(path) ?? [];
  return index === undefined ? sayPlace(path) : `${sayPlace(path)} (${copy.number(Number(index) + 1)})`;
}

/** A value of the document in words: a day, a sum, a choice, a list by the names of its entries. */
export function sayValue(path: string, value: unknown): string {
  const place = placeOf(path);
  if (value === undefined || value === null || value === "") return copy.nothing;
  if (Array.isArray(value)) return value.map((each) => sayEntry(place, each)).join(", ") || copy.nothing;
  if (isUploadedPicture(value)) return copy.picture(value.alt);
  if (isArticlePlace(value)) return `/blog/${value.slug}`;
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, each]) => sayValue(`${place}.${name}`, each))
      .join(", ");
  }
  if (typeof value === "boolean") return value ? copy.yes : copy.no;
  if (typeof value !== "number" && typeof value !== "string") return copy.nothing;
  const part = formAt(place);
  const kind = part?.kind === "field" ? part.facts.kind : undefined;
  if (typeof value === "number") return kind === "euros" ? formatEuros(value) : formatCount(value);
  if (kind === "day" && readCivilDate(value) !== undefined) return formatDay(value);
  return siteChoices[place]?.[value] ?? value;
}

function sayEntry(place: string, entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return sayValue(place, entry);
  const name = namesOfEntries.find((each) => Object.hasOwn(entry, each));
  return name === undefined ? sayValue(place, entry) : sayValue(`${place}.${name}`, Reflect.get(entry, name));
}
