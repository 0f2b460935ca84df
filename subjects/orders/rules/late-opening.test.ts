import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import { nextDebit } from "./kept-schedule.ts";
import { debitBeforeService } from "./late-opening.ts";

const trial: Purchase = { offer: "secretariat", volume: 50 };
const ordered = civilDate("2025-10-31");

function debitOn(day: string, purchase: Purchase = trial) {
  return debitBeforeService(scheduleOf(purchase, { day: ordered, prices: firstPrices })!, civilDate(day))?.date;
}

test.each([
  ["2025-10-31", undefined],
  ["2025-11-07", undefined],
  ["2025-11-08", "2025-11-15"],
  ["2025-11-15", "2025-11-15"],
  ["2025-12-20", "2025-11-15"],
])("On %s the first debit of a trial that waits for its service is said: %s", (day, debit) => {
  expect(debitOn(day)).toBe(debit);
});

test("Nothing is late of what is paid with the order; a free month ends later", () => {
  expect(debitOn("2025-11-14", { offer: "marketing", volume: 1000 })).toBeUndefined();
  expect(debitOn("2025-11-23", { offer: "suiviclient", volume: 50, isTraining: true })).toBe("2025-11-30");
});

test.each([
  ["ends before it", { endsOn: civilDate("2025-11-10") }, undefined],
  ["ends after it", { endsOn: civilDate("2026-01-31") }, "2025-11-15"],
  ["is held longer", { heldUntil: civilDate("2025-12-01") }, "2025-12-01"],
])("A subscription that %s moves the first debit: %s", (_, changed, debit) => {
  const schedule = { ...scheduleOf(trial, { day: ordered, prices: firstPrices })!, ...changed };
  expect(nextDebit(schedule, ordered)?.date).toBe(debit);
});
