import type { CivilDate } from "#kit/civil-date.ts";
import { type LeadFilters, type LeadQuery, leadQueryOf } from "#subjects/leads/rules/lead-filters.ts";
import type { Tx } from "#engine/db/database.ts";

import { selectedColumns, type StoredLead } from "./lead-sheet.ts";

/** What is exported: what the filters of the list leave, or these leads. `today`: the day in Paris when it began. */
export type LeadSelection = { filters: LeadFilters; today: CivilDate } | { ids: string[]; next?: undefined };

/** Where the next batch begins, as `private.list_lead_page` says it. */
export type LeadCursor = Record<string, unknown>;

export type LeadBatch = { leads: StoredLead[]; next: LeadCursor | undefined };

/** Few enough for a short transaction and little memory, enough that its round trip is cheap. */
export const leadsPerBatch = 1000;

/**
 * The next leads, in the order of the list. Those that go away between two batches are left out, and none comes twice.
 *
 * Runs under the claims of an administrator: see `checkAdministrator`.
 */
export async function readLeadBatch(tx: Tx, selection: LeadSelection, after?: LeadCursor): Promise<LeadBatch> {
  const { ids, next } =
    "ids" in selection
      ? selection
      : await readLeadPage(tx, leadQueryOf(selection.filters, selection.today), leadsPerBatch, after);
  const { rows } = await tx.query<StoredLead>(leadsById, [ids]);
  return { leads: rows, next: next ?? undefined };
}

/** The owners once: a join with them would carry and sort every column of every lead. */
const leadsById = `
  with owner as materialized (select * from public.list_colleagues())
  select ${selectedColumns}, lead.consents as consents,
    private.accepted_terms(lead.id) as terms,
    case when dashboard.payment_status then private.kept_schedule(lead.id) end as schedule,
    (
      select json_build_object('requestedAt', requested_at, 'expiresAt', requested_at + interval '7 days',
                               'confirmedAt', confirmed_at, 'version', confirmed_version,
                               'unsubscribedAt', unsubscribed_at)
      from private.newsletter_requests where lead_id = dashboard.lead_id
    ) as newsletter,
    (
      select attribution from private.submissions
      where lead_id = dashboard.lead_id and attribution <> '{}' order by created_at, id limit 1
    ) as attribution,
    (select email from owner where owner.user_id = dashboard.owner) as owner_email
  from unnest($1::uuid[]) with ordinality as chosen (lead_id, place)
  join public.admin_dashboard as dashboard using (lead_id)
  join public.leads as lead on lead.id = dashboard.lead_id
  order by chosen.place`;

type Page = { ids: string[]; next: LeadCursor | null };

/** The ids of a page of the list, in its order. */
export async function readLeadPage(tx: Tx, query: LeadQuery, limit: number, after?: LeadCursor): Promise<Page> {
  const { filters, sort, isDescending } = query;
  const { rows } = await tx.query<{ page: Page }>(
    "select private.list_lead_page($1::jsonb, $2, $3, $4::jsonb, $5) as page",
    [JSON.stringify(filters), sort, isDescending, after && JSON.stringify(after), limit],
  );
  return rows[0]?.page ?? { ids: [], next: null };
}
