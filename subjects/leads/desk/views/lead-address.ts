import { useSearchParams } from "react-router";

import { fileParam } from "#app/admin/data/file-address.ts";
import { readUuid } from "#kit/uuid.ts";
import { type LeadFilters, noFilters, readLeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";

import { type ListLook, readListLook, writeListLook } from "#subjects/leads/rules/list-look.ts";

import { useLeadViews } from "./view-queries.ts";

const viewParam = "vue";

/**
 * The router hands a change of address to React as a transition. Until that is drawn, the next change would start from
 * the address before: a row clicked while a search starts would undo the search.
 */
const drawnAtOnce = { flushSync: true };

/**
 * Filters, how the list looks, the view they come from and the open file live in the address: it can be kept, shared
 * and gone back to.
 */
export function useLeadAddress() {
  const [params, setParams] = useSearchParams();
  const openFile = params.get(fileParam) ?? undefined;
  const typed: Listed = { filters: readLeadFilters(params), look: readListLook(params) };
  const { isAwaited, view } = useNamedView(params);
  // An address with a view alone means what the view keeps; filters beside it replace those of the view.
  const { filters, look } = view && isPlain(typed) ? view : typed;

  const go = (next: (current: URLSearchParams) => URLSearchParams, replace = false) =>
    setParams(next, { replace, ...drawnAtOnce });

  return {
    filters,
    look,
    view,
    /** The filters of the view in the address are not loaded yet. */
    isAwaited: isAwaited && isPlain(typed),
    /** The id of a lead, or what `fileOfRow` gives for a row without one. */
    openFile,
    setFilters: (chosen: LeadFilters, { isTyping = false } = {}) =>
      go((current) => writeChosen({ filters: chosen, look }, current), isTyping),
    setLook: (chosen: ListLook) => go((current) => writeChosen({ filters, look: chosen }, current), true),
    /** @param view its id; null for the list as it is without one */
    setView: (id: string | null) =>
      go((current) => writeAddress({ filters: noFilters, look: {} }, { current, view: id })),
    /** What is shown has a name from now on. */
    nameView: (id: string) => go((current) => writeAddress({ filters, look }, { current, view: id }), true),
    /** One step back closes the file, however many were looked at. */
    setOpenFile: (file: string | undefined) =>
      go(
        (current) =>
          writeAddress(
            { filters: readLeadFilters(current), look: readListLook(current) },
            { current, file: file ?? null },
          ),
        openFile !== undefined,
      ),
  };
}

function useNamedView(params: URLSearchParams) {
  const { data: views, isPending } = useLeadViews();
  const id = readUuid(params.get(viewParam) ?? "");
  return { isAwaited: id !== undefined && isPending, view: views?.find((view) => view.id === id) };
}

/** What an address or a view says of the list. */
type Listed = { filters: LeadFilters; look: ListLook };

const writeListed = ({ filters, look }: Listed) =>
  new URLSearchParams([...writeLeadFilters(filters), ...writeListLook(look)]);
const isPlain = (listed: Listed) => writeListed(listed).size === 0;

/** The view alone would stand for what it keeps. */
function writeChosen(chosen: Listed, current: URLSearchParams): URLSearchParams {
  return writeAddress(chosen, { current, ...(isPlain(chosen) && { view: null }) });
}

type Beside = { current: URLSearchParams; view?: string | null; file?: string | null };

/** View and file stay as they are in the current address unless given; null removes one. */
function writeAddress(listed: Listed, { current, view, file }: Beside): URLSearchParams {
  const params = writeListed(listed);
  const beside = { [viewParam]: view, [fileParam]: file };
  for (const [name, named] of Object.entries(beside)) {
    const value = named === undefined ? current.get(name) : named;
    if (value !== null) params.set(name, value);
  }
  return params;
}
