import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import {
  easterSunday,
  isHoliday,
  isWorkingDay,
  nextWorkingDay,
  officeDayMs,
  workingTimeBetween,
} from "./working-time.ts";

const hour = 3_600_000;
const hoursBetween = (from: string, to: string) => workingTimeBetween(new Date(from), new Date(to)) / hour;

describe("Working time", () => {
  test.each([
    ["within a morning", "2026-11-23T09:00:00+01:00", "2026-11-23T11:30:00+01:00", 2.5],
    ["over a night", "2026-11-23T17:00:00+01:00", "2026-11-24T10:00:00+01:00", 2],
    ["over a weekend", "2026-11-20T17:00:00+01:00", "2026-11-23T10:00:00+01:00", 2],
    ["on a Sunday alone", "2026-11-22T08:00:00+01:00", "2026-11-22T20:00:00+01:00", 0],
    ["from before the doors open to after they close", "2026-11-23T03:00:00+01:00", "2026-11-23T23:00:00+01:00", 9],
    ["over the change to winter time", "2026-10-23T17:00:00+02:00", "2026-10-26T10:00:00+01:00", 2],
    ["over the change to summer time", "2026-03-27T17:00:00+01:00", "2026-03-30T10:00:00+02:00", 2],
    ["over the 11th of November", "2026-11-10T17:00:00+01:00", "2026-11-12T10:00:00+01:00", 2],
    ["over Easter Monday", "2026-04-03T17:00:00+02:00", "2026-04-07T10:00:00+02:00", 2],
    ["over Christmas and New Year", "2026-12-24T17:00:00+01:00", "2027-01-04T09:00:00+01:00", 1 + 4 * 9],
    ["backwards", "2026-11-23T11:00:00+01:00", "2026-11-23T10:00:00+01:00", 0],
  ])("%s", (_, from, to, hours) => {
    expect(hoursBetween(from, to)).toBe(hours);
  });

  const instant = fc
    .date({ min: new Date("2024-01-01T00:00:00Z"), max: new Date("2029-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.getTime());
  const span = fc.nat(40 * 24 * hour);

  test("is never more than the time that went by, nor more than nine hours for each day", () => {
    fc.assert(
      fc.property(instant, span, (start, length) => {
        const worked = workingTimeBetween(new Date(start), new Date(start + length));
        expect(worked).toBeGreaterThanOrEqual(0);
        expect(worked).toBeLessThanOrEqual(length);
        expect(worked).toBeLessThanOrEqual((Math.floor(length / (24 * hour)) + 2) * officeDayMs);
      }),
    );
  });

  test("adds up, wherever it is cut, through changes of the clock and holidays", () => {
    fc.assert(
      fc.property(instant, span, span, (start, first, second) => {
        const [from, cut, to] = [start, start + first, start + first + second].map((ms) => new Date(ms)) as [
          Date,
          Date,
          Date,
        ];
        expect(workingTimeBetween(from, cut) + workingTimeBetween(cut, to)).toBe(workingTimeBetween(from, to));
      }),
    );
  });

  test("is the time of minutes that are worked, counted one by one", () => {
    const minute = 60_000;
    const clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Paris",
      dateStyle: "short",
      timeStyle: "short",
    });
    const isWorked = (ms: number) => {
      const [day = "", time = ""] = clock.format(new Date(ms)).split(" ");
      return time >= "09:00" && time < "18:00" && isWorkingDay(civilDate(day));
    };
    fc.assert(
      fc.property(instant, fc.nat(3 * 24 * 60), (start, minutes) => {
        const from = Math.floor(start / minute) * minute;
        let counted = 0;
        for (let n = 0; n < minutes; n += 1) counted += Number(isWorked(from + n * minute));
        expect(workingTimeBetween(new Date(from), new Date(from + minutes * minute))).toBe(counted * minute);
      }),
      { numRuns: 20 },
    );
  });
});

describe("Public holidays of France", () => {
  test.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2038, "2038-04-25"],
    [2285, "2285-03-22"],
  ])("Easter of %d", (year, day) => {
    expect(easterSunday(year)).toBe(day);
  });

  test("there are eleven a year, on their days", () => {
    const days = Array.from({ length: 365 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
    expect(days.filter((day) => isHoliday(civilDate(day)))).toEqual([
      "2026-01-01",
      "2026-04-06",
      "2026-05-01",
      "2026-05-08",
      "2026-05-14",
      "2026-05-25",
      "2026-07-14",
      "2026-08-15",
      "2026-11-01",
      "2026-11-11",
      "2026-12-25",
    ]);
  });

  test.each([
    ["on a Friday evening", "2026-11-20T22:00:00+01:00", "2026-11-23"],
    ["before a holiday", "2026-11-10T10:00:00+01:00", "2026-11-12"],
    ["past midnight in Paris, still the day before in Greenwich", "2026-11-24T00:30:00+01:00", "2026-11-25"],
  ])("the next working day, %s", (_, now, day) => {
    expect(nextWorkingDay(new Date(now))).toBe(day);
  });
});
