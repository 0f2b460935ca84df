import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { milestonesOf } from "./milestones.ts";
import { scheduleOf } from "./schedule.ts";

const day = civilDate("2025-10-30");
const promotion = { from: civilDate("2025-09-01"), to: day };
const said = (offer: "secretariat" | "suiviclient" | "conferences", volume: number) => {
  const purchase = { offer, volume };
  const { lines } = scheduleOf(purchase, { day, promotion, prices: firstPrices })!;
  return milestonesOf({ purchase, day }, lines).map(({ kind, date }) => `${date} ${kind}`);
};

test("An order has its dates in their order: the account three days later, then what falls due", () => {
  expect(said("secretariat", 50)).toEqual([
    "2025-10-30 ordered",
    "2025-11-02 accountReady",
    "2025-11-30 due",
    "2025-12-30 due",
  ]);
  expect(said("conferences", 1)).toEqual(["2025-10-30 ordered"]);
});
