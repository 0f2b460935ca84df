import { expect, test } from "vitest";

import { civilDate } from "#domain/kernel/civil-date.ts";

import { orderedFragment, readOrderedFragment } from "./ordered-fragment.ts";
import type { Purchase } from "./schedule.ts";

test.each<[Purchase, string]>([
  [{ offer: "secretariat", volume: 50 }, "#commande=secretariat,50,2025-10-15"],
  [{ offer: "suiviclient", volume: 50, isTraining: true }, "#commande=suiviclient,50,2025-10-15,formation"],
  [{ offer: "marketing", volume: 10_000 }, "#commande=marketing,10000,2025-10-15"],
])("%j travels as %s and comes back", (purchase, fragment) => {
  const ordered = { purchase, day: civilDate("2025-10-15") };
  expect(orderedFragment(ordered)).toBe(fragment);
  expect(readOrderedFragment(fragment)).toEqual(ordered);
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
])("%j says nothing of an order", (fragment) => expect(readOrderedFragment(fragment)).toBeUndefined());
