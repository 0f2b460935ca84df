import * as z from "zod/mini";

import { anything, type Contract, done } from "#domain/wire/contract.ts";

/** What changes, as it changes. A team behind one address: each tab opens a stream again when it comes to the front. */
export const leadEventsCall = {
  name: "lead-events",
  by: "reader",
  limit: { capacity: 240, perHour: 7200 },
  method: "GET",
  asked: anything,
  answer: "response",
  refusals: ["too_many_streams"],
  audit: [],
} as const satisfies Contract;

/** Which lead a tab shows; null for none. A tab says it again every 10 s. */
export const leadPresenceCall = {
  name: "lead-presence",
  by: "reader",
  limit: { capacity: 600, perHour: 36_000 },
  asked: z.object({
    tab: z.guid(),
    lead_id: z.nullable(z.guid()),
    /** The tab has just come to this lead. */
    is_new: z._default(z.boolean(), false),
  }),
  answer: done,
  refusals: [],
  audit: [],
} as const satisfies Contract;
