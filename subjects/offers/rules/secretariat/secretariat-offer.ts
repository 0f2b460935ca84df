import { cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";

import type { MonthlyOffer } from "#subjects/offers/rules/base/offer.ts";
import { type Period, trialOf } from "#subjects/offers/rules/base/periods.ts";
import { callsUnchosen, pricePerCall, secretariatTiers, secretariatVolumes } from "./secretariat-tiers.ts";

const tiers: readonly number[] = secretariatVolumes;

export const secretariat: MonthlyOffer = {
  tiers,
  volumeAtLink: 0,
  isSold: (callsPerDay) => tiers.includes(callsPerDay),
  priceOf: (callsPerDay, { secretariat: monthly }) => monthly[callsPerDay],
  periodsOf: (price, { isPromoted, prices }) => (isPromoted ? promotionOf(price, prices) : trialOf("trial", price)),
  hasPromotion: true,
  /** Source: specification, section 9, and the home page's plan, which includes it. */
  setUpOf: ({ isPromoted, prices }) => ({
    setUp: isPromoted ? { kind: "offered", insteadOf: prices.setUp } : { kind: "included" },
  }),
  volumesAsked: (asked) => [{ volume: Number(asked) <= 0 ? callsUnchosen : Number(asked) }],
  priced: [null, 0, ...tiers],
  volumePaid: () => undefined,
  linkNames: () => ["secretariat"],
  advertised: ({ fromCall }) => fromCall,
  unitPrices: (prices) => secretariatTiers(prices).map(pricePerCall),
};

/** Source: specification, section 9: the promotion's month replaces the trial of 15 days. */
function promotionOf(price: Period["price"], { secondMonth }: Prices): Period[] {
  return [
    { kind: "freeMonth", starts: { months: 0 }, price: cents(0) },
    { kind: "secondMonth", starts: { months: 1 }, price: secondMonth },
    { kind: "eachMonth", starts: { months: 2 }, price },
  ];
}
