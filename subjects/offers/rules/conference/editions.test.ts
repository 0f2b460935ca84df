import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { firstPrices, pricesOn, shownPrices } from "#subjects/offers/rules/prices.ts";
import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import { siteForTests } from "#tests/support/site.ts";

import { editionOn } from "./editions.ts";

const edition = (heldOn: string, own: { price?: number; paymentLink?: string } = {}) => ({
  registrationUntil: civilDate(heldOn),
  heldOn: civilDate(heldOn),
  ...own,
});
const link = "https://pay.example/avril";
const editions = [edition("2026-04-02", { price: 210_00, paymentLink: link }), edition("2025-12-02")];

test.each([
  ["2025-11-01", "2025-12-02"],
  ["2025-12-02", "2025-12-02"],
  ["2025-12-03", "2026-04-02"],
  ["2026-04-02", "2026-04-02"],
  ["2027-01-01", "2026-04-02"],
])("On %s pages show the edition of %s", (day, heldOn) => {
  expect(editionOn(editions, civilDate(day))?.heldOn).toBe(heldOn);
});

test("Without any there is none", () => {
  expect([editionOn([], civilDate("2026-01-01")), editionOn(undefined, civilDate("2026-01-01"))]).toEqual([
    undefined,
    undefined,
  ]);
});

test("An edition has its own price and its own page to pay it on, from the day on which it is the next one", () => {
  const site = {
    ...siteForTests,
    offers: { conferences: editions },
    payments: { secretariat: {}, conferences: "usual" },
  };
  const on = (day: string) => siteOn(site, civilDate(day));
  expect([on("2025-12-02").prices.conferences, on("2025-12-02").payments.conferences]).toEqual([190_00, "usual"]);
  expect([on("2025-12-03").prices.conferences, on("2025-12-03").payments.conferences]).toEqual([210_00, link]);
  expect(on("2025-12-03").offers.conference).toEqual(editions[0]);
  expect(
    pricesOn({ prices: shownPrices(site.offers, civilDate("2025-12-03")).prices ?? [] }, civilDate("2025-12-03")),
  ).toEqual({
    ...firstPrices,
    conferences: 210_00,
  });
});
