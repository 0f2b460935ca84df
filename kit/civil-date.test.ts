import { expect, test } from "vitest";

import { addDays, civilDate, dayInParis, isWithin, readCivilDate } from "./civil-date.ts";

test("A day is a real day of the calendar", () => {
  expect(readCivilDate("2025-10-30")).toBe("2025-10-30");
  for (const text of ["2025-02-30", "2025-1-1", "30/10/2025", "", "2025-10-30T00:00", "0000-01-01"]) {
    expect(readCivilDate(text)).toBeUndefined();
  }
});

test("The day in Paris changes at midnight in Paris, in winter and in summer", () => {
  expect(dayInParis(new Date("2025-10-30T22:59:59Z"))).toBe("2025-10-30");
  expect(dayInParis(new Date("2025-10-30T23:00:00Z"))).toBe("2025-10-31");
  expect(dayInParis(new Date("2025-07-01T22:00:00Z"))).toBe("2025-07-02");
});

test("Days are counted over the ends of months, years and summer time", () => {
  expect(addDays(civilDate("2026-12-20"), 15)).toBe("2027-01-04");
  expect(addDays(civilDate("2026-10-24"), 2)).toBe("2026-10-26");
  expect(addDays(civilDate("2024-03-01"), -1)).toBe("2024-02-29");
});

test("Both ends of a window are in it", () => {
  const window = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };
  const days = ["2025-08-31", "2025-09-01", "2025-10-30", "2025-10-31"].map(civilDate);
  expect(days.map((day) => isWithin(window, day))).toEqual([false, true, true, false]);
});
