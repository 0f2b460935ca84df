import { includingTax } from "#domain/kernel/money.ts";

import type { Offer } from "#subjects/offers/rules/base/offer.ts";
import { paidOnce } from "#subjects/offers/rules/base/periods.ts";
import { callsOrdered } from "./calls-ordered.ts";
import { closingOffer, closingPrice } from "./closing-price.ts";

export const closing: Offer = {
  tiers: [],
  volumeAtLink: closingOffer.calls,
  priceOf: (calls) => (Number.isSafeInteger(calls) && calls > 0 ? closingPrice(calls) : undefined),
  periodsOf: paidOnce,
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked(asked) {
    const volume = callsOrdered(String(asked ?? ""));
    return volume === undefined ? [] : [{ volume }];
  },
  priced: [],
  /** Where the number was written in words, what was paid says how many thousands. */
  volumePaid(amount) {
    const thousands = amount / includingTax(closingOffer.excludingTax);
    return Number.isSafeInteger(thousands) && thousands > 0 ? thousands * closingOffer.calls : undefined;
  },
  linkNames: () => ["closing"],
};
