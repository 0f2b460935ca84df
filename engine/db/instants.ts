import * as z from "zod";

import { readCivilDate } from "#kit/civil-date.ts";

const firstMs = Date.parse("0001-01-01T00:00:00Z");
const endMs = Date.UTC(10_000, 0);

/**
 * An instant with its zone, as PostgreSQL takes it and JSON gives it back: microseconds and all. Years 1 to 9999, since
 * JavaScript has a year 0 and PostgreSQL has none; and no zone is 16 hours away, which only JavaScript believes.
 */
export const instantShape = z.iso.datetime({ offset: true }).refine((text) => {
  const ms = Date.parse(text);
  return ms >= firstMs && ms < endMs && !/[+-](1[6-9]|2\d):\d\d$/.test(text);
});

/** A day of the calendar, such as 2025-12-02. */
export const dayShape = z.string().transform((text, check) => {
  const day = readCivilDate(text);
  if (day === undefined) check.addIssue("not a day");
  return day ?? z.NEVER;
});
