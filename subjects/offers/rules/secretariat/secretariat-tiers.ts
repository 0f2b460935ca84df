import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

export type SecretariatTier = { callsPerDay: number; monthlyExcludingTax: Cents };

/** Source: specification, section 9. The order is that of the slider's ten stops. */
export const secretariatTiers = [
  { callsPerDay: 5, monthlyExcludingTax: euros(97) },
  { callsPerDay: 10, monthlyExcludingTax: euros(197) },
  { callsPerDay: 20, monthlyExcludingTax: euros(297) },
  { callsPerDay: 30, monthlyExcludingTax: euros(397) },
  { callsPerDay: 40, monthlyExcludingTax: euros(487) },
  { callsPerDay: 50, monthlyExcludingTax: euros(597) },
  { callsPerDay: 100, monthlyExcludingTax: euros(997) },
  { callsPerDay: 200, monthlyExcludingTax: euros(1597) },
  { callsPerDay: 500, monthlyExcludingTax: euros(3997) },
  { callsPerDay: 1000, monthlyExcludingTax: euros(7997) },
] as const satisfies readonly SecretariatTier[];

/** What counts before a choice. */
export const callsUnchosen = secretariatTiers[0].callsPerDay;

export function secretariatTierOf(callsPerDay: number): SecretariatTier | undefined {
  return secretariatTiers.find((tier) => tier.callsPerDay === callsPerDay);
}

export function nearestSecretariatTier(callsPerDay: number): SecretariatTier {
  return nearestOf<SecretariatTier>(secretariatTiers, callsPerDay, (tier) => tier.callsPerDay);
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
