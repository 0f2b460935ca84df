import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import type { Statistics } from "#subjects/statistics/contract/figures.ts";
import { civilDate } from "#kit/civil-date.ts";
import { offerValue } from "#subjects/orders/rules/offer-value.ts";

import { offersOf, seriesOf, stepsOfFunnel, totalsOf } from "./statistics-figures.ts";

const nothing: Statistics = {
  days: [],
  volumes: [],
  visits: [],
  steps: [],
  refusals: [],
  sources: [],
  devices: [],
  reasons: [],
};
const day = { contacted: 0, contact_seconds: 0, within_hour: 0, within_day: 0, clients: 0, paid: 0 };

test("Nothing is no conversion of nought, and no first call of no time", () => {
  expect(totalsOf(nothing, firstPrices)).toEqual({
    leads: 0,
    contacted: 0,
    withinDay: 0,
    firstCallSeconds: null,
    clients: 0,
    conversion: null,
    value: 0,
  });
});

test("Clients are those who paid, worth what their volumes cost, and calls are averaged over who was called", () => {
  const statistics: Statistics = {
    ...nothing,
    days: [
      { ...day, day: "2026-03-01", funnel: "secretariat", leads: 3, contacted: 2, contact_seconds: 300, paid: 1 },
      { ...day, day: "2026-03-02", funnel: "closing", leads: 1, contacted: 1, contact_seconds: 600, clients: 1 },
    ],
    volumes: [
      { funnel: "secretariat", volume: "50", leads: 3, clients: 0, paid: 1 },
      { funnel: "closing", volume: "2000", leads: 1, clients: 1, paid: 0 },
    ],
  };
  const value = offerValue("secretariat", "50", firstPrices);
  expect(value).toBeGreaterThan(0);
  expect(totalsOf(statistics, firstPrices)).toMatchObject({ leads: 4, firstCallSeconds: 300, conversion: 0.25, value });
  expect(offersOf(statistics, firstPrices)).toEqual([
    { funnel: "secretariat", isWaitingList: false, leads: 3, clients: 1, value },
    { funnel: "closing", isWaitingList: false, leads: 1, clients: 0, value: 0 },
  ]);
});

test("A place at the conference and one on its waiting list are two lines", () => {
  const volumes: Statistics["volumes"] = [
    { funnel: "conferences", volume: "", leads: 4, clients: 2, paid: 2 },
    { funnel: "conferences", volume: "waitlist", leads: 3, clients: 0, paid: 0 },
  ];
  expect(offersOf({ ...nothing, volumes }, firstPrices)).toMatchObject([
    { funnel: "conferences", isWaitingList: false, leads: 4, clients: 2 },
    { funnel: "conferences", isWaitingList: true, leads: 3, clients: 0, value: 0 },
  ]);
});

test("Days are added up under the step that they are in", () => {
  const view = { from: civilDate("2026-03-01"), to: civilDate("2026-03-09"), step: "semaine" } as const;
  const counted = ["2026-03-01", "2026-03-02", "2026-03-08", "2026-03-09"].map((each) => ({ day: each, count: 1 }));
  expect(seriesOf(view, counted)).toEqual([1, 2, 1]);
});

test("A funnel has its five steps, also those without visitors", () => {
  const steps = [{ funnel: "marketing", step: 1, event: "seen", count: 9 }] as const;
  expect(stepsOfFunnel({ ...nothing, steps: [...steps] }, "marketing").map(({ seen }) => seen)).toEqual([
    9, 0, 0, 0, 0,
  ]);
});
