import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { conferencePhase } from "./conference-registration.ts";

const conference = { registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02") };
const early = { registrationUntil: civilDate("2025-11-20"), heldOn: civilDate("2025-12-02") };

test.each([
  [conference, "2025-01-01", "open"],
  [conference, "2025-12-01", "open"],
  [conference, "2025-12-02", "closed"],
  [conference, "2025-12-03", "past"],
  [conference, "2026-12-02", "past"],
  [early, "2025-11-20", "open"],
  [early, "2025-11-21", "closed"],
  [early, "2025-12-02", "closed"],
])("With %o, on %s registration is %s", (dates, today, phase) => {
  expect(conferencePhase(dates, civilDate(today))).toBe(phase);
});
