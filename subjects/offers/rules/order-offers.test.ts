import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { euros, includingTax } from "#domain/kernel/money.ts";

import { closingOffer, pricePerOutboundCall } from "./closing/closing-price.ts";

describe("Closing", () => {
  test("is 250 € HT, 300 € TTC, for 1000 calls: 0,25 € each", () => {
    expect(firstPrices.closing).toBe(euros(250));
    expect(includingTax(firstPrices.closing)).toBe(euros(300));
    expect(pricePerOutboundCall(firstPrices) * closingOffer.calls).toBe(firstPrices.closing);
    expect(closingOffer.simultaneousCalls).toBe(20_000);
  });
});

describe("A place at the conference", () => {
  test("is 190 € HT, 228 € TTC", () => {
    expect(firstPrices.conferences).toBe(euros(190));
    expect(includingTax(firstPrices.conferences)).toBe(euros(228));
  });
});
