import { includingTax } from "#domain/kernel/money.ts";

import type { Offer } from "#subjects/offers/rules/base/offer.ts";
import { paidOnce } from "#subjects/offers/rules/base/periods.ts";
import { callsOrdered } from "./calls-ordered.ts";
import { closingOffer, closingPrice } from "./closing-price.ts";

export const closing: Offer = {
  tiers: [],
  volumeAtLink: closingOffer.calls,
  isSold: isCount,
  priceOf: (calls, prices) => (isCount(calls) ? closingPrice(calls, prices) : undefined),
  periodsOf: paidOnce,
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked(asked) {
    const volume = callsOrdered(String(asked ?? ""));
    return volume === undefined ? [] : [{ volume }];
  },
  priced: [],
  /** Where the number was written in words, what was paid says how many thousands. */
  volumePaid(amount, { closing: perThousand }) {
    const thousands = amount / includingTax(perThousand);
    return isCount(thousands) ? thousands * closingOffer.calls : undefined;
  },
  linkNames: () => ["closing"],
};

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}
