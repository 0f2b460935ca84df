import type { PaymentSchedule } from "#domain/contracts/payment-schedule.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";

import { isStillOrdered, type KeptSchedule } from "./kept-schedule.ts";
import type { LeadRow } from "./lead-row.ts";
import { type Asked, offers, traineesAsked } from "./offers.ts";

/** What a lead ordered, as its payment is compared with it. SQL: `private.order_of`. */
function askedBy(lead: LeadRow): Asked {
  switch (lead.origin) {
    case "secretariat":
      return lead.callsPerDay;
    case "suiviclient":
      return lead.audience === "formation" && lead.activeClientsPerMonth !== null
        ? traineesAsked(lead.activeClientsPerMonth)
        : lead.activeClientsPerMonth;
    case "marketing":
      return lead.contactsPerMonth ?? lead.prospectsPerMonth;
    case "closing":
      return lead.prospectsCount;
    case "conferences":
      return lead.isWaitingList ? "waitlist" : null;
    default:
      return null;
  }
}

function purchasesOf(lead: LeadRow): Purchase[] {
  const isAnswered = lead.origin !== null && offers[lead.origin].completedBy.length > 0;
  const asked = askedBy(lead);
  return lead.origin === null || (isAnswered && asked === null) ? [] : offers[lead.origin].purchases(asked);
}

/** The usual purchase where an answer leaves a choice; undefined while nothing that has a price was ordered. */
export function purchaseOf(lead: LeadRow): Purchase | undefined {
  return purchasesOf(lead)[0];
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
export function orderSchedule(lead: LeadRow, { today, promotion, paidOn, kept }: Terms): PaymentSchedule | undefined {
  const purchases = purchasesOf(lead);
  if (kept && isStillOrdered(kept, purchases)) return kept;
  const [purchase] = purchases;
  return purchase && scheduleOf(purchase, { day: paidOn ?? today, promotion });
}
