import type { PaymentSchedule } from "#domain/contracts/payment-schedule.ts";
import type { CivilDate, DayWindow } from "#domain/kernel/civil-date.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";

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

/** The usual purchase where an answer leaves a choice; undefined while nothing that has a price was ordered. */
export function purchaseOf(lead: LeadRow): Purchase | undefined {
  const isAnswered = lead.origin !== null && offers[lead.origin].completedBy.length > 0;
  const asked = askedBy(lead);
  if (lead.origin === null || (isAnswered && asked === null)) return undefined;
  return offers[lead.origin].purchases(asked)[0];
}

type Terms = { today: CivilDate; promotion: DayWindow; paidOn: CivilDate | null };

/** What a lead pays when: from the day its payment was received, else as if it were paid today. */
export function orderSchedule(lead: LeadRow, { today, promotion, paidOn }: Terms): PaymentSchedule | undefined {
  const purchase = purchaseOf(lead);
  return purchase && scheduleOf(purchase, { day: paidOn ?? today, promotion });
}
