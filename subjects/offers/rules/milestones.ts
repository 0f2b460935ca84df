import type { DueLine } from "#domain/kernel/payment-schedule.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";
import { isFunnelOffer } from "#domain/kernel/lead.ts";

import { delays } from "./delays.ts";
import type { Ordered } from "./ordered-fragment.ts";

/** What happens to an order on a day that is known. */
export type Milestone =
  | { kind: "ordered" | "accountReady"; date: CivilDate }
  | { kind: "due"; date: CivilDate; line: DueLine };

/**
 * In the order of their days: the order, the account where the offer has one, then what falls due later.
 *
 * @param lines of its schedule, the first of which was due with it; none where it is not known
 */
export function milestonesOf({ purchase, day }: Omit<Ordered, "amounts">, lines: readonly DueLine[]): Milestone[] {
  const milestones: Milestone[] = [
    { kind: "ordered", date: day },
    ...lines.slice(1).map((line): Milestone => ({ kind: "due", date: line.date, line })),
  ];
  if (isFunnelOffer(purchase.offer)) {
    milestones.push({ kind: "accountReady", date: addDays(day, delays.accountHours / 24) });
  }
  return milestones.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
