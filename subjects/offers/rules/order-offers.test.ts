import { describe, expect, test } from "vitest";

import { euros, includingTax } from "#domain/kernel/money.ts";

import { closingOffer } from "./closing/closing-price.ts";
import { conferenceOffer } from "./conference/conference-price.ts";

describe("Closing", () => {
  test("is 250 € HT, 300 € TTC, for 1000 calls: 0,25 € each", () => {
    expect(closingOffer.excludingTax).toBe(euros(250));
    expect(includingTax(closingOffer.excludingTax)).toBe(euros(300));
    expect(closingOffer.perCallExcludingTax * closingOffer.calls).toBe(closingOffer.excludingTax);
    expect(closingOffer.simultaneousCalls).toBe(20_000);
  });
});

describe("A place at the conference", () => {
  test("is 190 € HT, 228 € TTC", () => {
    expect(conferenceOffer.excludingTax).toBe(euros(190));
    expect(includingTax(conferenceOffer.excludingTax)).toBe(euros(228));
  });
});
