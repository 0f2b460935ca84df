import * as z from "zod/mini";

import { type Kind, questionKeys, questionOf } from "#subjects/funnel/rules/questions.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { dayShape, instantShape } from "#kit/instants.ts";
import { notedConsent } from "#subjects/consent/rules/consents.ts";

import type { Contract } from "#domain/wire/contract.ts";
import { columns, storedText } from "#domain/wire/shapes.ts";

import { noteText } from "./lead-changes.ts";

/** What the team types of a lead, under the names of its columns: who it is, and what its form asks. */
export const typedAnswers = Object.fromEntries(
  questionKeys
    .map(questionOf)
    .flatMap(({ column, kind, partOf }) => (partOf ? [] : [[column, z.nullish(shapeOf(kind))]])),
);

function shapeOf({ type }: Kind) {
  if (type === "hours") return hours();
  if (type === "list") return z.array(storedText).check(z.maxLength(50));
  return type === "note" ? columns : answer();
}

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
 * A lead that came by telephone, under the names of the columns of leads: with an e-mail, or with a telephone that can
 * be dialled. With an `idempotency_key` a repeat makes no second one. Of a person who has a lead of that offer already,
 * `is_new` is false, and what was typed waits beside its answers; the note is written, owner and call-back stay.
 */
export const createLeadCall = {
  name: "create-lead",
  by: "seller",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.pipe(
    columns,
    z.intersection(
      z.object(typedAnswers),
      z.object({
        funnel_origin: z._default(z.enum(funnelOrigins), "general"),
        registration_path: z.nullish(storedText),
        consents: z.optional(z.unknown()),
        /** To calls, as it was said. */
        call_consent: z.optional(notedConsent),
        idempotency_key: z.nullish(z.guid()),
        note: z.optional(noteText),
        owner: z.nullish(z.guid()),
        callback_at: z.nullish(z.union([instantShape, dayShape])),
      }),
    ),
  ),
  answer: z.object({ lead_id: z.string(), reference: z.string(), is_new: z.boolean() }),
  refusals: [
    "contact_missing",
    "phone_malformed",
    "email_malformed",
    "value_malformed",
    "value_too_long",
    "number_malformed",
    "path_malformed",
    "key_reused",
    "day_to_come",
    "callback_out_of_reach",
    "unknown_owner",
    "owner_reads_only",
  ],
  audit: ["lead.created_by_hand", "lead.noted", "lead.owner_changed", "lead.callback_changed"],
} as const satisfies Contract;

/**
 * The contacts of the leads in `merge` become that of the lead in `keep`; where one of them has the account, which then
 * reads all of it, `account` names it. `undo` parts them again, for ten minutes.
 */
export const mergeContactsCall = {
  name: "merge-contacts",
  by: "seller",
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
  by: "manager",
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({ lead_id: z.guid() }),
  answer: columns,
  refusals: ["unknown_lead", "lead_merged"],
  audit: ["contact.exported"],
} as const satisfies Contract;
