import { type Cents, includingTax } from "#domain/kernel/money.ts";

import { secretariatPromotion } from "./promotion.ts";
import { pricePerCall, secretariatTierOf, type SecretariatTier } from "./secretariat.ts";

export type Amount = { excludingTax: Cents; includingTax: Cents };

export type SecretariatPrice = { callsPerDay: number; monthly: Amount; perCallExcludingTax: Cents };

/** The price of a volume, from the price book; undefined when the volume is not sold. */
export function secretariatPrice(callsPerDay: number): SecretariatPrice | undefined {
  const tier: SecretariatTier | undefined = secretariatTierOf(callsPerDay);
  if (!tier) return undefined;
  return { callsPerDay, monthly: amount(tier.monthlyExcludingTax), perCallExcludingTax: pricePerCall(tier) };
}

/** What is paid when. A period that costs nothing has no amount: « offert », never « 0 € ». */
export type DuePeriod = { period: "trial" | "firstMonth" | "secondMonth" | "thenMonthly"; amount?: Amount };

/** Source: specification, section 9: during the promotion its month replaces the trial of 15 days. */
export function duePeriods(price: SecretariatPrice, hasPromotion: boolean): DuePeriod[] {
  const thenMonthly: DuePeriod = { period: "thenMonthly", amount: price.monthly };
  if (!hasPromotion) return [{ period: "trial" }, thenMonthly];
  return [
    { period: "firstMonth" },
    { period: "secondMonth", amount: amount(secretariatPromotion.secondMonthExcludingTax) },
    thenMonthly,
  ];
}

function amount(excludingTax: Cents): Amount {
  return { excludingTax, includingTax: includingTax(excludingTax) };
}
