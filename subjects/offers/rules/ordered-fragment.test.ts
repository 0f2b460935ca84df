import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { orderedFragmentOf, readOrderedFragment, scheduleAgreed } from "./ordered-fragment.ts";
import { scheduleOf } from "./schedule.ts";
import type { Purchase } from "./base/offer.ts";

const day = civilDate("2025-10-15");
const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };

test.each<[Purchase, string]>([
  [{ offer: "secretariat", volume: 50 }, "#commande=secretariat,50,2025-10-15,0-11640-71640"],
  [{ offer: "suiviclient", volume: 50, isTraining: true }, "#commande=suiviclient,50,2025-10-15,0-42000,formation"],
  [{ offer: "marketing", volume: 10_000 }, "#commande=marketing,10000,2025-10-15,360000-360000"],
  [{ offer: "closing", volume: 2000 }, "#commande=closing,2000,2025-10-15,60000"],
])("%j travels as %s and comes back", (purchase, fragment) => {
  const schedule = scheduleOf(purchase, { day, promotion, prices: firstPrices })!;
  expect(orderedFragmentOf(purchase, schedule)).toBe(fragment);
  const ordered = readOrderedFragment(fragment)!;
  expect(ordered).toMatchObject({ purchase, day });
  expect(scheduleAgreed(ordered, { promotion })).toEqual(schedule);
});

test.each([
  ["of other prices", "#commande=secretariat,50,2025-10-15,0-11640-99900", promotion],
  ["of another window of the promotion", "#commande=secretariat,50,2025-10-15,0-11640-71640", undefined],
  ["of mails of before, which said no amounts", "#commande=secretariat,50,2025-10-15", promotion],
  ["of mails of before, for trainees", "#commande=suiviclient,50,2025-10-15,formation", promotion],
])("An order %s is known, and shows no amounts", (_, fragment, window) => {
  const ordered = readOrderedFragment(fragment)!;
  expect(ordered.day).toBe(day);
  expect(scheduleAgreed(ordered, { promotion: window })).toBeUndefined();
});

test.each([
  "",
  "#lettre",
  "#commande=secretariat,7,2025-10-15",
  "#commande=secretariat,50,2025-13-01",
  "#commande=secretariat,50",
  "#commande=general,50,2025-10-15",
  "#commande=toString,50,2025-10-15",
  "#commande=secretariat,50,2025-10-15,<b>",
  "#commande=secretariat,-50,2025-10-15",
  "#commande=secretariat,1e3,2025-10-15",
  "#commande=secretariat,50,2025-10-15,0--5",
])("%j says nothing of an order", (fragment) => expect(readOrderedFragment(fragment)).toBeUndefined());
