import type { CivilDate } from "#kit/civil-date.ts";
import type { Cents } from "#domain/kernel/money.ts";

export type Amount = { excludingTax: Cents; includingTax: Cents };

/** What a line of a schedule is for. The first three cost nothing. */
export const dueKinds = [
  "trial",
  "trainingTrial",
  "freeMonth",
  "secondMonth",
  "firstMonth",
  "eachMonth",
  "order",
] as const;
export type DueKind = (typeof dueKinds)[number];

/** An amount and its day: 0 while something is free, and from that day on each month where it says `eachMonth`. */
export type DueLine = { date: CivilDate; kind: DueKind; amount: Amount };

/**
 * What is paid when: due today first. `setUp` is said where the offer has one; `insteadOf` is what it would cost,
 * excluding tax, were it not offered.
 */
export type PaymentSchedule = {
  lines: readonly [DueLine, ...DueLine[]];
  setUp?: { kind: "included" } | { kind: "offered"; insteadOf: Cents };
};
