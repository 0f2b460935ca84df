import { useState } from "react";

import type { SeenLead } from "#subjects/leads/calls/bulk.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";

import { extendTo, nothingSelected, selectAll, toggleLead, without, type Selection } from "./lead-selection.ts";

export type LeadSelecting = {
  selection: Selection;
  toggle: (lead: SeenLead) => void;
  /** @param list the leads that are there, in the order of the list */
  extendTo: (list: readonly SeenLead[], leadId: string) => void;
  selectAll: (leads: readonly SeenLead[]) => void;
  drop: (leadIds: ReadonlySet<string>) => void;
  clear: () => void;
};

/** The leads chosen in the list. Another order keeps them; other filters, under which some are not shown, do not. */
export function useLeadSelection(filters: LeadFilters): LeadSelecting {
  const key = JSON.stringify({ ...filters, sort: undefined });
  const [chosen, setChosen] = useState({ key, selection: nothingSelected });
  const selection = chosen.key === key ? chosen.selection : nothingSelected;
  // Under the filters it was asked for: an answer that comes after others were chosen is not theirs.
  const change = (next: (selection: Selection) => Selection) =>
    setChosen((before) => ({ key, selection: next(before.key === key ? before.selection : nothingSelected) }));

  return {
    selection,
    toggle: (lead) => change((before) => toggleLead(before, lead)),
    extendTo: (list, leadId) => change((before) => extendTo(before, list, leadId)),
    selectAll: (leads) => change(() => selectAll(leads)),
    drop: (leadIds) => change((before) => without(before, leadIds)),
    clear: () => change(() => nothingSelected),
  };
}
