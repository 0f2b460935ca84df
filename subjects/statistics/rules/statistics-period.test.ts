import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { periodBefore, readStatisticsView, startOf, stepsOf } from "./statistics-period.ts";

const today = civilDate("2026-03-10");
const view = (query: string) => readStatisticsView(new URLSearchParams(query), today);

test.each(["", "du=2026-02-30&au=2026-03-01", "du=2026-03-02&au=2026-03-01", "du=1900-01-01&au=2026-03-01", "du=x"])(
  "Without two days in order (%j) the last thirty are shown",
  (query) => {
    expect(view(query)).toEqual({ from: "2026-02-09", to: "2026-03-10", step: "jour" });
  },
);

test("A longer period is drawn by longer steps, unless another one is chosen", () => {
  expect(view("du=2026-01-01&au=2026-03-31").step).toBe("semaine");
  expect(view("du=2025-03-11&au=2026-03-10").step).toBe("mois");
  expect(view("du=2026-01-01&au=2026-03-31&pas=mois").step).toBe("mois");
});

test("The period before is as long and ends the day before, over a month's end and a change of hour", () => {
  expect(periodBefore(view("du=2026-03-01&au=2026-03-31"))).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  expect(periodBefore(view("du=2026-10-25&au=2026-10-25"))).toEqual({ from: "2026-10-24", to: "2026-10-24" });
});

test("Weeks begin on Monday, and a step is there even with a day of it only", () => {
  expect(startOf(civilDate("2026-03-08"), "semaine")).toBe("2026-03-02");
  expect(stepsOf(view("du=2026-03-08&au=2026-03-10&pas=semaine"))).toEqual(["2026-03-02", "2026-03-09"]);
  expect(stepsOf(view("du=2026-01-31&au=2026-02-01&pas=mois"))).toEqual(["2026-01-01", "2026-02-01"]);
});
