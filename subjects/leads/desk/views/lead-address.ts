import { useSearchParams } from "react-router";

import { fileParam } from "#app/admin/data/file-address.ts";
import { readUuid } from "#kit/uuid.ts";
import { type LeadFilters, noFilters, readLeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";

import { useLeadViews } from "./view-queries.ts";

const viewParam = "vue";

/**
 * The router hands a change of address to React as a transition. Until that is drawn, the next change would start from
 * the address before: a row clicked while a search starts would undo the search.
 */
const drawnAtOnce = { flushSync: true };

/** Filters, the view they come from and the open file live in the address: it can be kept, shared and gone back to. */
export function useLeadAddress() {
  const [params, setParams] = useSearchParams();
  const openFile = params.get(fileParam) ?? undefined;
  const typed = readLeadFilters(params);
  const { isAwaited, view } = useNamedView(params);
  // A view alone stands for its filters; what stands beside it was chosen since.
  const filters = view && isPlain(typed) ? view.filters : typed;

  const go = (next: (current: URLSearchParams) => URLSearchParams, replace = false) =>
    setParams(next, { replace, ...drawnAtOnce });

  return {
    filters,
    view,
    /** The filters of the view in the address are not loaded yet. */
    isAwaited: isAwaited && isPlain(typed),
    /** The id of a lead, or what `fileOfRow` gives for a row without one. */
    openFile,
    setFilters: (chosen: LeadFilters, { isTyping = false } = {}) =>
      go((current) => writeAddress(chosen, { current, ...(isPlain(chosen) && { view: null }) }), isTyping),
    /** @param view its id; null for the list as it is without one */
    setView: (id: string | null) => go((current) => writeAddress(noFilters, { current, view: id })),
    /** What is shown has a name from now on. */
    nameView: (id: string) => go((current) => writeAddress(filters, { current, view: id }), true),
    /** One step back closes the file, however many were looked at. */
    setOpenFile: (file: string | undefined) =>
      go((current) => writeAddress(readLeadFilters(current), { current, file: file ?? null }), openFile !== undefined),
  };
}

function useNamedView(params: URLSearchParams) {
  const { data: views, isPending } = useLeadViews();
  const id = readUuid(params.get(viewParam) ?? "");
  return { isAwaited: id !== undefined && isPending, view: views?.find((view) => view.id === id) };
}

const isPlain = (filters: LeadFilters) => writeLeadFilters(filters).size === 0;

type Beside = { current: URLSearchParams; view?: string | null; file?: string | null };

/** @param beside what stands beside the filters: as it is in the current address, unless named */
function writeAddress(filters: LeadFilters, { current, view, file }: Beside): URLSearchParams {
  const params = writeLeadFilters(filters);
  const beside = { [viewParam]: view, [fileParam]: file };
  for (const [name, named] of Object.entries(beside)) {
    const value = named === undefined ? current.get(name) : named;
    if (value !== null) params.set(name, value);
  }
  return params;
}
