import * as z from "zod/mini";

import { findingIds } from "#subjects/operations/rules/doctor-finding.ts";
import { dayShape } from "#kit/instants.ts";

import { anything, type Contract } from "#domain/wire/contract.ts";

/** What the doctor finds, and how queue, database, live screens and backups are doing. */
export const readHealthCall = {
  name: "read-health",
  by: "manager",
  limit: { capacity: 120, perHour: 1200 },
  asked: anything,
  answer: z.object({
    checkedAt: z.string(),
    version: z.string(),
    /** Of the sources that run; empty where neither a pack nor Git knows it. */
    commit: z.string(),
    startedAt: z.string(),
    database: z.object({ engine: z.enum(["postgres", "embedded"]), version: z.string(), sizeBytes: z.int() }),
    /** What waits to be sent, since when at most, and what gave up. */
    queue: z.object({ waiting: z.int(), dead: z.int(), oldestAt: z.nullable(z.string()) }),
    /** From a commit to the server's process, by the way that screens are told; null is two seconds and more. */
    liveLagMs: z.nullable(z.int()),
    /** Null when no backup left a record. */
    lastBackupAt: z.nullable(z.string()),
    /** What ends by itself: when a job last could, and how many cannot. */
    purges: z.object({ lastAt: z.nullable(z.string()), failing: z.int() }),
    findings: z.array(
      z.object({
        id: z.enum(findingIds),
        sentence: z.string(),
        french: z.optional(z.string()),
        about: z.optional(z.string()),
      }),
    ),
  }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** How the site is doing, without any secret. Instants are ISO 8601 in UTC. */
export type Health = z.output<typeof readHealthCall.answer>;

/** A mail to the caller's own address, by the way of all mails: what became of its first try. */
export const sendTestMailCall = {
  name: "send-test-mail",
  by: "manager",
  limit: { capacity: 20, perHour: 60 },
  asked: anything,
  answer: z.object({
    to: z.string(),
    status: z.enum(["waiting", "delivered", "dead"]),
    /** Of the first try, as the line of a delivery has them; null before it. */
    last_status: z.nullable(z.int()),
    last_error: z.nullable(z.string()),
    last_answer: z.nullable(z.string()),
  }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

export type TestedMail = z.output<typeof sendTestMailCall.answer>;

/**
 * An address that shows the public pages as of `day`, with `draft` as the draft of the site says. It holds for an hour
 * and asks for no session.
 */
export const previewSiteCall = {
  name: "preview-site",
  by: "manager",
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({ day: dayShape, draft: z.optional(z.boolean()) }),
  answer: z.object({ path: z.string().check(z.regex(/^\/apercu\//)) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;
