import * as z from "zod/mini";

import type { Contract } from "./contract.ts";

const text = z.optional(z.string());

/** Of the Reporting API (`application/reports+json`). */
const report = z.object({
  type: z.string(),
  url: text,
  body: z.nullish(z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, phase: text })),
});

/** Of browsers that know `report-uri` alone (`application/csp-report`). */
const olderReport = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
  }),
});

export type BrowserReport = z.output<typeof report>;

/**
 * What browsers say by themselves of a page of ours, some at once; a page that goes wrong for a whole office is known
 * after a few.
 */
export const reportBrowserCall = {
  name: "report",
  by: "public",
  limit: { capacity: 60, perHour: 600 },
  asked: z.union([z.array(report), report, olderReport]),
  answer: "response",
  refusals: [],
  audit: [],
} as const satisfies Contract;
