import { addDays, type CivilDate } from "#kit/civil-date.ts";

import type { LeadFilters } from "./lead-filters.ts";
import { newestFirst } from "./lead-sort.ts";

/** SQL: `lead_ledger`, which counts the same days. */
const daysBefore = 30;
const daysToCall = 2;

/**
 * The leads behind the numbers of the ledger that the list can tell: as many as each number says.
 *
 * @param today in Paris
 */
export function ledgerLists(today: CivilDate): Record<"leads" | "paid" | "notCalled", LeadFilters> {
  const from = addDays(today, -daysBefore);
  return {
    leads: { from, sort: newestFirst },
    paid: { from, isPaid: true, sort: newestFirst },
    notCalled: {
      from,
      to: addDays(today, -daysToCall - 1),
      status: ["to_contact"],
      sort: { column: "created_at", direction: "asc" },
    },
  };
}
