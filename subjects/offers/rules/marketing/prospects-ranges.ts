import { marketingVolumes } from "./contact-volumes.ts";

/** Prospects to contact each month. */
export const prospectsRanges = ["0-500", "500-1000", "1000-5000", "5000-20000", "20000+"] as const;
export type ProspectsRange = (typeof prospectsRanges)[number];

/** The range that starts at a number of contacts, or contains it. Source: resolutions, section 3. */
export function prospectsRangeOf(contactsPerMonth: number): ProspectsRange {
  return prospectsRanges.findLast((range) => Number.parseInt(range, 10) <= contactsPerMonth) ?? prospectsRanges[0];
}

/**
 * The volumes that a range may order, the usual one first: the lowest at or above its start, then the others up to the
 * one that holds all of it. None when it is no range.
 *
 * Source: resolutions, later decisions.
 */
export function volumesOfRange(answer: unknown): number[] {
  const range = prospectsRanges.find((each) => each === answer);
  if (range === undefined) return [];
  const [start = 0, end = Number.POSITIVE_INFINITY] = range.split("-").map((bound) => Number.parseInt(bound, 10));
  const largest = marketingVolumes.find((volume) => volume >= end) ?? Math.max(...marketingVolumes);
  return marketingVolumes.filter((volume) => volume >= start && volume <= largest);
}
