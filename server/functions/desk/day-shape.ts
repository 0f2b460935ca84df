import * as z from "zod";

import { readCivilDate } from "#domain/kernel/civil-date.ts";

/** A day of the calendar, such as 2025-12-02. */
export const dayShape = z.string().transform((text, check) => {
  const day = readCivilDate(text);
  if (day === undefined) check.addIssue("not a day");
  return day ?? z.NEVER;
});
