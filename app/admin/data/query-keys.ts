import type { QueryKey } from "@tanstack/react-query";

import type { LineFilters } from "#subjects/conferences/calls/conferences.ts";
import type { DeadDeliveries } from "#subjects/deliveries/calls/deliveries.ts";
import type { TypedContact } from "#subjects/leads/calls/desk.ts";
import type { PagePlace } from "#subjects/leads/calls/leads.ts";
import type { AuditFilters } from "#subjects/journal/rules/audit-filters.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import type { NewsletterFilters } from "#subjects/newsletter/rules/newsletter-filters.ts";
import type { DeliveryStatus } from "#subjects/leads/contract/desk-lists.ts";

/** What is known of leads, or on its way for one. All of one lead have its id in the third place. */
export const leadKeys = {
  all: ["leads"],
  list: ["leads", "list"],
  listOf: (filters: LeadFilters) => ["leads", "list", filters],
  page: (filters: LeadFilters, after: PagePlace | null) => ["leads", "list", filters, after],
  counts: ["leads", "counts"],
  volumes: (filters: LeadFilters) => ["leads", "volumes", filters],
  worklist: ["leads", "worklist"],
  worklistOf: (isMine: boolean) => ["leads", "worklist", isMine],
  tags: ["leads", "tags"],
  files: ["leads", "file"],
  file: (leadId: string) => ["leads", "file", leadId],
  account: (leadId: string) => ["leads", "account", leadId],
  deletion: (leadId: string) => ["leads", "deletion", leadId],
  alike: (typed: TypedContact) => ["leads", "alike", typed],
  duplicates: (leadId: string) => ["leads", "duplicates", leadId],
  siblings: (leadId: string) => ["leads", "siblings", leadId],
  export: (leadId: string) => ["leads", "export", leadId],
  history: (leadId: string) => ["leads", "history", leadId],
  mail: (leadId: string) => ["leads", "mail", leadId],
  merge: (leadId: string, otherId: string) => ["leads", "merge", leadId, otherId],
  newerAnswers: (leadId: string, receivedAt: string) => ["leads", "newer", leadId, receivedAt],
  receipts: (leadId: string) => ["leads", "receipts", leadId],
  /** Of changes on their way: those of one lead, and of those one kind. */
  changesOf: (leadId: string | null) => ["leads", "change", leadId],
  change: (leadId: string | null, kind: ChangeKind) => ["leads", "change", leadId, kind],
};

/** `column`: status and payment. `work`: from the list of the day. `undo`: takes another one back. */
export type ChangeKind = "column" | "owner" | "callback" | "call" | "setup" | "work" | "undo";

/** Of a page of the list, its filters. Keys are taken apart here alone, beside what makes them. */
export function filtersOfKey([subject, part, filters]: QueryKey): LeadFilters | undefined {
  return subject === "leads" && part === "list" ? (filters as LeadFilters | undefined) : undefined;
}

/** Of what is known of one lead, or on its way for it, its id. */
export function leadOfKey([subject, part, leadId]: QueryKey = []): string | undefined {
  return subject === "leads" && part !== "list" && typeof leadId === "string" ? leadId : undefined;
}

export function isFileKey([subject, part]: QueryKey): boolean {
  return subject === "leads" && part === "file";
}

/** @param kind any, unless it is named */
export function isChangeKey([subject, part, , ofKind]: QueryKey = [], kind?: ChangeKind): boolean {
  return subject === "leads" && part === "change" && (kind === undefined || kind === ofKind);
}

/** For a query that any change of any lead may change: it is read again then, once a second at most. */
export const followsLeads = { followsLeads: true };

export const deliveryKeys = {
  all: ["deliveries"],
  receivers: ["deliveries", "receivers"],
  list: (status: DeliveryStatus, limit: number) => ["deliveries", status, limit],
  replay: (target: DeadDeliveries) => ["deliveries", "replay", target],
};

export const paymentKeys = {
  all: ["payments"],
  open: ["payments", "open"],
  billing: ["payments", "billing"],
  attach: (paymentId: string) => ["payments", "attach", paymentId],
};

export const conferenceKeys = {
  all: ["conferences"],
  days: ["conferences", "all"],
  lines: (filters: LineFilters | undefined) => ["conferences", "lines", filters],
  leave: (leadId: string) => ["conferences", "leave", leadId],
};

export const newsletterKeys = {
  all: ["newsletter"],
  lines: (filters: NewsletterFilters) => ["newsletter", "lines", filters],
  counts: ["newsletter", "counts"],
  unsubscribe: (requestId: string) => ["newsletter", "unsubscribe", requestId],
};

export const auditKeys = {
  lines: (filters: AuditFilters) => ["audit", "lines", filters],
};

/** Keys of screens, of the palette and of the bar, each of which reads one thing. */
export const screenKeys = {
  alerts: ["alerts"],
  colleagues: ["colleagues"],
  health: ["health"],
  imports: ["imports"],
  ledger: ["ledger"],
  notifications: ["notifications"],
  notificationChoices: ["notification-choices"],
  palette: (name: string) => ["palette", name],
  site: ["site"],
  siteCheck: (seenAt: string) => ["site-check", seenAt],
  statistics: (from: string, to: string) => ["statistics", from, to],
  paymentFigures: (from: string, to: string) => ["payment-figures", from, to],
  team: ["team"],
  templates: ["mail-templates"],
  template: (templateId: string) => ["mail-templates", templateId],
  views: ["lead-views"],
};
