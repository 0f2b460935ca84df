import type { Touch } from "./attribution.ts";

/**
 * Where a visit came from, as its counters know it: a short list, and nothing that could tell two visitors apart.
 * `direct` also stands for a visit that went on from another page of the site, since nothing remembers it.
 */
export const visitSources = ["direct", "recherche", "reseaux", "courriel", "publicite", "autre"] as const;
export type VisitSource = (typeof visitSources)[number];

const hosts: [VisitSource, RegExp][] = [
  ["recherche", /(^|\.)(google|bing|qwant|ecosia|duckduckgo|yahoo|startpage|brave|lilo)\.[a-z.]{2,6}$/],
  ["reseaux", /(^|\.)(linkedin\.com|lnkd\.in|facebook\.com|instagram\.com|tiktok\.com|youtube\.com|x\.com|t\.co)$/],
  ["courriel", /(^|\.)(mail\.google\.com|outlook\.(com|live\.com|office\.com)|mail\.[a-z-]+\.[a-z]{2,4})$/],
];

const mediums: [VisitSource, RegExp][] = [
  ["publicite", /^(cpc|ppc|paid.*|display|ads?|banner|sea)$/],
  ["courriel", /^(e-?mail|courriel|newsletter|lettre)$/],
  ["reseaux", /^(social.*|reseaux.*)$/],
  ["recherche", /^(organic|seo)$/],
];

/** What a campaign says of itself counts before the page that the visit came from. */
export function sourceOf(touch: Touch | undefined): VisitSource {
  if (!touch) return "direct";
  const { utm_medium: medium, utm_source: campaign, referrer } = touch;
  if (medium !== undefined) return known(mediums, medium);
  if (referrer !== undefined) return known([...hosts].reverse(), referrer);
  return campaign === undefined ? "direct" : "autre";
}

/** Of what a browser sent. */
export function readVisitSource(value: string | undefined): VisitSource {
  if (value === undefined) return "direct";
  return visitSources.find((source) => source === value) ?? "autre";
}

function known(list: [VisitSource, RegExp][], text: string): VisitSource {
  return list.find(([, pattern]) => pattern.test(text.toLowerCase()))?.[0] ?? "autre";
}
