import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { closingPrice } from "#subjects/offers/rules/closing/closing-price.ts";
import { marketingPrice } from "#subjects/offers/rules/marketing/contact-volumes.ts";

import { offerValue } from "./offer-value.ts";

test("A subscription is worth its month, another order itself, and what has no price nothing", () => {
  expect(offerValue("secretariat", "50", firstPrices)).toBe(firstPrices.secretariat[50]);
  expect(offerValue("marketing", "0-500", firstPrices)).toBe(marketingPrice(1000, firstPrices));
  expect(offerValue("closing", "2000", firstPrices)).toBe(closingPrice(2000, firstPrices));
  expect(offerValue("conferences", "", firstPrices)).toBe(firstPrices.conferences);
  for (const [funnel, volume] of [
    ["secretariat", ""],
    ["secretariat", "7"],
    ["suiviclient", "-"],
    ["marketing", "20"],
    ["closing", ""],
    ["conferences", "waitlist"],
    ["general", "1"],
  ] as const) {
    expect([funnel, offerValue(funnel, volume, firstPrices)]).toEqual([funnel, 0]);
  }
});
