import { asObject } from "#kit/as-object.ts";
import { readUrl } from "#kit/read-url.ts";

/** What tells where a visit came from: the campaign in the address of the page, the host of the page before. */
export const campaignParameters = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
const facts = [...campaignParameters, "referrer", "at"] as const;
type Fact = (typeof facts)[number];

/** One visit. `at` is ISO 8601; everything is text that anybody may have written. */
export type Touch = Partial<Record<Fact, string>>;

/** The first visit that is known of, and the one the form was sent from. */
export type Attribution = { first?: Touch; last?: Touch };

/** Longest value kept, in characters. */
const maxLength = 200;

const onlyPlainSigns = /^[\x20-\x7e]*$/;

/** Identity providers: the way back from a sign-in is no visit from another site. */
const signInHosts = ["accounts.google.com"];

type Visit = { address: URL; referrer: string; now: Date };

/** @returns undefined when the address names no campaign and the page before is of this site, or unknown */
export function touchOf({ address, referrer, now }: Visit): Touch | undefined {
  const campaign = campaignParameters.map((name) => [name, address.searchParams.get(name)]);
  const host = readUrl(referrer)?.host ?? "";
  const isOutside = host !== address.host && !signInHosts.includes(host);
  return readTouch({ ...Object.fromEntries(campaign), referrer: isOutside ? host : "", at: now.toISOString() });
}

/**
 * The first visit stays. A campaign makes another one the last; a mere link from elsewhere
 * does only when nothing was.
 */
export function addTouch({ first, last }: Attribution, touch: Touch | undefined): Attribution {
  const newer = touch && (last === undefined || hasCampaign(touch)) ? touch : last;
  return { ...stated("first", first ?? newer), ...stated("last", newer) };
}

/** Of what a browser stored or sent: known names, short texts on one line. The rest is left out, and is no error. */
export function readAttribution(value: unknown): Attribution {
  const { first, last } = asObject(value);
  return { ...stated("first", readTouch(first)), ...stated("last", readTouch(last)) };
}

function readTouch(value: unknown): Touch | undefined {
  if (value === undefined || value === null) return undefined;
  const said = asObject(value);
  const touch: Touch = {};
  for (const fact of facts) {
    const text = said[fact];
    const line = typeof text === "string" ? onOneLine(text) : "";
    if (line !== "") touch[fact] = line;
  }
  return facts.some((fact) => fact !== "at" && touch[fact] !== undefined) ? touch : undefined;
}

/** Without what no database stores, and no longer than it is worth. */
function onOneLine(text: string): string {
  // Nearly all are; an export reads millions.
  if (text.length <= maxLength && onlyPlainSigns.test(text)) return text.trim();
  const line = text.replaceAll(/\p{Surrogate}/gu, "").replaceAll(/\p{Cc}+/gu, " ");
  return Array.from(line).slice(0, maxLength).join("").trim();
}

function hasCampaign(touch: Touch): boolean {
  return campaignParameters.some((name) => touch[name] !== undefined);
}

function stated(name: keyof Attribution, touch: Touch | undefined): Attribution {
  return touch ? { [name]: touch } : {};
}
