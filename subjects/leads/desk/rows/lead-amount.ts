import { formatEuros } from "#app/ui/format.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { Prices } from "#domain/site/prices.ts";
import { isMonthly } from "#subjects/offers/rules/schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { nextDebit, readKeptSchedule } from "#subjects/orders/rules/kept-schedule.ts";
import { priceOfLead, purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";

const shortDay = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", day: "numeric", month: "short" });

/**
 * What the lead asked for costs, excluding tax, as it was agreed with its payment: « 487 € HT par mois », or
 * « 487 €/mois » in a cell; null where it asked for nothing that has a price.
 */
export function amountOf(lead: LeadRow, prices: Prices, say = adminLeads.amount): string | null {
  const purchase = purchaseOfLead(lead);
  if (purchase === undefined) return null;
  const price = priceOfLead(lead, prices);
  return price === undefined ? null : say(formatEuros(price), isMonthly(purchase));
}

/** What is charged next of what was paid online: « débit le 30 nov. », and how much; null where nothing is any more. */
export function nextDebitOf({ isPaid, agreed }: LeadRow, today: CivilDate): { day: string; amount: string } | null {
  const kept = isPaid ? readKeptSchedule(agreed) : undefined;
  const next = kept && nextDebit(kept, today);
  if (next === undefined) return null;
  const { nextDebit: sayDay, nextDebitAmount: sayAmount } = adminLeads;
  return {
    day: sayDay(shortDay.format(new Date(next.date))),
    amount: sayAmount(formatEuros(next.amount.includingTax)),
  };
}
