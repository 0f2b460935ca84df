import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { splitKnowledgeBaseText } from "#subjects/funnel/rules/knowledge-base-text.ts";
import { asObject } from "#kit/as-object.ts";
import { addDays, type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { type FunnelOrigin, isFunnelOffer } from "#domain/kernel/lead.ts";
import { delays } from "#subjects/offers/rules/delays.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";

import { type AcceptedTerms, readAcceptedTerms } from "./accepted-terms.ts";
import { type KeptSchedule, readKeptSchedule } from "./kept-schedule.ts";
import { isClosed } from "#subjects/leads/rules/lead-status.ts";
import { answerText, type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { purchaseOfLead } from "./order-schedule.ts";
import { type BillingEvent, readBilling } from "#subjects/payments/rules/billing.ts";
import { readPayments, type ReceivedPayment } from "#subjects/payments/rules/received-payment.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";

/** One request of a customer, as they see it; it has an id and an offer. */
export type CustomerOrder = Omit<LeadRow, "leadId" | "origin"> & {
  leadId: string;
  origin: FunnelOrigin;
  /** The day its payment came; null where it was not paid online. */
  paidOn: CivilDate | null;
  /** What was agreed with its payment; null before one, or where nothing was kept. */
  schedule: KeptSchedule | null;
  /** A change of a paid request that waits for the team. */
  change: WaitingChange | null;
  /** The terms that its order accepted; null before one. */
  terms: AcceptedTerms | null;
  payments: ReceivedPayment[];
  /** What the payment provider said of them since, oldest first. */
  billing: BillingEvent[];
  messages: TeamMessage[];
};

/** The request as it will be, and when that was asked for: ISO 8601. */
export type WaitingChange = { answers: LeadRow; sentAt: string };

/** What the team wrote for the customer to read. */
export type TeamMessage = { id: string; text: string; writtenAt: string };

type Columns = Record<string, unknown>;

/**
 * The customer's own rows of `leads`: what was sent with each, and the profile where nothing was, as in the view of the
 * administrators, which customers do not read.
 */
export function readCustomerOrders(
  profile: unknown,
  leads: readonly unknown[],
  /** What `read-own-orders` answers. */
  told: readonly unknown[] = [],
): CustomerOrder[] {
  return leads.flatMap((lead) => {
    const row = readLeadRow(takeApart({ ...asObject(profile), ...withoutNulls(asObject(lead)) }));
    if (!row || row.leadId === null || row.origin === null) return [];
    const rest = told.map(asObject).find(({ lead_id: id }) => id === row.leadId) ?? {};
    return [
      { ...row, leadId: row.leadId, origin: row.origin, paidOn: readDay(asObject(lead).paid_on), ...readTold(rest) },
    ];
  });
}

function readTold({ schedule, terms, change, payments, billing, messages }: Columns) {
  return {
    schedule: readKeptSchedule(schedule) ?? null,
    terms: readAcceptedTerms(terms),
    change: readChange(change),
    payments: readPayments(payments),
    billing: readBilling(billing),
    messages: rowsOf(messages).flatMap(readMessage),
  };
}

function readChange(change: unknown): WaitingChange | null {
  const columns = asObject(change);
  const answers = readLeadRow(takeApart(columns));
  return answers && typeof columns.sent_at === "string" ? { answers, sentAt: columns.sent_at } : null;
}

function readMessage({ id, text, written_at: writtenAt }: Columns): TeamMessage[] {
  return typeof id === "string" && typeof text === "string" && typeof writtenAt === "string"
    ? [{ id, text, writtenAt }]
    : [];
}

function rowsOf(value: unknown): Columns[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** The one column of the knowledge base holds two answers: the view takes them apart for administrators. */
function takeApart(columns: Columns): Columns {
  const { intention, knowledge_base_text: text } = columns;
  const parts = splitKnowledgeBaseText(
    typeof text === "string" ? text : "",
    typeof intention === "string" ? intention : "",
  );
  return {
    ...columns,
    lead_id: columns.id,
    intention_detail: parts.intentionDetail,
    knowledge_base_own_text: parts.knowledgeBaseOwnText,
  };
}

function readDay(value: unknown): CivilDate | null {
  return (typeof value === "string" && readCivilDate(value)) || null;
}

function withoutNulls(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
}

/** A sign-in opens a request too: until its answers are sent, there is nothing to prepare and nothing to pay. */
export function isComplete(order: CustomerOrder): boolean {
  const { completedBy } = requestRules[order.origin];
  return completedBy.length === 0 || completedBy.some((key) => answerText(order, key) !== null);
}

/**
 * The day by which the account of an order paid online is ready, until it is past; undefined where nothing is being prepared. The
 * payment alone makes a client: their service is not in place yet.
 */
export function accountReadyBy(order: CustomerOrder, today: CivilDate): CivilDate | undefined {
  const { origin, isPaid, paidOn } = order;
  if (!isPaid || paidOn === null || !isFunnelOffer(origin) || isClosed(order)) return undefined;
  const ready = addDays(paidOn, delays.accountHours / 24);
  return ready >= today ? ready : undefined;
}

/** Confirmed, and nothing was debited so far: a trial, or a first month that is free. */
export function isNothingDebited({ isPaid, payments }: CustomerOrder): boolean {
  return isPaid && payments.length > 0 && payments.every(({ amountCents }) => amountCents === 0);
}

/**
 * Where the amount due can be paid; undefined when none is due, as for a place on a waiting list, when its volume has
 * no link yet, or while the number of ordered calls is not readable.
 */
export function orderPaymentLink(links: PaymentLinks, order: CustomerOrder): string | undefined {
  if (order.isPaid || order.isWaitingList || isClosed(order) || !isComplete(order)) return undefined;
  const purchase = purchaseOfLead(order);
  return purchase && paymentLinkOf(links, purchase);
}
