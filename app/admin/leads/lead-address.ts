import { useSearchParams } from "react-router";

import { type LeadFilters, readLeadFilters, writeLeadFilters } from "#domain/leads/lead-filters.ts";

export const fileParam = "fiche";

/**
 * The router hands a change of address to React as a transition. Until that is drawn, the next change would start from
 * the address before: a row clicked while a search starts would undo the search.
 */
const drawnAtOnce = { flushSync: true };

/** Filters and the open file live in the address: it can be kept, shared and gone back to. */
export function useLeadAddress() {
  const [params, setParams] = useSearchParams();
  const openFile = params.get(fileParam) ?? undefined;

  const setFilters = (filters: LeadFilters, { isTyping = false } = {}) =>
    setParams((current) => withFile(writeLeadFilters(filters), current.get(fileParam)), {
      replace: isTyping,
      ...drawnAtOnce,
    });

  /** One step back closes the file, however many were looked at. */
  const setOpenFile = (file: string | undefined) =>
    setParams((current) => withFile(writeLeadFilters(readLeadFilters(current)), file ?? null), {
      replace: openFile !== undefined,
      ...drawnAtOnce,
    });

  return {
    filters: readLeadFilters(params),
    /** The id of a lead, or what {@link fileOfRow} gives for a row without one. */
    openFile,
    setFilters,
    setOpenFile,
  };
}

function withFile(params: URLSearchParams, file: string | null): URLSearchParams {
  if (file !== null) params.set(fileParam, file);
  return params;
}

/** A row that names no lead is known by its place in the list. */
export function fileOfRow(leadId: string | null, index: number): string {
  return leadId ?? `ligne-${index}`;
}

/** @returns undefined for the id of a lead */
export function rowOfFile(file: string): number | undefined {
  const place = /^ligne-(\d+)$/.exec(file)?.[1];
  return place === undefined ? undefined : Number(place);
}
