import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { euros } from "#domain/kernel/money.ts";

import {
  estimateMissedCalls,
  exampleMissedCalls,
  missedCallsFragment,
  readMissedCalls,
  readMissedCallsFragment,
} from "./missed-calls.ts";

const of = (callsPerDay: number, missedPerDay: number, basketEuros: number) => ({
  callsPerDay,
  missedPerDay,
  basketEuros,
});

test("The example comes to what its article says: 60 missed, 900 euros", () => {
  expect(estimateMissedCalls(exampleMissedCalls, firstPrices)).toMatchObject({
    missedPerMonth: 60,
    lostRevenue: euros(900),
    tier: { callsPerDay: 10, monthlyExcludingTax: euros(197) },
    marginPercent: 22,
  });
});

test.each([
  // calls, missed, basket: euros lost, tier, per cent of margin
  [5, 0, 450, 0, 5, undefined],
  [5, 1, 1, 0, 5, undefined],
  [5, 1, 100, 66, 5, undefined],
  [1, 1, 145, 96, 5, undefined],
  [1, 1, 146, 97, 5, 100],
  [40, 8, 6000, 32_000, 40, 2],
  [75, 10, 300, 2000, 100, 50],
  [1000, 1000, 100_000, 66_666_666, 1000, 1],
])("%i calls, %i missed, %i euros", (calls, missed, basket, lost, tier, margin) => {
  const estimate = estimateMissedCalls(of(calls, missed, basket), firstPrices);

  expect(estimate.lostRevenue).toBe(euros(lost));
  expect(estimate.tier.callsPerDay).toBe(tier);
  expect(estimate.marginPercent).toBe(margin);
});

describe("What is typed", () => {
  test("may have spaces and dots", () => {
    const typed = { callsPerDay: " 1 000 ", missedPerDay: "20", basketEuros: "12.500" };
    expect(readMissedCalls(typed)).toEqual(of(1000, 20, 12_500));
  });

  test.each([
    ["", "3", "450"],
    ["dix", "3", "450"],
    ["0", "0", "450"],
    ["10", "11", "450"],
    ["10", "-3", "450"],
    ["10", "3", "4,5"],
    ["1001", "3", "450"],
    ["10", "3", "100001"],
    ["10", "3", "1e5"],
    ["٣", "1", "450"],
  ])("%s, %s, %s is no three numbers", (callsPerDay, missedPerDay, basketEuros) => {
    expect(readMissedCalls({ callsPerDay, missedPerDay, basketEuros })).toBeUndefined();
  });
});

describe("The address of a result", () => {
  test("holds it whole", () => {
    expect(missedCallsFragment(exampleMissedCalls)).toBe("#calcul=10,3,450");
    expect(readMissedCallsFragment("#calcul=40,8,6000")).toEqual(of(40, 8, 6000));
  });

  test.each([
    "",
    "#calcul",
    "#calcul=",
    "#calcul=10,3",
    "#calcul=10,3,450,1",
    "#calcul=-10,3,450",
    "#calcul=10,3,-450",
    "#calcul=10,30,450",
    "#calcul=0,0,0",
    "#calcul=1e3,3,450",
    "#calcul=10,3,4.5",
    "#calcul=99999999999999999999,3,450",
    "#calcul=10,3,999999",
    "#calcul=NaN,Infinity,undefined",
    "#calcul=<img src=x onerror=alert(1)>,3,450",
    "#calcul=%3Cscript%3E,3,450",
    "#tarifs",
  ])("%s reads as none", (fragment) => {
    expect(readMissedCallsFragment(fragment)).toBeUndefined();
  });
});
