import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { splitKnowledgeBaseText } from "#domain/funnel/knowledge-base-text.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { followUpTierOf } from "#domain/offers/follow-up.ts";
import { paymentLinkOf } from "#domain/offers/payment-link.ts";
import { secretariatTierOf } from "#domain/offers/secretariat.ts";

import { type LeadRow, readLeadRow } from "./lead-row.ts";

/** One request of a customer, as they see it; it has an id and an offer. */
export type CustomerOrder = Omit<LeadRow, "leadId" | "origin"> & { leadId: string; origin: FunnelOrigin };

type Columns = Record<string, unknown>;

/**
 * The customer's own rows of `leads`: what was sent with each, and the profile where nothing was, as in the view of the
 * administrators, which customers do not read.
 */
export function readCustomerOrders(profile: unknown, leads: readonly unknown[]): CustomerOrder[] {
  return leads.flatMap((lead) => {
    const row = readLeadRow(takeApart({ ...columnsOf(profile), ...withoutNulls(columnsOf(lead)) }));
    if (!row || row.leadId === null || row.origin === null) return [];
    return [{ ...row, leadId: row.leadId, origin: row.origin }];
  });
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

function columnsOf(row: unknown): Columns {
  return typeof row === "object" && row !== null ? (row as Columns) : {};
}

function withoutNulls(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
}

/** A sign-in opens a request too: until its answers are sent, there is nothing to prepare and nothing to pay. */
export function isComplete(order: CustomerOrder): boolean {
  switch (order.origin) {
    case "secretariat":
      return order.welcomeMessage !== null;
    case "marketing":
      return order.prospectsPerMonth !== null;
    case "suiviclient":
      return order.clientFollowupGoals !== null || order.activeClientsPerMonth !== null;
    default:
      return true;
  }
}

/** Where what is due can be paid; undefined when nothing is due, or when its volume has no link yet. */
export function orderPaymentLink(links: PaymentLinks, order: CustomerOrder): string | undefined {
  if (order.isPaid || order.status === "inactive" || !isComplete(order)) return undefined;
  switch (order.origin) {
    case "secretariat":
      return order.callsPerDay === null || !secretariatTierOf(order.callsPerDay)
        ? undefined
        : paymentLinkOf(links, order.origin, order.callsPerDay);
    case "suiviclient":
      return order.activeClientsPerMonth === null || !followUpTierOf(order.activeClientsPerMonth)
        ? undefined
        : paymentLinkOf(links, order.origin, order.activeClientsPerMonth);
    case "marketing":
      return paymentLinkOf(links, order.origin, 0);
    case "closing":
    case "conferences":
      return links[order.origin] || undefined;
    case "general":
      return undefined;
  }
}
