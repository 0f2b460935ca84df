import type { DueKind } from "#domain/kernel/payment-schedule.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";

/** `price` excludes tax; `starts` counts from the day of the order. */
export type Period = { kind: DueKind; starts: { days: number } | { months: number }; price: Cents };

export const trialDays = { trial: 15, trainingTrial: 30 } as const;

export function trialOf(kind: keyof typeof trialDays, price: Cents): Period[] {
  return [
    { kind, starts: { days: 0 }, price: cents(0) },
    { kind: "eachMonth", starts: { days: trialDays[kind] }, price },
  ];
}

export function subscriptionOf(price: Cents): Period[] {
  return [
    { kind: "firstMonth", starts: { months: 0 }, price },
    { kind: "eachMonth", starts: { months: 1 }, price },
  ];
}

export function paidOnce(price: Cents): Period[] {
  return [{ kind: "order", starts: { days: 0 }, price }];
}
