import * as z from "zod/mini";

import { shownText } from "#domain/kernel/text-rules.ts";
import { dayShape } from "#kit/instants.ts";

import { anything, type Contract } from "#domain/wire/contract.ts";

const conference = z.object({
  /** Null of what was sent before the day was noted. */
  heldOn: z.nullable(dayShape),
  registered: z.int(),
  waiting: z.int(),
  /** Of those registered. */
  paid: z.int(),
  /** Of an edition of the site; null of what it says nothing of, as the two below. */
  phase: z.nullable(z.enum(["open", "closed", "past"])),
  registrationUntil: z.nullable(dayShape),
  /** How many the room has. */
  seats: z.nullable(z.int()),
});

/** The announced one first. Days are civil days in Paris. */
export const listConferencesCall = {
  name: "list-conferences",
  by: "reader",
  limit: { capacity: 240, perHour: 7200 },
  asked: anything,
  answer: z.object({ conferences: z.array(conference) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** A conference and how many come. */
export type ConferenceFigures = z.output<typeof conference>;

/** Who has a place that day, by name; null of what was sent before the day was noted. */
export const attendanceSheetCall = {
  name: "attendance-sheet",
  by: "seller",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({ held_on: z.nullable(dayShape) }),
  answer: z.object({
    people: z.array(
      z.object({
        lead_id: z.string(),
        last_name: z.nullable(shownText),
        first_name: z.nullable(shownText),
        company_name: z.nullable(shownText),
      }),
    ),
  }),
  refusals: [],
  audit: ["conference.sheet_read"],
} as const satisfies Contract;

/** Who signs, by name. */
export type Attendance = z.output<typeof attendanceSheetCall.answer>["people"];
