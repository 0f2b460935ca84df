import * as z from "zod/mini";

import { questionnaireQuestions, questionOf } from "#subjects/funnel/rules/questions.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";

import type { Contract } from "#domain/wire/contract.ts";
import { columns, storedText } from "#domain/wire/shapes.ts";

const answers = Object.fromEntries(
  questionnaireQuestions.map((key) => {
    const { column, kind } = questionOf(key);
    return [column, z.nullish(kind.type === "hours" ? hours() : answer())];
  }),
);

function hours() {
  const one = z.pipe(
    storedText,
    z.transform((text) => [text]),
  );
  return z.union([z.array(storedText).check(z.maxLength(20)), one]);
}

function answer() {
  return z.union([storedText, z.pipe(z.number(), z.transform(String))]);
}

/**
 * A lead that came by telephone, under the names of `create_lead_without_auth` without `_param`. With an
 * `idempotency_key` a repeat makes no second one. Of a person who has a lead of that offer already, `is_new` is false,
 * and what was typed waits beside its answers.
 */
export const createLeadCall = {
  name: "create-lead",
  by: "administrator",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.pipe(
    columns,
    z.intersection(
      z.object(answers),
      z.object({
        funnel_origin: z._default(z.enum(funnelOrigins), "general"),
        registration_path: z.nullish(storedText),
        consents: z.optional(z.unknown()),
        idempotency_key: z.nullish(z.guid()),
      }),
    ),
  ),
  answer: z.object({ lead_id: z.string(), reference: z.string(), is_new: z.boolean() }),
  refusals: [
    "email_missing",
    "email_malformed",
    "value_malformed",
    "value_too_long",
    "number_malformed",
    "path_malformed",
    "funnel_origin_unknown",
    "key_reused",
  ],
  audit: ["lead.created_by_hand"],
} as const satisfies Contract;

/**
 * The contacts of the leads in `merge` become that of the lead in `keep`; where one of them has the account, which then
 * reads all of it, `account` names it. `undo` parts them again, for ten minutes.
 */
export const mergeContactsCall = {
  name: "merge-contacts",
  by: "administrator",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.union([
    z.object({
      keep: z.guid(),
      merge: z.array(z.guid()).check(z.minLength(1), z.maxLength(20)),
      /** As `preview_merge` named it. */
      account: z.nullish(z.guid()),
      undo: z.optional(z.undefined()),
    }),
    z.object({ undo: z.guid() }),
  ]),
  answer: z.object({
    merge_id: z.optional(z.string()),
    leads: z.optional(z.array(z.object({ lead_id: z.string(), into_lead_id: z.string() }))),
  }),
  refusals: [
    "unknown_lead",
    "lead_merged",
    "merge_itself",
    "same_contact",
    "two_accounts",
    "account_unconfirmed",
    "merge_settled",
    "changed_meanwhile",
  ],
  audit: ["lead.merged", "lead.merge_undone"],
} as const satisfies Contract;

/** All that is kept about the person behind a lead: the same as the customer's own `mes-donnees.json`. */
export const exportContactCall = {
  name: "export-contact",
  by: "administrator",
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({ lead_id: z.guid() }),
  answer: columns,
  refusals: ["unknown_lead", "lead_merged"],
  audit: ["contact.exported"],
} as const satisfies Contract;
