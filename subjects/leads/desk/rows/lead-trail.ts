import { hashKey } from "@tanstack/react-query";

import { type LeadPage, type PagePlace, pageSize } from "#subjects/leads/calls/leads.ts";

/** `before`: where the page began until the one above it changed; its rows are shown until it is read again. */
type PageStart = { place: PagePlace | null; before?: PagePlace | null | undefined };

/** Where the pages of a list begin, as far as they were read: each says where the next one does. */
export type Trail = {
  starts: readonly PageStart[];
  /** How many rows there are; undefined while the end was not reached. */
  rowCount: number | undefined;
};

export const trailStart: Trail = { starts: [{ place: null }], rowCount: undefined };

/** The trail once this page was read; the same trail when it says nothing new. */
export function followPage(trail: Trail, index: number, { rows, next }: LeadPage): Trail {
  const { starts, rowCount } = trail;
  if (next === null) {
    const end = index * pageSize + rows.length;
    return rowCount === end ? trail : { starts: starts.slice(0, index + 1), rowCount: end };
  }
  const known = starts[index + 1];
  if (known && hashKey([known.place]) === hashKey([next])) return trail;
  const start = { place: next, before: known?.place };
  return { starts: [...starts.slice(0, index + 1), start, ...starts.slice(index + 2)], rowCount: known && rowCount };
}

/** Rows on their way, under those that are known. */
const skeletonRows = 12;

/** How many rows there are to draw: those that are known, and some under them while the end was not reached. */
export function rowsToDraw({ starts, rowCount }: Trail): number {
  return rowCount ?? (starts.length - 1) * pageSize + skeletonRows;
}

/** The trail as far as pages are at hand. */
export function trailThrough(pageAt: (place: PagePlace | null) => LeadPage | undefined): Trail {
  let trail = trailStart;
  for (let index = 0; index < trail.starts.length; index += 1) {
    const page = pageAt(trail.starts[index]?.place ?? null);
    if (page) trail = followPage(trail, index, page);
  }
  return trail;
}
