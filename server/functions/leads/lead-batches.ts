import type { LeadFilters } from "#domain/leads/lead-filters.ts";
import type { Tx } from "#server/db/database.ts";

import type { StoredLead } from "./lead-sheet.ts";

/** What is exported: what the filters of the list leave, or these leads. */
export type LeadSelection = { filters: LeadFilters } | { ids: string[] };

/** Where the next batch begins. */
export type LeadCursor = { createdAt: string; leadId: string };

export type LeadBatch = { leads: StoredLead[]; next: LeadCursor | undefined };

/** Few enough for a short transaction and little memory, enough that its round trip is cheap. */
export const leadsPerBatch = 1000;

/**
 * The next leads, newest first. Leads that go away between two batches are left out, and none comes twice.
 *
 * Runs under the claims of an administrator: see `checkAdministrator`.
 */
export async function readLeadBatch(tx: Tx, selection: LeadSelection, after?: LeadCursor): Promise<LeadBatch> {
  const { source, conditions, values } = describe(selection);
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (after) {
    conditions.push(`(dashboard.created_at, dashboard.lead_id) < (${bind(after.createdAt)}, ${bind(after.leadId)})`);
  }
  const { rows } = await tx.query<StoredLead & { created_at: string; lead_id: string }>(
    `select to_json(dashboard) as lead, ${receipts} as receipts, dashboard.created_at::text, dashboard.lead_id,
            (select email from auth.users where id = dashboard.owner) as owner_email
     from ${source} as dashboard
     ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}
     order by dashboard.created_at desc, dashboard.lead_id desc limit ${leadsPerBatch}`,
    values,
  );
  const last = rows.length === leadsPerBatch ? rows.at(-1) : undefined;
  return { leads: rows, next: last && { createdAt: last.created_at, leadId: last.lead_id } };
}

function describe(selection: LeadSelection): { source: string; conditions: string[]; values: unknown[] } {
  if ("ids" in selection) {
    return {
      source: "public.admin_dashboard",
      conditions: ["dashboard.lead_id = any($1::uuid[])"],
      values: [selection.ids],
    };
  }
  const { search, origin, status, isPaid } = selection.filters;
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const source = search === "" ? "public.admin_dashboard" : `public.search_leads(${bind(search)})`;
  const wanted = { funnel_origin: origin, lead_status: status, payment_status: isPaid };
  const conditions = Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [`dashboard.${column} = ${bind(value)}`],
  );
  return { source, conditions, values };
}

/** As `read_lead_receipts` answers them. */
const receipts = `json_build_object(
  'consents', (select consents from public.leads where id = dashboard.lead_id),
  'terms', (
    select json_build_object('at', start.started_at, 'version', start.terms_version)
    from private.submissions as submission
    join private.payment_starts as start on start.reference = submission.idempotency_key
    where submission.lead_id = dashboard.lead_id
    order by start.started_at desc limit 1),
  'newsletter', (
    select json_build_object('requestedAt', requested_at, 'expiresAt', requested_at + interval '7 days',
                             'confirmedAt', confirmed_at, 'version', confirmed_version)
    from private.newsletter_requests where lead_id = dashboard.lead_id),
  'attribution', (
    select attribution from private.submissions
    where lead_id = dashboard.lead_id and attribution <> '{}' order by created_at, id limit 1))`;
