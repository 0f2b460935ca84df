import type { Offer } from "#subjects/offers/rules/base/offer.ts";
import { paidOnce } from "#subjects/offers/rules/base/periods.ts";

export const conference: Offer = {
  tiers: [],
  volumeAtLink: 1,
  isSold: (places) => places === 1,
  priceOf: (places, { conferences: ofPlace }) => (places === 1 ? ofPlace : undefined),
  periodsOf: paidOnce,
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked: (asked) => (asked === null ? [{ volume: 1 }] : []),
  priced: [null],
  volumePaid: () => undefined,
  linkNames: () => ["conferences"],
};
