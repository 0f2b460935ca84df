import * as z from "zod/mini";

import { readCivilDate } from "./civil-date.ts";

const firstMs = Date.parse("0001-01-01T00:00:00Z");
const endMs = Date.UTC(10_000, 0);

/**
 * An instant with its zone, as PostgreSQL takes it and JSON gives it back: microseconds and all. Years 1 to 9999, since
 * JavaScript has a year 0 and PostgreSQL has none; and no zone is 16 hours away, which only JavaScript believes.
 */
export const instantShape = z.iso.datetime({ offset: true }).check(
  z.refine((text) => {
    const ms = Date.parse(text);
    return ms >= firstMs && ms < endMs && !/[+-](1[6-9]|2\d):\d\d$/.test(text);
  }),
);

/** A day of the calendar, such as 2025-12-02. */
export const dayShape = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    const day = readCivilDate(text);
    if (day !== undefined) return day;
    issues.push({ code: "custom", input: text, message: "not a day" });
    return z.NEVER;
  }),
);
