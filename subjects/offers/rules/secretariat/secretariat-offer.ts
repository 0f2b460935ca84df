import { cents } from "#domain/kernel/money.ts";

import type { MonthlyOffer } from "#subjects/offers/rules/base/offer.ts";
import { type Period, trialOf } from "#subjects/offers/rules/base/periods.ts";
import { secretariatPromotion } from "./promotion.ts";
import { callsUnchosen, pricePerCall, secretariatTierOf, secretariatTiers } from "./secretariat-tiers.ts";

const tiers = secretariatTiers.map((tier) => tier.callsPerDay);

export const secretariat: MonthlyOffer = {
  tiers,
  volumeAtLink: 0,
  priceOf: (callsPerDay) => secretariatTierOf(callsPerDay)?.monthlyExcludingTax,
  periodsOf: (price, { isPromoted }) => (isPromoted ? promotionOf(price) : trialOf("trial", price)),
  hasPromotion: true,
  /** Source: specification, section 9, and the home page's plan, which includes it. */
  setUpOf: ({ isPromoted }) => ({
    setUp: isPromoted ? { kind: "offered", insteadOf: secretariatPromotion.setUpInsteadOf } : { kind: "included" },
  }),
  volumesAsked: (asked) => [{ volume: Number(asked) <= 0 ? callsUnchosen : Number(asked) }],
  priced: [null, 0, ...tiers],
  volumePaid: () => undefined,
  linkNames: () => ["secretariat"],
  advertised: cents(25),
  unitPrices: () => secretariatTiers.map(pricePerCall),
};

/** Source: specification, section 9: the promotion's month replaces the trial of 15 days. */
function promotionOf(price: Period["price"]): Period[] {
  return [
    { kind: "freeMonth", starts: { months: 0 }, price: cents(0) },
    { kind: "secondMonth", starts: { months: 1 }, price: secretariatPromotion.secondMonthExcludingTax },
    { kind: "eachMonth", starts: { months: 2 }, price },
  ];
}
