import type { Offer } from "#subjects/offers/rules/base/offer.ts";
import { paidOnce } from "#subjects/offers/rules/base/periods.ts";
import { conferenceOffer } from "./conference-price.ts";

export const conference: Offer = {
  tiers: [],
  volumeAtLink: 1,
  priceOf: (places) => (places === 1 ? conferenceOffer.excludingTax : undefined),
  periodsOf: paidOnce,
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked: (asked) => (asked === null ? [{ volume: 1 }] : []),
  priced: [null],
  volumePaid: () => undefined,
  linkNames: () => ["conferences"],
};
