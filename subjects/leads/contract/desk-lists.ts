import * as z from "zod/mini";

import { funnelOrigins } from "#domain/kernel/lead.ts";
import { shownText } from "#domain/kernel/text-rules.ts";
import { newsletterStates } from "#subjects/newsletter/rules/newsletter-filters.ts";
import { readPayer } from "#subjects/payments/rules/payer.ts";

import type { ProcedureContract } from "#domain/wire/contract.ts";

const text = z.nullable(z.string());
const shown = z.nullable(shownText);
const none = z.object({});
/** The last line of a page: the next one begins after it. */
const afterPlace = { before_at_param: z.optional(z.string()), before_id_param: z.optional(z.string()) };

/**
 * Leads to act on, of each reason a hundred at most; deliveries that gave up; payments to look at; one's own
 * notifications that are not read, and those that wait for a browser.
 */
export const countAdminAlertsCall = {
  procedure: "count_admin_alerts",
  by: "reader",
  asked: none,
  answer: z.object({
    today: z.int(),
    deliveries: z.int(),
    payments: z.int(),
    notifications: z.int(),
    to_show: z.int(),
  }),
} as const satisfies ProcedureContract;
export type AdminAlerts = z.output<typeof countAdminAlertsCall.answer>;

const receiver = z.object({
  receiver_id: text,
  topic: z.string(),
  host: text,
  number: z.nullable(z.int()),
  dead_count: z.int(),
  replayable_count: z.int(),
  waiting_count: z.int(),
  paused_until: text,
  disabled_reason: text,
});
/** Where deliveries go. The mail server has no id. Instants are ISO 8601. */
export type Receiver = z.output<typeof receiver>;
export const listDeliveryReceiversCall = {
  procedure: "list_delivery_receivers",
  by: "manager",
  asked: none,
  answer: z.array(receiver),
} as const satisfies ProcedureContract;

const delivery = z.object({
  delivery_id: z.string(),
  topic: z.string(),
  host: text,
  number: z.nullable(z.int()),
  event: z.string(),
  status: z.enum(["dead", "waiting"]),
  attempts: z.int(),
  last_status: z.nullable(z.int()),
  last_error: text,
  next_try_at: text,
  is_replayable: z.boolean(),
  created_at: z.string(),
  lead_id: text,
  lead_name: text,
  recipient: text,
  /** About a place on the waiting list of the conference. */
  is_waiting_list: z.boolean(),
  /** What the mail server said, in its own words. */
  last_answer: text,
});
export type DeliveryLine = z.output<typeof delivery>;
export type DeliveryStatus = DeliveryLine["status"];
export const listOpenDeliveriesCall = {
  procedure: "list_open_deliveries",
  by: "manager",
  asked: none,
  answer: z.array(delivery),
} as const satisfies ProcedureContract;

const earlierPayment = z.object({
  payment_id: z.string(),
  amount_cents: z.nullable(z.int()),
  currency: text,
  received_at: z.string(),
});
const companyOfOrder = z.object({
  firstName: text,
  lastName: text,
  companyName: text,
  companyLegalName: text,
  companySiren: text,
  companyAddress: text,
});
const payment = z.object({
  payment_id: z.string(),
  reference: text,
  email: text,
  /** In the smallest unit of the currency. */
  amount_cents: z.nullable(z.int()),
  currency: text,
  received_at: z.string(),
  lead_id: text,
  lead_name: text,
  lead_email: text,
  /** What the payment link says that it sells. */
  link_offer: text,
  link_volume: text,
  /** The lead whose reference a payment gives that waits, and what it ordered; null when it names none. */
  named_lead_id: text,
  named_lead_name: text,
  named_lead_email: text,
  ordered: z.catch(
    z.nullable(z.object({ form: z.enum(funnelOrigins), asked: z.union([z.string(), z.number(), z.null()]) })),
    null,
  ),
  /** Of the provider's test mode: no money came. */
  is_test: z.boolean(),
  /** The lead it names is paid already, by these, or by hand where there are none. */
  is_second: z.boolean(),
  paid_before: z.nullable(z.array(earlierPayment)),
  /** The provider's ids of the money, the payer and the subscription. */
  payment_intent: text,
  customer: text,
  subscription: text,
  /** Who paid, and the company of the order it is compared with; null where the provider asked for nothing. */
  payer: z.pipe(
    z.unknown(),
    z.transform((value) => readPayer(value) ?? null),
  ),
  company: z.catch(z.nullable(companyOfOrder), null),
});
/**
 * A payment to look at: without lead, not what its lead owes, of an order that is paid already, of a test, under
 * another e-mail than its lead's, or by another company than its order's.
 */
export type OpenPayment = z.output<typeof payment>;
export const listOpenPaymentsCall = {
  procedure: "list_open_payments",
  by: "reader",
  asked: none,
  answer: z.array(payment),
} as const satisfies ProcedureContract;

const auditLine = z.object({
  id: z.int(),
  at: z.string(),
  /** Null is the server itself. */
  actor: text,
  /** Null when the account is gone. */
  actor_email: text,
  action: z.string(),
  lead_id: text,
  lead_name: text,
  detail: z.record(z.string(), z.unknown()),
  /** Whether the lead is still there. */
  has_lead: z.boolean(),
});
/** A line of the audit log. Instants are ISO 8601. */
export type AuditEntry = z.output<typeof auditLine>;
export const readAuditLogCall = {
  procedure: "read_audit_log",
  by: "manager",
  asked: z.object({
    actor_param: z.nullish(z.string()),
    by_server_param: z.boolean(),
    action_param: z.optional(z.string()),
    lead_id_param: z.optional(z.string()),
    from_param: z.optional(z.string()),
    to_param: z.optional(z.string()),
    before_at_param: z.optional(z.string()),
    before_id_param: z.optional(z.int()),
  }),
  answer: z.array(auditLine),
} as const satisfies ProcedureContract;

const newsletterLine = z.object({
  request_id: z.string(),
  /** Null once the lead was erased: the address confirmed, and has not left. */
  lead_id: text,
  email: z.string(),
  name: shown,
  company_name: shown,
  state: z.enum(newsletterStates),
  requested_at: z.string(),
  confirmed_at: text,
  confirmed_version: text,
  unsubscribed_at: text,
  unsubscribed_by: z.nullable(z.enum(["link", "team"])),
});
/** A newsletter request. Instants are ISO 8601. */
export type NewsletterLine = z.output<typeof newsletterLine>;
export const listNewsletterCall = {
  procedure: "list_newsletter",
  by: "reader",
  asked: z.object({ state_param: z.optional(z.string()), search_param: z.string(), ...afterPlace }),
  answer: z.array(newsletterLine),
} as const satisfies ProcedureContract;

export const countNewsletterCall = {
  procedure: "count_newsletter",
  by: "reader",
  asked: none,
  answer: z.object({ confirmed: z.int(), waiting: z.int(), unsubscribed: z.int() }),
} as const satisfies ProcedureContract;
export type NewsletterCounts = z.output<typeof countNewsletterCall.answer>;

/** `already`: they had left; `unknown`: erased meanwhile. Either way nothing is mailed to them. */
export const unsubscribeByHandCall = {
  procedure: "unsubscribe_by_hand",
  by: "seller",
  asked: z.object({ request_id_param: z.string() }),
  answer: z.enum(["unsubscribed", "already", "unknown"]),
} as const satisfies ProcedureContract;

const conferenceLine = z.object({
  /** Of the lead; of a place on the waiting list that outlived its lead, its own. */
  lead_id: z.string(),
  has_file: z.boolean(),
  is_waiting: z.boolean(),
  registered_at: z.string(),
  last_name: shown,
  first_name: shown,
  company_name: shown,
  email: text,
  phone: text,
  comment: shown,
  is_paid: z.boolean(),
  is_suspect: z.boolean(),
});
/** A registration, or a place on the waiting list. Instants are ISO 8601. */
export type ConferenceLine = z.output<typeof conferenceLine>;
export const listConferenceCall = {
  procedure: "list_conference",
  by: "reader",
  asked: z.object({
    held_on_param: z.nullable(z.string()),
    waiting_param: z.optional(z.boolean()),
    search_param: z.string(),
    ...afterPlace,
  }),
  answer: z.array(conferenceLine),
} as const satisfies ProcedureContract;

/** Of the lead or, once that was erased, of the place; otherwise than `left`, it was gone already. */
export const leaveWaitingListCall = {
  procedure: "leave_waiting_list",
  by: "seller",
  asked: z.object({ entry_id_param: z.string() }),
  answer: z.enum(["left", "already", "unknown"]),
} as const satisfies ProcedureContract;
