import * as z from "zod/mini";

import { inactiveReasons, leadStatuses } from "#domain/kernel/lead.ts";
import { dayShape, instantShape } from "#kit/instants.ts";
import { notedConsent } from "#subjects/consent/rules/consents.ts";
import { mostTags, tagName } from "#subjects/leads/rules/tags.ts";
import { callOutcomes } from "#subjects/leads/rules/today.ts";

import type { Contract } from "#domain/wire/contract.ts";
import { columns, screenQuery, storedText } from "#domain/wire/shapes.ts";

// A team of several works behind one address, all day, and a long list is changed a thousand leads at a time.
const oneByOne = { capacity: 240, perHour: 7200 };
const byTheList = { capacity: 600, perHour: 7200 };

/** Few enough for one transaction, and for an answer that is waited for. */
const mostChanged = 1000;
/** Each is a dozen statements. */
const mostDeleted = 100;
const longestNote = 10_000;
export const noteText = storedText.check(z.refine((text) => Array.from(text).length <= longestNote));

/** The `updated_at` that was seen of each, by id. */
const seenOfEach = z.record(z.guid(), instantShape);

/** What became of one lead; `before` and `stored` hold the columns that were to change. */
const outcome = z.object({
  lead_id: z.string(),
  code: z.string(),
  error: z.optional(z.string()),
  before: z.optional(columns),
  stored: z.optional(columns),
  updated_at: z.optional(z.string()),
  kept_lead_id: z.optional(z.string()),
});
const outcomes = z.object({ results: z.array(outcome) });

/**
 * For all leads named, in one transaction; a repeat finds them `unchanged`, and to undo is to set what `before` says.
 *
 * `seen_at`, of all or by id, is the `updated_at` that was seen: what changed since keeps its value, and is named with
 * both. One lead alone is then answered as an error, as by the other functions.
 */
export const changeLeadsCall = {
  name: "change-leads",
  by: "seller",
  limit: byTheList,
  asked: z.object({
    ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(mostChanged)),
    set: z
      .strictObject({
        lead_status: z.optional(z.enum(leadStatuses)),
        payment_status: z.optional(z.boolean()),
        owner: z.nullish(z.guid()),
        /** Of a lead that is closed; it goes with the status. */
        inactive_reason: z.nullish(z.enum(inactiveReasons)),
      })
      .check(z.refine((set) => Object.values(set).some((value) => value !== undefined))),
    seen_at: z.optional(z.union([instantShape, seenOfEach])),
  }),
  answer: outcomes,
  refusals: ["unknown_owner", "owner_reads_only", "unknown_lead", "lead_merged", "changed_meanwhile"],
  audit: ["lead.status_changed", "lead.payment_changed", "lead.owner_changed", "lead.reason_changed"],
} as const satisfies Contract;

const tagNames = z.array(storedText.check(z.trim(), z.regex(tagName))).check(z.maxLength(mostTags));

/**
 * Puts tags on all leads named, then takes others away, by name; a name that no tag has yet makes one. A repeat finds
 * them `unchanged`, and to undo is to take away what `before` does not say.
 */
export const tagLeadsCall = {
  name: "tag-leads",
  by: "seller",
  limit: byTheList,
  asked: z.object({
    ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(mostChanged)),
    add: z.optional(tagNames),
    remove: z.optional(tagNames),
  }),
  answer: outcomes,
  refusals: ["too_many_tags", "unknown_lead", "lead_merged"],
  audit: ["lead.tags_changed"],
} as const satisfies Contract;

/**
 * Of each lead what became of it. A contact goes with the last of its leads, its account too; one that has others keeps
 * them. What changed since `seen_at`, by id, stays.
 */
export const deleteLeadsCall = {
  name: "delete-leads",
  by: "manager",
  limit: byTheList,
  asked: z.object({
    ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(mostDeleted)),
    seen_at: z.optional(seenOfEach),
  }),
  answer: outcomes,
  refusals: [],
  audit: ["lead.erased", "contact.erased", "erasure.refused"],
} as const satisfies Contract;

/** The leads that the list shows under its address, in its order; `has_more` when the list goes on. */
export const selectLeadsCall = {
  name: "select-leads",
  by: "reader",
  limit: { capacity: 120, perHour: 1200 },
  asked: screenQuery,
  answer: z.object({
    leads: z.array(z.object({ lead_id: z.string(), updated_at: z.string() })),
    has_more: z.boolean(),
  }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** When a call-back was promised: an instant, a day (9 in the morning in Paris), or null when none is any more. */
export const setCallbackCall = {
  name: "set-callback",
  by: "seller",
  limit: oneByOne,
  asked: z.object({
    lead_id: z.guid(),
    at: z.nullable(z.union([instantShape, dayShape])),
    seen_at: z.optional(instantShape),
  }),
  answer: z.object({
    callback_at: z.nullable(z.string()),
    before: z.nullable(z.string()),
    updated_at: z.string(),
  }),
  refusals: ["callback_out_of_reach", "unknown_lead", "lead_merged", "changed_meanwhile"],
  audit: ["lead.callback_changed"],
} as const satisfies Contract;

/** Says that the service of a paid lead runs, or that it does not after all. */
export const setSetupCall = {
  name: "set-setup",
  by: "seller",
  limit: oneByOne,
  asked: z.object({ lead_id: z.guid(), is_done: z.boolean(), seen_at: z.optional(instantShape) }),
  answer: z.object({ updated_at: z.string() }),
  refusals: ["not_paid", "unknown_lead", "lead_merged", "changed_meanwhile"],
  audit: ["lead.setup_changed"],
} as const satisfies Contract;

/**
 * A call with how it ended, what was said, when to call again (null: no more) and the status it left the lead in, in
 * one transaction. `refused` withdraws the consent to calls. With a `call_id` made by the browser a repeat writes
 * nothing twice; `add-note` withdraws it under that id, and the consent is then as before.
 */
export const logCallCall = {
  name: "log-call",
  by: "seller",
  limit: oneByOne,
  asked: z.object({
    lead_id: z.guid(),
    outcome: z.enum(callOutcomes),
    note: z.optional(noteText),
    callback_at: z.nullish(z.union([instantShape, dayShape])),
    lead_status: z.optional(z.enum(leadStatuses)),
    call_id: z.optional(z.guid()),
  }),
  /** `before`: the status and call-back that it changed. */
  answer: z.object({ call_id: z.string(), before: columns, updated_at: z.string() }),
  refusals: ["callback_out_of_reach", "unknown_lead", "lead_merged"],
  audit: ["lead.called", "lead.status_changed", "lead.callback_changed"],
} as const satisfies Contract;

const columnName = z.string().check(z.regex(/^\w{1,63}$/));

/**
 * Puts right what a contact is and answered, under the names of `admin_dashboard`; empty is no answer, and a volume is
 * one of those that are sold.
 */
export const correctLeadCall = {
  name: "correct-lead",
  by: "seller",
  limit: oneByOne,
  asked: z.object({
    lead_id: z.guid(),
    set: z.pipe(
      columns,
      z
        .record(
          columnName,
          z.union([
            storedText,
            z.number(),
            z.null(),
            z.array(storedText).check(z.maxLength(50)),
            z.record(columnName, z.union([storedText, z.boolean(), z.null()])),
          ]),
        )
        .check(z.refine((set) => Object.keys(set).length > 0)),
    ),
    seen_at: z.optional(instantShape),
  }),
  answer: z.object({ before: columns, after: columns, updated_at: z.string() }),
  refusals: [
    "unknown_lead",
    "lead_merged",
    "changed_meanwhile",
    "column_unknown",
    "value_malformed",
    "value_too_long",
    "number_malformed",
    "volume_not_sold",
    "contact_missing",
    "phone_malformed",
    "email_malformed",
  ],
  audit: ["lead.corrected"],
} as const satisfies Contract;

/** What a person agreed to elsewhere than in a form: it allows calls, until a call is refused. */
export const noteConsentCall = {
  name: "note-consent",
  by: "seller",
  limit: oneByOne,
  asked: z.extend(notedConsent, { lead_id: z.guid() }),
  answer: z.object({ updated_at: z.string() }),
  refusals: ["unknown_lead", "lead_merged", "day_to_come"],
  audit: ["lead.consent_noted"],
} as const satisfies Contract;

/**
 * Plain text; with a `note_id` made by the browser, a repeat writes nothing twice, and with `for_customer` the customer
 * reads it in their space, which asks for an account. `withdraw` takes back one's own note, call or waiting mail.
 */
export const addNoteCall = {
  name: "add-note",
  by: "seller",
  limit: oneByOne,
  asked: z.union([
    z.object({
      lead_id: z.guid(),
      text: noteText.check(z.refine((text) => text.trim() !== "")),
      note_id: z.optional(z.guid()),
      for_customer: z.optional(z.boolean()),
      /** Colleagues whom the text names behind an @, and how. */
      mentions: z.optional(
        z.array(z.object({ user_id: z.guid(), said: storedText.check(z.maxLength(200)) })).check(z.maxLength(50)),
      ),
      withdraw: z.optional(z.undefined()),
    }),
    z.object({ lead_id: z.guid(), withdraw: z.guid() }),
  ]),
  answer: z.object({ note_id: z.string(), written_at: z.nullable(z.string()) }),
  refusals: ["unknown_lead", "lead_merged", "no_account", "mails_refused", "not_your_note", "already_left"],
  audit: ["lead.noted", "lead.note_withdrawn"],
} as const satisfies Contract;
