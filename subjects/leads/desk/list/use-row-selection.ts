import { type QueryClient, useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { isSelected } from "#subjects/leads/desk/bulk/lead-selection.ts";
import type { LeadSelecting } from "#subjects/leads/desk/bulk/use-lead-selection.ts";
import type { Trail } from "#subjects/leads/desk/rows/lead-trail.ts";
import type { SeenLead } from "#subjects/leads/calls/bulk.ts";
import { type LeadPage, pageSize } from "#subjects/leads/calls/leads.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

type List = { filters: LeadFilters; trail: Trail };

/** Chooses rows by their place. A range takes the leads that were read, and begins again where memory forgot some. */
export function useRowSelection({ selection, toggle, extendTo }: LeadSelecting, list: List) {
  const queryClient = useQueryClient();

  return {
    /** @param isRange from the last choice to here */
    select(index: number, isRange: boolean): void {
      const { leads, at } = leadsAround(queryClient, list, index);
      const lead = at(index);
      if (!lead) return;
      if (isRange) extendTo(leads, lead.leadId);
      else toggle(lead);
    },
    extend(from: number, to: number): void {
      const { leads, at } = leadsAround(queryClient, list, to);
      const [begun, lead] = [at(from), at(to)];
      if (!begun || !lead) return;
      if (!isSelected(selection, begun.leadId)) toggle(begun);
      extendTo(leads, lead.leadId);
    },
  };
}

/** Page after page, up and down, as far as memory holds them. */
function leadsAround(queryClient: QueryClient, { filters, trail }: List, index: number) {
  const pageAt = (page: number) => {
    const start = trail.starts[page];
    return start && queryClient.getQueryData<LeadPage>(leadKeys.page(filters, start.place));
  };
  let first = Math.floor(index / pageSize);
  while (pageAt(first - 1)) first -= 1;
  const rows: LeadRow[] = [];
  for (let page = first, read = pageAt(page); read; page += 1, read = pageAt(page)) rows.push(...read.rows);
  return {
    leads: rows.flatMap(seen),
    at: (place: number) => rows.slice(place - first * pageSize, place - first * pageSize + 1).flatMap(seen)[0],
  };
}

function seen({ leadId, updatedAt }: LeadRow): SeenLead[] {
  return leadId === null ? [] : [{ leadId, updatedAt }];
}
