import type { DueLine } from "#domain/contracts/payment-schedule.ts";
import { addDays, type CivilDate, type DayWindow } from "#domain/kernel/civil-date.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";

import { delays } from "./delays.ts";
import type { Ordered } from "./ordered-fragment.ts";
import { scheduleOf } from "./schedule.ts";

/** What happens to an order on a day that is known. */
export type Milestone =
  | { kind: "ordered" | "accountReady"; date: CivilDate }
  | { kind: "due"; date: CivilDate; line: DueLine };

const subscriptions: readonly string[] = funnelOffers;

/** In the order of their days: the order, the account where the offer has one, then what falls due later. */
export function milestonesOf({ purchase, day }: Ordered, promotion: DayWindow | undefined): Milestone[] {
  const [, ...later] = scheduleOf(purchase, { day, promotion })?.lines ?? [];
  const milestones: Milestone[] = [
    { kind: "ordered", date: day },
    ...later.map((line): Milestone => ({ kind: "due", date: line.date, line })),
  ];
  if (subscriptions.includes(purchase.offer)) {
    milestones.push({ kind: "accountReady", date: addDays(day, delays.accountHours / 24) });
  }
  return milestones.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
