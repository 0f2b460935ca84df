import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { addMonths, civilDate } from "#kit/civil-date.ts";
import { euros } from "#domain/kernel/money.ts";

import { amountsAsked, scheduleOf } from "./schedule.ts";
import type { Purchase } from "./base/offer.ts";

const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };

/** [day, what for, euros without tax] of each line. */
function linesOf(purchase: Purchase, day: string) {
  const schedule = scheduleOf(purchase, { day: civilDate(day), promotion, prices: firstPrices });
  return schedule?.lines.map(({ date, kind, amount }) => [date, kind, amount.excludingTax / 100]);
}

const calls = { offer: "secretariat", volume: 50 } as const;

describe("The secretariat", () => {
  test.each([
    [
      "the day before the promotion",
      "2025-08-31",
      [
        ["2025-08-31", "trial", 0],
        ["2025-09-15", "eachMonth", 597],
      ],
    ],
    [
      "its first day",
      "2025-09-01",
      [
        ["2025-09-01", "freeMonth", 0],
        ["2025-10-01", "secondMonth", 97],
        ["2025-11-01", "eachMonth", 597],
      ],
    ],
    [
      "its last day, and a month whose end is shorter",
      "2025-10-30",
      [
        ["2025-10-30", "freeMonth", 0],
        ["2025-11-30", "secondMonth", 97],
        ["2025-12-30", "eachMonth", 597],
      ],
    ],
    [
      "the day after",
      "2025-10-31",
      [
        ["2025-10-31", "trial", 0],
        ["2025-11-15", "eachMonth", 597],
      ],
    ],
    [
      "over the change to winter time",
      "2025-10-20",
      [
        ["2025-10-20", "freeMonth", 0],
        ["2025-11-20", "secondMonth", 97],
        ["2025-12-20", "eachMonth", 597],
      ],
    ],
    [
      "over the change to summer time",
      "2026-03-20",
      [
        ["2026-03-20", "trial", 0],
        ["2026-04-04", "eachMonth", 597],
      ],
    ],
    [
      "the end of a year",
      "2025-12-20",
      [
        ["2025-12-20", "trial", 0],
        ["2026-01-04", "eachMonth", 597],
      ],
    ],
  ])("on %s", (_, day, lines) => expect(linesOf(calls, day)).toEqual(lines));

  test("costs in the second month of the promotion the same whatever the volume, with its set-up offered", () => {
    for (const volume of [5, 1000]) {
      const schedule = scheduleOf(
        { offer: "secretariat", volume },
        { day: promotion.to, promotion, prices: firstPrices },
      );
      expect(schedule?.lines[1]?.amount).toEqual({ excludingTax: euros(97), includingTax: 116_40 });
      expect(schedule?.setUp).toEqual({ kind: "offered", insteadOf: euros(990) });
    }
    expect(scheduleOf(calls, { day: civilDate("2025-11-01"), promotion, prices: firstPrices })?.setUp).toEqual({
      kind: "included",
    });
  });
});

describe("The other offers", () => {
  test.each<[Purchase, [string, string, number][]]>([
    [
      { offer: "suiviclient", volume: 50 },
      [
        ["2025-10-31", "firstMonth", 350],
        ["2025-11-30", "eachMonth", 350],
      ],
    ],
    [
      { offer: "suiviclient", volume: 50, isTraining: true },
      [
        ["2025-10-31", "trainingTrial", 0],
        ["2025-11-30", "eachMonth", 350],
      ],
    ],
    [
      { offer: "marketing", volume: 10_000 },
      [
        ["2025-10-31", "firstMonth", 3000],
        ["2025-11-30", "eachMonth", 3000],
      ],
    ],
    [{ offer: "closing", volume: 1001 }, [["2025-10-31", "order", 500]]],
    [{ offer: "conferences", volume: 1 }, [["2025-10-31", "order", 190]]],
  ])("%j", (purchase, lines) => expect(linesOf(purchase, "2025-10-31")).toEqual(lines));

  test.each<Purchase>([
    { offer: "secretariat", volume: 7 },
    { offer: "suiviclient", volume: 60 },
    { offer: "marketing", volume: 3000 },
    { offer: "closing", volume: 0 },
    { offer: "closing", volume: 1.5 },
    { offer: "conferences", volume: 2 },
  ])("%j is not sold: no schedule, and nothing may be asked for it", (purchase) => {
    expect(linesOf(purchase, "2025-10-15")).toBeUndefined();
    expect(amountsAsked(purchase, firstPrices)).toEqual([]);
  });

  test("The promotion is the secretariat's alone", () => {
    expect(linesOf({ offer: "marketing", volume: 1000 }, "2025-10-15")?.[0]).toEqual(["2025-10-15", "firstMonth", 300]);
  });
});

test.each([
  ["2025-01-31", 1, "2025-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2025-01-31", 2, "2025-03-31"],
  ["2025-12-31", 2, "2026-02-28"],
  ["2025-08-31", 1, "2025-09-30"],
  ["2025-10-15", 0, "2025-10-15"],
])("From %s, %i months later is %s", (day, months, later) => {
  expect(addMonths(civilDate(day), months)).toBe(later);
});
