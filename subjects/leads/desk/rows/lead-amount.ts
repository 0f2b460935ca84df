import { formatEuros } from "#app/ui/format.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { isMonthly, priceOf } from "#subjects/offers/rules/schedule.ts";
import { purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";

/**
 * What the lead asked for costs, excluding tax: « 487 € HT par mois », or « 487 €/mois » in a cell; null where it asked
 * for nothing that has a price.
 */
export function amountOf(lead: LeadRow, say = adminLeads.amount): string | null {
  const purchase = purchaseOfLead(lead);
  if (purchase === undefined) return null;
  const price = priceOf(purchase);
  return price === undefined ? null : say(formatEuros(price), isMonthly(purchase));
}
