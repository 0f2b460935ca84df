import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";

import { nearestCallsPerDay, type SecretariatTier } from "./secretariat-tiers.ts";

/** A visitor's own numbers: calls and missed calls of a working day, and what a first sale brings, in euros. */
export type MissedCallsInput = { callsPerDay: number; missedPerDay: number; basketEuros: number };

/** Those of the worked example of subjects/blog/words/articles/repondeur-combien-coute-un-appel-manque.mdx. */
export const exampleMissedCalls: MissedCallsInput = { callsPerDay: 10, missedPerDay: 3, basketEuros: 450 };

/** From the first tier to the last; a basket beyond is a typing mistake. */
export const missedCallsLimits = { callsPerDay: 1000, basketEuros: 100_000 } as const;

/** What the visitor is not asked: assumptions, all on the careful side, and shown as such. Source: the same article. */
export const missedCallsAssumptions = {
  workingDays: 20,
  /** Of those who call and are missed, in per cent: not yet customers. */
  newCallersPercent: 40,
  /** One in so many of them does not call again; one in so many of those would have bought. */
  oneGoneIn: 3,
  oneBuyerIn: 4,
} as const;

export type MissedCallsEstimate = {
  missedPerMonth: number;
  /** Sales of a month that went elsewhere. Part of a euro goes down. */
  lostRevenue: Cents;
  /** That of all calls, the missed and the answered. */
  tier: SecretariatTier;
  /** What must be left of 100 euros sold for the tier to be paid by what was lost, rounded up; none above 100. */
  marginPercent: number | undefined;
};

export function estimateMissedCalls(
  { callsPerDay, missedPerDay, basketEuros }: MissedCallsInput,
  prices: Prices,
): MissedCallsEstimate {
  const { workingDays, newCallersPercent, oneGoneIn, oneBuyerIn } = missedCallsAssumptions;
  const missedPerMonth = missedPerDay * workingDays;
  const lostEuros = (missedPerMonth * newCallersPercent * basketEuros) / (100 * oneGoneIn * oneBuyerIn);
  const lostRevenue = euros(Math.floor(lostEuros));
  const volume = nearestCallsPerDay(callsPerDay);
  const tier = { callsPerDay: volume, monthlyExcludingTax: prices.secretariat[volume] ?? cents(0) };
  const margin = lostRevenue === 0 ? Infinity : Math.ceil((tier.monthlyExcludingTax * 100) / lostRevenue);
  return { missedPerMonth, lostRevenue, tier, marginPercent: margin > 100 ? undefined : margin };
}

/**
 * Three numbers as people type them; undefined unless each is whole, within its limits, and no more are missed than
 * come.
 */
export function readMissedCalls(typed: Record<keyof MissedCallsInput, string>): MissedCallsInput | undefined {
  const [callsPerDay, missedPerDay, basketEuros] = [typed.callsPerDay, typed.missedPerDay, typed.basketEuros].map(
    readCount,
  );
  if (callsPerDay === undefined || missedPerDay === undefined || basketEuros === undefined) return undefined;
  const isWithin =
    callsPerDay >= 1 &&
    callsPerDay <= missedCallsLimits.callsPerDay &&
    missedPerDay <= callsPerDay &&
    basketEuros <= missedCallsLimits.basketEuros;
  return isWithin ? { callsPerDay, missedPerDay, basketEuros } : undefined;
}

/** Spaces and dots between digits are how people write thousands. */
function readCount(text: string): number | undefined {
  const digits = text.replaceAll(/[\s.]/g, "");
  return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
}

/** The result has an address: `#calcul=10,3,450`. Source: the contract, "Public face". */
export function missedCallsFragment({ callsPerDay, missedPerDay, basketEuros }: MissedCallsInput): string {
  return `#calcul=${callsPerDay},${missedPerDay},${basketEuros}`;
}

/** Anybody may write an address: what is not three numbers of ours reads as none. */
export function readMissedCallsFragment(fragment: string): MissedCallsInput | undefined {
  const [, callsPerDay, missedPerDay, basketEuros] = /^#calcul=(\d{1,6}),(\d{1,6}),(\d{1,6})$/.exec(fragment) ?? [];
  if (callsPerDay === undefined || missedPerDay === undefined || basketEuros === undefined) return undefined;
  return readMissedCalls({ callsPerDay, missedPerDay, basketEuros });
}
