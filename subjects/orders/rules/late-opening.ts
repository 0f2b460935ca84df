import type { DueLine, PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";
import { isFreeAtFirst } from "#subjects/offers/rules/schedule.ts";

import { type ChangedDebits, nextDebit } from "./kept-schedule.ts";

/** From how many days before the first debit the team is told that a service does not run; SQL: `work_of_today`. */
const warnedDays = 7;

/**
 * The first debit of an order that began free and waits for its service, when it is near or past: the days of a trial
 * run from the order, so that the team moves the debit at the payment provider. Undefined where nothing is late.
 */
export function debitBeforeService(schedule: PaymentSchedule & ChangedDebits, today: CivilDate): DueLine | undefined {
  if (!isFreeAtFirst(schedule)) return undefined;
  const debit = nextDebit(schedule, schedule.lines[0].date);
  return debit && debit.date <= addDays(today, warnedDays) ? debit : undefined;
}
