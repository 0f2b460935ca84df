import type { MonthlyOffer } from "#subjects/offers/rules/base/offer.ts";
import { subscriptionOf } from "#subjects/offers/rules/base/periods.ts";
import { marketingPrice, marketingVolumes } from "./contact-volumes.ts";
import { prospectsRanges, volumesOfRange } from "./prospects-ranges.ts";

const tiers: readonly number[] = marketingVolumes;

export const marketing: MonthlyOffer = {
  tiers,
  volumeAtLink: marketingVolumes[0],
  isSold: (contacts) => tiers.includes(contacts),
  priceOf: (contacts, prices) => (tiers.includes(contacts) ? marketingPrice(contacts, prices) : undefined),
  periodsOf: subscriptionOf,
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked(asked) {
    const volumes = typeof asked === "number" ? [asked] : volumesOfRange(asked);
    return volumes.map((volume) => ({ volume }));
  },
  priced: [...marketingVolumes, ...prospectsRanges],
  volumePaid: () => undefined,
  linkNames: () => ["marketing"],
  advertised: ({ fromContact }) => fromContact,
  unitPrices: ({ marketing: perContact }) => [perContact],
};
