import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { includingTax } from "#domain/kernel/money.ts";

import { followUpTiers } from "./follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "./marketing/contact-volumes.ts";
import {
  nearestCallsPerDay,
  pricePerCall,
  secretariatTierOf,
  secretariatPrices,
  secretariatTiers,
} from "./secretariat/secretariat-tiers.ts";

test.each([
  [5, 97_00, 65],
  [10, 197_00, 66],
  [20, 297_00, 50],
  [30, 397_00, 44],
  [40, 487_00, 41],
  [50, 597_00, 40],
  [100, 997_00, 33],
  [200, 1597_00, 27],
  [500, 3997_00, 27],
  [1000, 7997_00, 27],
])("%i calls a day cost %i cents a month, %i cents a call", (callsPerDay, monthly, perCall) => {
  const tier = secretariatTierOf(callsPerDay, firstPrices);
  expect(tier?.monthlyExcludingTax).toBe(monthly);
  expect(tier && pricePerCall(tier)).toBe(perCall);
});

test("There are ten tiers, and 7 calls a day is none of them", () => {
  expect(secretariatTiers(firstPrices)).toHaveLength(10);
  expect(secretariatTierOf(7, firstPrices)).toBeUndefined();
});

test.each([
  [1, 5],
  [15, 20],
  [25, 30],
  [35, 40],
  [45, 50],
  [60, 50],
  [75, 100],
  [80, 100],
  [150, 200],
  [350, 500],
  [750, 1000],
  [990, 1000],
  [5000, 1000],
])("A wish for %i calls a day falls to the tier of %i", (wished, tier) => {
  expect(nearestCallsPerDay(wished)).toBe(tier);
});

test("The four follow-up volumes have their prices", () => {
  expect(
    followUpTiers(firstPrices).map((tier) => [tier.activeClientsPerMonth, tier.monthlyExcludingTax / 100]),
  ).toEqual([
    [50, 350],
    [100, 490],
    [200, 790],
    [500, 1290],
  ]);
});

test.each([
  [1000, 300],
  [2000, 600],
  [5000, 1500],
  [10000, 3000],
  [20000, 6000],
])("%i marketing contacts cost %i euros", (contacts, price) => {
  expect(marketingPrice(contacts, firstPrices)).toBe(price * 100);
});

test("Five marketing volumes are offered", () => {
  expect(marketingVolumes.map((contacts) => marketingPrice(contacts, firstPrices) / 100)).toEqual([
    300, 600, 1500, 3000, 6000,
  ]);
});

test("Tax is 20 per cent, half a cent goes up", () => {
  expect(includingTax(marketingPrice(1, firstPrices))).toBe(36);
  expect(includingTax(secretariatPrices[5]!)).toBe(116_40);
});
