import type { QueryClient } from "@tanstack/react-query";

import type { LeadPage } from "#subjects/leads/calls/leads.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { LeadCounts } from "#subjects/leads/contract/lead-reading.ts";

import { leadKeys } from "./query-keys.ts";

/** Puts a row that was just read again wherever it is shown, and moves the key figures with it. */
export async function showFreshRow(queryClient: QueryClient, row: LeadRow): Promise<void> {
  const before = findShown(queryClient, row);
  await replaceRows(queryClient, [row]);
  moveCounts(queryClient, before, row);
  if (row.leadId !== null) queryClient.setQueryData(leadKeys.file(row.leadId), row);
}

/** Puts what a change made of a lead wherever it is shown; the rest of the row is as it is shown now. */
export async function showChange(queryClient: QueryClient, lead: LeadRow, changed: Partial<LeadRow>): Promise<void> {
  const file = queryClient.getQueryData<LeadRow | null>(leadKeys.file(lead.leadId ?? ""));
  await showFreshRow(queryClient, { ...(file ?? findShown(queryClient, lead) ?? lead), ...changed });
}

/** Puts rows that were just read again wherever they are shown, without moving them: the next load decides on that. */
export async function replaceRows(queryClient: QueryClient, rows: LeadRow[]): Promise<void> {
  if (rows.length === 0) return;
  // A list on its way may hold the value from before: it gives way to what is known now.
  await queryClient.cancelQueries({
    queryKey: leadKeys.list,
    predicate: (query) => query.state.data !== undefined,
  });
  const fresh = new Map(rows.map((row) => [row.leadId, row]));
  queryClient.setQueriesData<LeadPage>({ queryKey: leadKeys.list }, (page) => {
    if (!page?.rows.some(({ leadId }) => fresh.has(leadId))) return page;
    return { ...page, rows: page.rows.map((shown) => keepSource(shown, fresh.get(shown.leadId))) };
  });
  for (const [leadId, row] of fresh) queryClient.setQueriesData({ queryKey: leadKeys.file(leadId ?? "") }, row);
}

/** What the lists and the open file show, or showed a moment ago. */
export function shownRows(queryClient: QueryClient): LeadRow[] {
  const pages = queryClient.getQueriesData<LeadPage>({ queryKey: leadKeys.list });
  const files = queryClient.getQueriesData<LeadRow | null>({ queryKey: leadKeys.files });
  return [...pages.flatMap(([, page]) => page?.rows ?? []), ...files.flatMap(([, row]) => row ?? [])];
}

/** A row alone does not say where its lead came from, nor what was agreed with its payment. */
function keepSource(shown: LeadRow, fresh: LeadRow | undefined): LeadRow {
  return fresh ? { ...fresh, source: fresh.source ?? shown.source, agreed: fresh.agreed ?? shown.agreed } : shown;
}

/** The row as it was shown until now. */
function findShown(queryClient: QueryClient, { leadId }: LeadRow): LeadRow | null | undefined {
  const pages = queryClient.getQueriesData<LeadPage>({ queryKey: leadKeys.list });
  const listed = pages.flatMap(([, page]) => page?.rows ?? []).find((shown) => shown.leadId === leadId);
  return listed ?? queryClient.getQueryData<LeadRow | null>(leadKeys.file(leadId ?? ""));
}

/** The key figures follow a change without being counted again; what others changed comes with the next count. */
function moveCounts(queryClient: QueryClient, before: LeadRow | null | undefined, after: LeadRow): void {
  // A count on its way may be of before or after the change: it starts again.
  if (!before || queryClient.isFetching({ queryKey: leadKeys.counts }) > 0) {
    return void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
  }
  queryClient.setQueryData<LeadCounts>(leadKeys.counts, (counts) => {
    if (!counts) return counts;
    const statuses = { ...counts.statuses };
    if (before.status) statuses[before.status] = (statuses[before.status] ?? 0) - 1;
    if (after.status) statuses[after.status] = (statuses[after.status] ?? 0) + 1;
    return { ...counts, statuses, paid: counts.paid + Number(after.isPaid) - Number(before.isPaid) };
  });
}
