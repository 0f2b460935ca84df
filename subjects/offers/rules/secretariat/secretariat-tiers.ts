import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

export type SecretariatTier = { callsPerDay: number; monthlyExcludingTax: Cents };

/** Calls a day, in the order of the slider's ten stops. Source: specification, section 9. */
export const secretariatVolumes = [5, 10, 20, 30, 40, 50, 100, 200, 500, 1000] as const;

/** A month of each, before the owner changes one. Source: specification, section 9. */
export const secretariatPrices: Prices["secretariat"] = {
  5: euros(97),
  10: euros(197),
  20: euros(297),
  30: euros(397),
  40: euros(487),
  50: euros(597),
  100: euros(997),
  200: euros(1597),
  500: euros(3997),
  1000: euros(7997),
};

/** What counts before a choice. */
export const callsUnchosen = secretariatVolumes[0];

export function secretariatTiers(prices: Prices): SecretariatTier[] {
  return secretariatVolumes.flatMap((callsPerDay) => secretariatTierOf(callsPerDay, prices) ?? []);
}

export function secretariatTierOf(callsPerDay: number, prices: Prices): SecretariatTier | undefined {
  const monthlyExcludingTax = prices.secretariat[callsPerDay];
  return monthlyExcludingTax === undefined ? undefined : { callsPerDay, monthlyExcludingTax };
}

export function nearestCallsPerDay(callsPerDay: number): number {
  return nearestOf<number>(secretariatVolumes, callsPerDay, (volume) => volume);
}

/**
 * Price of one call, excluding tax, over a month of 30 days.
 *
 * Source: specification, section 9. Half a cent goes up: 297 € for 600 calls is 0,50 €,
 * where `(297 / 600).toFixed(2)` says 0.49.
 */
export function pricePerCall({ monthlyExcludingTax, callsPerDay }: SecretariatTier): Cents {
  return cents(Math.round(monthlyExcludingTax / (callsPerDay * 30)));
}
