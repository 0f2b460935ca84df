import { expect, test } from "vitest";

import { closingPrice } from "#subjects/offers/rules/closing/closing-price.ts";
import { conferenceOffer } from "#subjects/offers/rules/conference/conference-price.ts";
import { marketingPrice } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { offerValue } from "./offer-value.ts";

test("A subscription is worth its month, another order itself, and what has no price nothing", () => {
  const [tier] = secretariatTiers;
  expect(offerValue("secretariat", String(tier.callsPerDay))).toBe(tier.monthlyExcludingTax);
  expect(offerValue("marketing", "0-500")).toBe(marketingPrice(1000));
  expect(offerValue("closing", "2000")).toBe(closingPrice(2000));
  expect(offerValue("conferences", "")).toBe(conferenceOffer.excludingTax);
  for (const [funnel, volume] of [
    ["secretariat", ""],
    ["secretariat", "7"],
    ["suiviclient", "-"],
    ["marketing", "20"],
    ["closing", ""],
    ["conferences", "waitlist"],
    ["general", "1"],
  ] as const) {
    expect([funnel, offerValue(funnel, volume)]).toEqual([funnel, 0]);
  }
});
