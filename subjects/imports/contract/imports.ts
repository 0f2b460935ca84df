import * as z from "zod/mini";

import { notedConsent } from "#subjects/consent/rules/consents.ts";
import { importFields } from "#subjects/imports/rules/fields.ts";
import { callLimits, importLimits } from "#subjects/imports/rules/limits.ts";
import { noteText } from "#subjects/leads/contract/lead-changes.ts";
import { typedAnswers } from "#subjects/leads/contract/contacts.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { dayShape } from "#kit/instants.ts";

import type { Contract, ProcedureContract } from "#domain/wire/contract.ts";
import { columns, storedText } from "#domain/wire/shapes.ts";

const short = (most: number) => storedText.check(z.trim(), z.minLength(1), z.maxLength(most));
const line = z.object({
  ...typedAnswers,
  /** As a spreadsheet counts them: the headers are in the first. */
  line: z.int().check(z.minimum(2), z.maximum(10 * importLimits.lines)),
  /** Although a lead has its e-mail or telephone. */
  beside: z.optional(z.boolean()),
  note: z.optional(noteText),
  owner: z.optional(z.guid()),
  callback_at: z.optional(dayShape),
  call_consent: z.optional(notedConsent),
});
const named = z.object({ lead_id: z.string(), name: z.nullable(z.string()) });
const outcome = z.object({
  line: z.int(),
  code: z.enum(["created", "duplicate", "refused"]),
  /** Of a refusal, its sentence. */
  error: z.optional(z.string()),
  lead_id: z.optional(z.string()),
  /** The leads that a duplicate is like; none where it is a line of the same file. */
  alike: z.optional(z.array(named)),
});
/** What becomes of one line. */
export type LineOutcome = z.output<typeof outcome>;

/**
 * Lines of a file, in their order: each is looked at once, under the id that the browser made of the file. With
 * `dry_run` it is said what would become of them, and nothing is kept. No receiver, mailbox or colleague is told.
 */
export const importLeadsCall = {
  name: "import-leads",
  by: "manager",
  limit: { capacity: 600, perHour: 7200 },
  asked: z
    .object({
      import_id: z.guid(),
      source: short(200),
      file_name: z.string().check(z.maxLength(255)),
      /** SHA-256, in hexadecimal. */
      file_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      funnel_origin: z.enum(funnelOrigins),
      /** Of the file, the last line that holds something. */
      last_line: z.int().check(z.minimum(2), z.maximum(10 * importLimits.lines)),
      /** Which column holds what. */
      choices: z.partialRecord(z.enum(importFields), z.int()),
      dry_run: z.optional(z.boolean()),
      lines: z.array(line).check(z.minLength(1), z.maxLength(callLimits.lines)),
    })
    .check(z.refine(({ last_line: last, lines }) => lines.every(({ line: place }) => place <= last))),
  answer: z.object({
    reached_line: z.int(),
    created: z.int(),
    duplicates: z.int(),
    refused: z.int(),
    results: z.array(outcome),
  }),
  refusals: [
    "import_differs",
    "import_undone",
    "import_too_long",
    "day_to_come",
    "callback_out_of_reach",
    "volume_not_sold",
    "unknown_owner",
    "owner_reads_only",
  ],
  audit: ["leads.import_started", "leads.imported"],
} as const satisfies Contract;

/** Takes back so many leads; called again until it is done. What was changed since stays, and is named. */
export const undoImportCall = {
  name: "undo-import",
  by: "manager",
  limit: { capacity: 600, perHour: 7200 },
  asked: z.object({ import_id: z.guid() }),
  answer: z.object({ undone: z.int(), is_done: z.boolean(), kept_count: z.int(), kept: z.array(named) }),
  refusals: ["unknown_import", "import_settled"],
  audit: ["leads.import_undone", "lead.deleted", "profile.deleted"],
} as const satisfies Contract;

const imported = z.object({
  id: z.string(),
  author_email: z.nullable(z.string()),
  source: z.string(),
  file_name: z.string(),
  file_hash: z.string(),
  funnel_origin: z.enum(funnelOrigins),
  choices: columns,
  last_line: z.int(),
  reached_line: z.int(),
  created_count: z.int(),
  duplicate_count: z.int(),
  refused_count: z.int(),
  started_at: z.string(),
  undone_at: z.nullable(z.string()),
  may_undo: z.boolean(),
});
/** A file that was imported, whole or in part. Instants are ISO 8601. */
export type ImportedFile = z.output<typeof imported>;
export const listImportsCall = {
  procedure: "list_lead_imports",
  by: "manager",
  asked: z.object({}),
  answer: z.array(imported),
} as const satisfies ProcedureContract;
