import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import type { DatedOffers } from "#subjects/offers/rules/ordered-fragment.ts";
import { purchasesOf } from "#subjects/offers/rules/registry.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { priceOf, scheduleOf } from "#subjects/offers/rules/schedule.ts";

import { type ChangedDebits, changesOf, isStillOrdered, type KeptSchedule, readKeptSchedule } from "./kept-schedule.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";

function orderedBy(lead: LeadRow): Purchase[] {
  if (lead.origin === null) return [];
  const { completedBy, volume, asked } = requestRules[lead.origin];
  const answer = asked(lead);
  // An offer at one price asks for no volume.
  const isUnanswered = completedBy.length > 0 && volume !== undefined && answer === null;
  return isUnanswered ? [] : purchasesOf(lead.origin, answer);
}

/** The usual purchase where an answer leaves a choice; undefined while nothing that has a price was ordered. */
export function purchaseOfLead(lead: LeadRow): Purchase | undefined {
  return orderedBy(lead)[0];
}

/** Excluding tax, as it was agreed with its payment, else at the prices of a day. Undefined: nothing that has one. */
export function priceOfLead(lead: LeadRow, prices: Prices): Cents | undefined {
  const purchases = orderedBy(lead);
  const kept = lead.isPaid ? readKeptSchedule(lead.agreed) : undefined;
  if (kept && isStillOrdered(kept, purchases)) return kept.lines.at(-1)?.amount.excludingTax;
  return purchases[0] && priceOf(purchases[0], prices);
}

type Terms = {
  today: CivilDate;
  offers: DatedOffers;
  paidOn: CivilDate | null;
  kept: KeptSchedule | null;
};

/**
 * What a lead pays when: as it was agreed with its payment. Where nothing was kept, or the team changed the volume
 * since, it is worked out from the day of the payment; of what is not paid, as if it were paid today.
 */
export function orderSchedule(
  lead: LeadRow,
  { today, offers, paidOn, kept }: Terms,
): (PaymentSchedule & ChangedDebits) | undefined {
  const purchases = orderedBy(lead);
  if (kept && isStillOrdered(kept, purchases)) return kept;
  const [purchase] = purchases;
  const day = paidOn ?? today;
  const terms = { day, promotion: offers.promotion, prices: pricesOn(offers, day) };
  const schedule = purchase && scheduleOf(purchase, terms);
  return schedule && { ...schedule, ...(kept && changesOf(kept)) };
}
