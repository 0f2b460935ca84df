import { describe, expect, test } from "vitest";

import type { PriceChange } from "#domain/site/prices.ts";
import { civilDate } from "#kit/civil-date.ts";

import { daysOfPrices, firstPrices, keepBegun, pricesOn, shownPrices, unsoldPrices } from "./prices.ts";

const december = civilDate("2025-12-01");
const january = civilDate("2026-01-01");
const calls = (from: typeof december, price: number): PriceChange => ({ from, of: "secretariat", volume: 50, price });

describe("Prices on a day", () => {
  const offers: { prices: PriceChange[] } = {
    prices: [calls(january, 627_00), calls(december, 617_00), { from: december, of: "setUp", price: 1 }],
  };

  test.each([
    ["2025-11-30", 597_00, 990_00],
    ["2025-12-01", 617_00, 1],
    ["2025-12-31", 617_00, 1],
    ["2026-01-01", 627_00, 1],
  ] as const)("are those that began by then: on %s", (day, monthly, ofSetUp) => {
    const prices = pricesOn(offers, civilDate(day));
    expect([prices.secretariat[50], prices.setUp]).toEqual([monthly, ofSetUp]);
    expect({ ...prices, setUp: 0, secretariat: { ...prices.secretariat, 50: 0 } }).toEqual({
      ...firstPrices,
      setUp: 0,
      secretariat: { ...firstPrices.secretariat, 50: 0 },
    });
  });

  test("are those of the code without any, and of one day and thing the last", () => {
    expect(pricesOn({}, january)).toEqual(firstPrices);
    expect(pricesOn({ prices: [calls(december, 1), calls(december, 2)] }, december).secretariat[50]).toBe(2);
  });

  test("a volume that is not sold gets none", () => {
    const unsold: PriceChange = { from: december, of: "secretariat", volume: 7, price: 1 };
    expect(pricesOn({ prices: [unsold] }, december)).toEqual(firstPrices);
    expect(unsoldPrices({ prices: [unsold, calls(december, 1)] })).toEqual([unsold]);
  });

  test("pages take along those that began, and none that is to come", () => {
    expect(shownPrices(offers, civilDate("2025-12-15"))).toEqual({ prices: offers.prices.slice(1) });
    expect(shownPrices(offers, civilDate("2025-11-15"))).toEqual({});
    expect(daysOfPrices(offers)).toEqual([december, january]);
  });
});

describe("What has begun is history", () => {
  const tuesday = civilDate("2025-12-02");
  const published = [calls(december, 617_00)];

  test("a price that is taken away ends on the day of the publication", () => {
    const kept = keepBegun(published, [], tuesday);
    expect(kept).toEqual([...published, calls(tuesday, 597_00)]);
    expect(pricesOn({ prices: kept }, december).secretariat[50]).toBe(617_00);
    expect(pricesOn({ prices: kept }, tuesday).secretariat[50]).toBe(597_00);
  });

  test("a price of before that is written otherwise begins on that day, and those to come stay", () => {
    const next = [calls(december, 607_00), calls(january, 627_00)];
    expect(keepBegun(published, next, tuesday)).toEqual([...published, calls(tuesday, 607_00), calls(january, 627_00)]);
  });

  test("nothing is changed where the past is as it was, nor on the very day", () => {
    const next = [...published, calls(january, 627_00)];
    expect(keepBegun(published, next, tuesday)).toBe(next);
    expect(keepBegun(published, [], december)).toEqual([]);
  });

  test("a promotion's price and a contact end as well", () => {
    const others: PriceChange[] = [
      { from: december, of: "marketing", price: 35 },
      { from: december, of: "secondMonth", price: 1 },
    ];
    expect(pricesOn({ prices: keepBegun(others, [], tuesday) }, tuesday)).toEqual(firstPrices);
  });
});
