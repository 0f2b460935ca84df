import * as z from "zod/mini";

import { funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";
import { shownText } from "#domain/kernel/text-rules.ts";
import { workReasons } from "#subjects/leads/rules/today.ts";

import { anything, type ProcedureContract } from "#domain/wire/contract.ts";
import { columns } from "#domain/wire/shapes.ts";

const text = z.nullable(z.string());
const none = z.object({});
const ofLead = z.object({ lead_id_param: z.string() });
/** Rows of `admin_dashboard`: see `readLeadRow`. */
const leadRows = z.array(z.unknown());

/** Filters travel as a bound value, in a body: no character of a search means anything on the way. */
export const listLeadsCall = {
  procedure: "list_leads",
  by: "reader",
  asked: z.object({
    filters_param: columns,
    sort_param: z.string(),
    descending_param: z.boolean(),
    after_param: z.nullable(columns),
    limit_param: z.int(),
  }),
  answer: z.object({ rows: leadRows, next: z.nullable(columns), count: z.nullable(z.int()) }),
} as const satisfies ProcedureContract;

const volumeCount = z.object({
  status: z.enum(leadStatuses),
  funnel: z.enum(funnelOrigins),
  is_waiting: z.boolean(),
  /** -1: none was given. */
  volume: z.int(),
  leads: z.int(),
});
/** How many of the leads that the filters leave asked for what; null where there are too many to count. */
export const countVolumesCall = {
  procedure: "count_volumes",
  by: "reader",
  asked: z.object({ filters_param: columns }),
  answer: z.nullable(z.array(volumeCount)),
} as const satisfies ProcedureContract;
export type VolumeCount = z.output<typeof volumeCount>;

export const countLeadsCall = {
  procedure: "count_leads",
  by: "reader",
  asked: none,
  answer: z.object({ statuses: z.partialRecord(z.enum(leadStatuses), z.int()), paid: z.int(), total: z.int() }),
} as const satisfies ProcedureContract;
/** How many leads are where, over all of them. */
export type LeadCounts = z.output<typeof countLeadsCall.answer>;

export const searchLeadsCall = {
  procedure: "search_leads",
  by: "reader",
  asked: z.object({ query_param: z.string() }),
  answer: leadRows,
} as const satisfies ProcedureContract;

export const recordLeadOpenedCall = {
  procedure: "record_lead_opened",
  by: "reader",
  asked: ofLead,
  answer: anything,
} as const satisfies ProcedureContract;

/** The answers that wait beside the lead's own: see `readNewerAnswers`. */
export const readNewerAnswersCall = {
  procedure: "read_newer_answers",
  by: "reader",
  asked: ofLead,
  answer: anything,
} as const satisfies ProcedureContract;

/** Puts the waiting answers in place of the lead's own. */
export const adoptNewerAnswersCall = {
  procedure: "adopt_newer_answers",
  by: "seller",
  asked: ofLead,
  answer: anything,
} as const satisfies ProcedureContract;

/** `settled`: ten minutes are over; `changed_meanwhile`: a colleague went on with what was adopted. */
export const undoAdoptedAnswersCall = {
  procedure: "undo_adopted_answers",
  by: "seller",
  asked: ofLead,
  answer: z.enum(["undone", "settled", "changed_meanwhile"]),
} as const satisfies ProcedureContract;

/** What the lead agreed to, and where it came from: see `readLeadReceipts`. */
export const readLeadReceiptsCall = {
  procedure: "read_lead_receipts",
  by: "reader",
  asked: ofLead,
  answer: anything,
} as const satisfies ProcedureContract;

export const factKinds = [
  "created",
  "import",
  "answers",
  "status",
  "payment",
  "owner",
  "note",
  "callback",
  "correction",
  "mail",
  "webhook",
  "consent",
  "account",
  "merged",
  "opened",
  "call",
  "message",
  "tag",
] as const;
const fact = z.object({
  id: z.string(),
  kind: z.enum(factKinds),
  at: z.string(),
  /** E-mail of an administrator; null: the person, or the server. */
  author: text,
  detail: columns,
});
/** One line of the history of a lead. */
export type LeadFact = z.output<typeof fact>;
export const leadHistoryCall = {
  procedure: "lead_history",
  by: "reader",
  asked: ofLead,
  answer: z.array(fact),
} as const satisfies ProcedureContract;

const tag = z.object({ id: z.int(), name: z.string() });
export type Tag = z.output<typeof tag>;
/** Of the whole team. */
export const listTagsCall = {
  procedure: "list_tags",
  by: "reader",
  asked: none,
  answer: z.array(tag),
} as const satisfies ProcedureContract;
/** Its id; null when its name is taken, when it is gone, or when there are two hundred. */
export const saveTagCall = {
  procedure: "save_tag",
  by: "seller",
  asked: z.object({ name_param: z.string(), tag_id_param: z.nullable(z.int()) }),
  answer: z.nullable(z.int()),
} as const satisfies ProcedureContract;
/** From every lead. False when it is gone. */
export const deleteTagCall = {
  procedure: "delete_tag",
  by: "seller",
  asked: z.object({ tag_id_param: z.int() }),
  answer: z.boolean(),
} as const satisfies ProcedureContract;

const duplicate = z.object({
  lead_id: z.string(),
  funnel_origin: z.enum(funnelOrigins),
  lead_status: z.enum(leadStatuses),
  payment_status: z.boolean(),
  first_name: z.nullable(shownText),
  last_name: z.nullable(shownText),
  email: text,
  phone: text,
  company_name: z.nullable(shownText),
  created_at: z.string(),
  has_account: z.boolean(),
  alike: z.array(z.enum(["email", "phone", "company"])),
  is_waiting_list: z.boolean(),
});
/** A lead of another contact that may be the same person. */
export type Duplicate = z.output<typeof duplicate>;
export const leadDuplicatesCall = {
  procedure: "lead_duplicates",
  by: "reader",
  asked: ofLead,
  answer: z.array(duplicate),
} as const satisfies ProcedureContract;

/** Of one that is typed and not there yet: five at most. */
export const findDuplicatesCall = {
  procedure: "find_duplicates",
  by: "reader",
  asked: z.object({ email_param: z.string(), phone_param: z.string(), company_param: z.string() }),
  answer: leadDuplicatesCall.answer,
} as const satisfies ProcedureContract;

export const previewMergeCall = {
  procedure: "preview_merge",
  by: "reader",
  asked: z.object({ keep_param: z.string(), merge_param: z.array(z.string()) }),
  answer: z.object({
    problem: z.nullable(z.object({ code: z.string() })),
    leads: z.array(
      z.object({
        lead_id: z.string(),
        funnel_origin: z.enum(funnelOrigins),
        created_at: z.string(),
        is_of_kept: z.boolean(),
        into_lead_id: text,
      }),
    ),
    submissions: z.int(),
    consents: z.int(),
    payments: z.int(),
    notes: z.int(),
    messages: z.int(),
    /** Who reads everything once they are one. */
    account: z.nullable(z.object({ id: z.string(), email: text, phone: text, is_of_kept: z.boolean() })),
    contact: z.array(z.object({ column: z.string(), kept: z.unknown(), others: z.array(z.unknown()) })),
  }),
} as const satisfies ProcedureContract;
/** What would become one contact, and how much of everything it keeps. */
export type MergePreview = z.output<typeof previewMergeCall.answer>;

/** `invited`: the invitation is not used yet. `elsewhere`: another account has the lead's e-mail. */
const accountOfLead = z.object({
  state: z.enum(["none", "invited", "active", "elsewhere"]),
  /** ISO 8601; null without an invitation. */
  invited_at: z.nullish(z.string()),
});
/** Null once the lead is gone. */
export const readLeadAccountCall = {
  procedure: "read_lead_account",
  by: "reader",
  asked: ofLead,
  answer: z.nullable(accountOfLead),
} as const satisfies ProcedureContract;
export type LeadAccountState = z.output<typeof accountOfLead>["state"];

const view = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  search: text,
  is_shared: z.boolean(),
  is_own: z.boolean(),
  may_delete: z.boolean(),
});
export type StoredView = z.output<typeof view>;
/** One's own, then those that are shared. */
export const listLeadViewsCall = {
  procedure: "list_lead_views",
  by: "reader",
  asked: none,
  answer: z.array(view),
} as const satisfies ProcedureContract;
/** Its id; null when there are fifty others. */
export const saveLeadViewCall = {
  procedure: "save_lead_view",
  by: "reader",
  asked: z.object({
    name_param: z.string(),
    query_param: z.string(),
    is_shared_param: z.boolean(),
    search_param: text,
  }),
  answer: text,
} as const satisfies ProcedureContract;
/** False when there is none that one may delete. */
export const deleteLeadViewCall = {
  procedure: "delete_lead_view",
  by: "reader",
  asked: z.object({ view_id_param: z.string() }),
  answer: z.boolean(),
} as const satisfies ProcedureContract;

const workReason = z.enum(workReasons);
/** What `list_today` names, with its rows. `more`: the reasons of which not all are here. */
export const worklistCall = {
  procedure: "worklist",
  by: "reader",
  asked: z.object({ mine_param: z.boolean() }),
  answer: z.object({
    lines: z.array(z.object({ reason: workReason, due_at: z.string(), lead: z.unknown(), billing: z.unknown() })),
    more: z.array(workReason),
    astray: z.object({ deliveries: z.int(), payments: z.int() }),
  }),
} as const satisfies ProcedureContract;
