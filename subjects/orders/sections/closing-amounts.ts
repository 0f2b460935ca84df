import { formatCount, formatEuros } from "#app/ui/format.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";

/** What the sentences of the closing page are filled with. */
export function closingAmounts() {
  const { excludingTax, perCallExcludingTax, calls, simultaneousCalls } = closingOffer;
  return {
    price: formatEuros(excludingTax),
    perCall: formatEuros(perCallExcludingTax),
    includingTax: formatEuros(includingTax(excludingTax)),
    calls: formatCount(calls),
    simultaneous: formatCount(simultaneousCalls),
  };
}

export type ClosingAmounts = ReturnType<typeof closingAmounts>;
