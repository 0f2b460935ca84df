import { afterEach, expect, test, vi } from "vitest";

import { clockInParis, instantInParis } from "./paris-clock.ts";

afterEach(() => vi.unstubAllEnvs());

const zones = ["Europe/Paris", "America/Guadeloupe", "Pacific/Noumea", "Asia/Kolkata"];

/** The clock in Paris, and the instant. */
const table = [
  ["2026-12-01T09:00", "2026-12-01T08:00:00.000Z"],
  ["2026-07-01T09:00", "2026-07-01T07:00:00.000Z"],
  ["2027-01-01T00:15", "2026-12-31T23:15:00.000Z"],
  // Clocks go forward at 2: what is before and after.
  ["2027-03-28T01:59", "2027-03-28T00:59:00.000Z"],
  ["2027-03-28T03:00", "2027-03-28T01:00:00.000Z"],
  // Clocks go back at 3: what is before, between for the first time, and after.
  ["2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
  ["2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
  ["2026-10-25T10:00", "2026-10-25T09:00:00.000Z"],
] as const;

test.for(zones)("What is typed on a device in %s is the time of Paris, there and back", (zone) => {
  vi.stubEnv("TZ", zone);
  const read = table.map(([clock]) => [clock, instantInParis(clock)?.toISOString()]);
  expect(read).toEqual(table);
  expect(table.map(([, instant]) => clockInParis(new Date(instant)))).toEqual(table.map(([clock]) => clock));
});

test("An hour that the night of March lacks is shown as the one after it", () => {
  const at = instantInParis("2027-03-28T02:30");
  expect(at?.toISOString()).toBe("2027-03-28T01:30:00.000Z");
  expect(clockInParis(at ?? new Date())).toBe("2027-03-28T03:30");
});

test.for(["", "2026-12-01", "demain"])("« %s » is no date and time", (clock) => {
  expect(instantInParis(`${clock}`)).toBeUndefined();
});
