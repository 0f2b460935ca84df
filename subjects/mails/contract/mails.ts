import * as z from "zod/mini";

import { anything, type Contract } from "#domain/wire/contract.ts";
import { storedText } from "#domain/wire/shapes.ts";

const oneByOne = { capacity: 120, perHour: 3600 };
const longestText = 10_000;

/** Line ends are written in more than one way. */
const typedText = storedText.check(
  z.overwrite((text) => text.replaceAll(/\r\n?/g, "\n").trimEnd()),
  z.refine((text) => text.trim() !== "" && Array.from(text).length <= longestText),
);
const subject = storedText.check(z.overwrite((text) => text.trim()));

const wording = { name: z.string(), subject: z.string(), text: z.string(), version: z.int() };
const template = z.object({ id: z.string(), ...wording, is_offered: z.boolean() });
/** What a mail may begin with. `version` 0: as the site brings it. */
export type TeamTemplate = z.output<typeof template>;

const version = z.object({
  ...wording,
  is_offered: z.boolean(),
  /** E-mail of an administrator; null: the site, or an account that is gone. */
  author: z.nullable(z.string()),
  /** ISO 8601; null of what the site brings. */
  written_at: z.nullable(z.string()),
});
export type TemplateVersion = z.output<typeof version>;

/** What a mail about this lead can say, or why none leaves. */
export const prepareMailCall = {
  name: "prepare-mail",
  by: "seller",
  limit: oneByOne,
  asked: z.object({ lead_id: z.guid() }),
  answer: z.object({
    /** Null where the lead has no address. */
    recipient: z.nullable(z.string()),
    /** A sentence: no mail leaves. */
    refusal: z.nullable(z.string()),
    /** The person asked for none, and may take that back. */
    is_refused: z.boolean(),
    /** By field, without that of the link, which is filled in when the mail leaves. */
    fields: z.record(z.string(), z.string()),
    has_link: z.boolean(),
    /** The person reads it in their space too. */
    is_in_space: z.boolean(),
    templates: z.array(template),
  }),
  refusals: ["unknown_lead", "lead_merged"],
  audit: [],
} as const satisfies Contract;
export type PreparedMail = z.output<typeof prepareMailCall.answer>;

/** The person takes back that they want no mail of the team: how they said so, in words, stays in the history. */
export const allowMailsCall = {
  name: "allow-mails",
  by: "manager",
  limit: oneByOne,
  asked: z.object({
    lead_id: z.guid(),
    reason: subject.check(z.minLength(3), z.maxLength(300)),
  }),
  /** False: there was no refusal to take back. */
  answer: z.object({ changed: z.boolean() }),
  refusals: ["unknown_lead", "lead_merged"],
  audit: ["lead.mails_allowed"],
} as const satisfies Contract;

/**
 * A mail to the person of a lead. Fields of the closed list are filled in; the rest is plain text. With a `message_id`
 * made by the browser a repeat writes nothing twice. It waits until `leaves_at`, and `add-note` takes it back under
 * that id as long as it waits.
 */
export const sendMailCall = {
  name: "send-mail",
  by: "seller",
  limit: oneByOne,
  asked: z.object({
    lead_id: z.guid(),
    template: z.nullish(z.guid()),
    subject,
    text: typedText,
    message_id: z.optional(z.guid()),
  }),
  answer: z.object({ message_id: z.string(), leaves_at: z.string() }),
  refusals: [
    "unknown_lead",
    "lead_merged",
    "no_address",
    "mails_refused",
    "too_many_mails",
    "key_reused",
    "subject_malformed",
    "text_too_long",
    "unknown_field",
    "empty_field",
    "no_order_link",
  ],
  audit: ["lead.mailed"],
} as const satisfies Contract;

/** Those that are offered, then those that were withdrawn, by name. */
export const listMailTemplatesCall = {
  name: "list-mail-templates",
  by: "seller",
  limit: oneByOne,
  asked: anything,
  answer: z.object({ templates: z.array(template) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** Every wording of one template, the newest first. */
export const readMailTemplateCall = {
  name: "read-mail-template",
  by: "manager",
  limit: oneByOne,
  asked: z.object({ template_id: z.guid() }),
  answer: z.object({ versions: z.array(version) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/**
 * A new version of a template, or the first one under an id made by the browser. `seen_version` is the one it was
 * written upon, 0 before the first; on another one it is refused. `is_offered` false withdraws it.
 */
export const saveMailTemplateCall = {
  name: "save-mail-template",
  by: "manager",
  limit: oneByOne,
  asked: z.object({
    template_id: z.guid(),
    seen_version: z.int().check(z.gte(0), z.lte(1_000_000)),
    name: subject,
    subject,
    text: typedText,
    is_offered: z._default(z.boolean(), true),
  }),
  answer: z.object({ version: z.int() }),
  refusals: ["template_malformed", "unknown_field", "template_changed"],
  audit: ["template.saved"],
} as const satisfies Contract;
