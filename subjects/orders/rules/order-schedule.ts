import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { purchasesOf } from "#subjects/offers/rules/registry.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";

import { type ChangedDebits, changesOf, isStillOrdered, type KeptSchedule } from "./kept-schedule.ts";
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

type Terms = {
  today: CivilDate;
  promotion: DayWindow | undefined;
  paidOn: CivilDate | null;
  kept: KeptSchedule | null;
};

/**
 * What a lead pays when: as it was agreed with its payment. Where nothing was kept, or the team changed the volume
 * since, it is worked out from the day of the payment; of what is not paid, as if it were paid today.
 */
export function orderSchedule(
  lead: LeadRow,
  { today, promotion, paidOn, kept }: Terms,
): (PaymentSchedule & ChangedDebits) | undefined {
  const purchases = orderedBy(lead);
  if (kept && isStillOrdered(kept, purchases)) return kept;
  const [purchase] = purchases;
  const schedule = purchase && scheduleOf(purchase, { day: paidOn ?? today, promotion });
  return schedule && { ...schedule, ...(kept && changesOf(kept)) };
}
