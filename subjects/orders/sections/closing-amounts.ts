import { formatCount, formatEuros } from "#app/ui/format.ts";
import { includingTax } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { closingOffer, pricePerOutboundCall } from "#subjects/offers/rules/closing/closing-price.ts";

/** What the sentences of the closing page are filled with. */
export function closingAmounts(prices: Prices) {
  const { calls, simultaneousCalls } = closingOffer;
  return {
    price: formatEuros(prices.closing),
    perCall: formatEuros(pricePerOutboundCall(prices)),
    includingTax: formatEuros(includingTax(prices.closing)),
    calls: formatCount(calls),
    simultaneous: formatCount(simultaneousCalls),
  };
}

export type ClosingAmounts = ReturnType<typeof closingAmounts>;
