import type { SeenLead } from "#subjects/leads/calls/bulk.ts";
import { mostSelectedLeads } from "#subjects/leads/rules/selection.ts";

type Leads = ReadonlyMap<string, SeenLead>;

/**
 * The leads that are chosen, by their ids: whatever moves, comes or goes in the list, they stay chosen.
 *
 * `range` begins at `anchor` and follows where it is drawn; `kept` is what was chosen before it.
 */
export type Selection = { kept: Leads; range: Leads; anchor: string | undefined };

export const nothingSelected: Selection = { kept: new Map(), range: new Map(), anchor: undefined };

export function isSelected({ kept, range }: Selection, leadId: string): boolean {
  return kept.has(leadId) || range.has(leadId);
}

/** In the order in which they were chosen. */
export function selectedLeads({ kept, range }: Selection): SeenLead[] {
  return [...new Map([...kept, ...range]).values()];
}

export function countSelected(selection: Selection): number {
  return selectedLeads(selection).length;
}

/** The next range begins here. */
export function toggleLead(selection: Selection, lead: SeenLead): Selection {
  const leads = selectedLeads(selection).filter(({ leadId }) => leadId !== lead.leadId);
  const chosen = isSelected(selection, lead.leadId) ? leads : [...leads, lead];
  return { kept: byId(chosen), range: new Map(), anchor: lead.leadId };
}

/**
 * From where the last choice was made to this lead, both included; drawn again, it replaces the range before.
 *
 * @param list the leads between the two, and any others, in the order of the list
 */
export function extendTo(selection: Selection, list: readonly SeenLead[], leadId: string): Selection {
  const to = list.findIndex((lead) => lead.leadId === leadId);
  if (to < 0) return selection;
  const anchored = list.findIndex((lead) => lead.leadId === selection.anchor);
  const from = anchored < 0 ? to : anchored;
  const range = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  return {
    // Where it began is no longer in the list: another begins.
    kept: anchored < 0 ? byId(selectedLeads(selection)) : selection.kept,
    range: byId(range),
    anchor: anchored < 0 ? leadId : selection.anchor,
  };
}

export function selectAll(leads: readonly SeenLead[]): Selection {
  return { ...nothingSelected, kept: byId(leads) };
}

/** Those that are gone, or are not wanted any more. */
export function without(selection: Selection, leadIds: ReadonlySet<string>): Selection {
  const leads = selectedLeads(selection).filter(({ leadId }) => !leadIds.has(leadId));
  return { ...selectAll(leads), anchor: selection.anchor };
}

function byId(leads: readonly SeenLead[]): Leads {
  return new Map(leads.slice(0, mostSelectedLeads).map((lead) => [lead.leadId, lead]));
}
