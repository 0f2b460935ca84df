import { isArticlePlace } from "#domain/site/site-config.ts";
import { isUploadedPicture } from "#domain/site/site-picture.ts";

/** Values by their place: « offers.promotion.from », « claims.testimonials ». Null takes what may be left out away. */
export type SiteChanges = Record<string, unknown>;

/** What differs between two documents: lists as a whole, everything else value by value. */
export type DocumentChange = { path: string; before: unknown; after: unknown };

/** The document with these values, still to be read: nothing says yet that they may stand there. */
export function withChanges(document: unknown, changes: SiteChanges): unknown {
  return Object.entries(changes).reduce((changed, [path, value]) => setAt(changed, path.split("."), value), document);
}

function setAt(whole: unknown, [key = "", ...rest]: string[], value: unknown): unknown {
  const parts = new Map(isPlainObject(whole) ? Object.entries(whole) : []);
  const changed = rest.length === 0 ? value : setAt(parts.get(key) ?? {}, rest, value);
  if (changed === null) parts.delete(key);
  else parts.set(key, changed);
  return Object.fromEntries(parts);
}

export function valueAt(whole: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (part, key) =>
        typeof part === "object" && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined,
      whole,
    );
}

export function changesBetween(before: unknown, after: unknown, path = ""): DocumentChange[] {
  if (hasParts(before) || hasParts(after)) {
    const [one, other] = [before, after].map((each) => (hasParts(each) ? each : {}));
    const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
    return keys.flatMap((key) => changesBetween(one?.[key], other?.[key], path === "" ? key : `${path}.${key}`));
  }
  return JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)) ? [] : [{ path, before, after }];
}

/** The database keeps the keys of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [key, sorted(part)]);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hasParts(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !isUploadedPicture(value) && !isArticlePlace(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where money goes and who says so: changed only by who has just proved themselves, and told to every manager. */
export function isSensitive({ path, before, after }: DocumentChange): boolean {
  if (path.startsWith("offers.conferences")) return paidAt(before) !== paidAt(after);
  return /^(paymentLinks|legal|customerPortal)(\.|$)/.test(path);
}

/** Where the places of editions are paid. */
function paidAt(editions: unknown): string {
  const links = Array.isArray(editions)
    ? editions.map((each) => [valueAt(each, "heldOn"), valueAt(each, "paymentLink")])
    : [];
  return JSON.stringify(links.filter(([, link]) => link !== undefined));
}

/** The hosts that a value names, each once. */
export function hostsIn(value: unknown): string[] {
  const found = (JSON.stringify(value) ?? "").matchAll(/https?:\/\/([^/"?#\\]+)/g);
  return [...new Set([...found].map(([, host = ""]) => host))];
}
