import type { DueLine, PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";
import { isFreeAtFirst, nextDue } from "#subjects/offers/rules/schedule.ts";

import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** From how many days before the first debit the team is told that a lead which confirmed is not « Client ». */
const warnedDays = 7;

/**
 * The first debit of an order that began free, when it is near or past and its lead is not « Client », which is all
 * that the site knows of a line that is not open: the days of a trial run from the order, so that the team moves the
 * debit at the payment provider. Undefined where nothing is late.
 */
export function debitBeforeService(
  { status, isPaid }: Pick<LeadRow, "status" | "isPaid">,
  schedule: PaymentSchedule,
  today: CivilDate,
): DueLine | undefined {
  const isWaiting = isPaid && (status === "to_contact" || status === "contacted");
  if (!isWaiting || !isFreeAtFirst(schedule)) return undefined;
  const debit = nextDue(schedule, schedule.lines[0].date);
  return debit && debit.date <= addDays(today, warnedDays) ? debit : undefined;
}
