import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";
import { screenQuery } from "#domain/wire/shapes.ts";

const file = {
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  answer: "response",
  refusals: [],
} as const;

/** As many as a request has room for. */
const mostIds = 1000;

const sheetFormat = z.optional(z.enum(["csv", "xlsx"]));
export type SheetFormat = "csv" | "xlsx";

/** The leads that the list shows under its address, in its order, or those that are named. */
export const exportLeadsCall = {
  name: "export-leads",
  ...file,
  asked: z.union([
    z.object({ query: screenQuery.shape.query, ids: z.optional(z.undefined()), format: sheetFormat }),
    z.object({
      format: sheetFormat,
      ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(mostIds)),
      query: z.optional(z.undefined()),
    }),
  ]),
  audit: ["leads.export_started", "leads.exported"],
} as const satisfies Contract;

/** The address by which a calendar reads one's own call-backs; `renew` ends the one before. */
export const callbackFeedCall = {
  name: "callback-feed",
  by: "reader",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({ renew: z.boolean() }),
  answer: z.object({ url: z.string() }),
  refusals: [],
  audit: ["feed.renewed"],
} as const satisfies Contract;

/** Who comes to a conference, or waits to hear of the next one. */
export const exportConferenceCall = {
  name: "export-conference",
  ...file,
  asked: screenQuery,
  audit: ["conference.exported"],
} as const satisfies Contract;

/** Who did what, newest first. */
export const exportJournalCall = {
  name: "export-journal",
  ...file,
  asked: screenQuery,
  audit: ["journal.exported"],
} as const satisfies Contract;

/** Who asked for the newsletter, with the link by which each leaves it. */
export const exportNewsletterCall = {
  name: "export-newsletter",
  ...file,
  asked: screenQuery,
  audit: ["newsletter.exported"],
} as const satisfies Contract;
