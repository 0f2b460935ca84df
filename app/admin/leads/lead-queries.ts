import { type QueryClient, type QueryKey, useQuery } from "@tanstack/react-query";

import { useServices } from "#app/admin/shell/services.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import type { LeadPage, PagePlace } from "#app/api/admin/leads.ts";
import type { LeadCounts } from "#domain/wire/lead-reading.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import type { LeadFilters } from "#domain/leads/lead-filters.ts";
import type { LeadRow } from "#domain/leads/lead-row.ts";

export const leadKeys = {
  all: ["leads"],
  list: ["leads", "list"],
  page: (filters: LeadFilters, after: PagePlace | null) => ["leads", "list", filters, after],
  counts: ["leads", "counts"],
  files: ["leads", "file"],
  file: (leadId: string) => ["leads", "file", leadId],
  account: (leadId: string) => ["leads", "account", leadId],
  newerAnswers: (leadId: string, receivedAt: string) => ["leads", "newer", leadId, receivedAt],
  receipts: (leadId: string) => ["leads", "receipts", leadId],
  deletion: (leadId: string) => ["leads", "deletion", leadId],
  /** Of changes on their way; `work` of those of the list of the day. */
  changes: ["leads", "change"],
  change: (leadId: string | null) => ["leads", "change", leadId],
  work: (leadId: string | null) => ["leads", "change", leadId, "work"],
};

/** Of a page of the list, its filters. Keys are taken apart here alone, beside what makes them. */
export function filtersOfKey([subject, part, filters]: QueryKey): LeadFilters | undefined {
  return subject === "leads" && part === "list" ? (filters as LeadFilters | undefined) : undefined;
}

/** Of what is known of one lead, or on its way for it, its id. */
export function leadOfKey([subject, part, leadId]: QueryKey): string | undefined {
  return subject === "leads" && part !== "list" && typeof leadId === "string" ? leadId : undefined;
}

export function isFileKey([subject, part]: QueryKey): boolean {
  return subject === "leads" && part === "file";
}

/** Whether it is a change from the list of the day. */
export function isWorkKey([subject, part, , kind]: QueryKey): boolean {
  return subject === "leads" && part === "change" && kind === "work";
}

/** For a query that any change of any lead may change: it is read again then, once a second at most. */
export const followsLeads = { followsLeads: true };

/** The key figures, over all leads whatever the filters. */
export function useLeadCounts() {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.counts,
    queryFn: async ({ signal }) => valueOf(await leads.count(signal)),
    meta: followsLeads,
  });
}

/**
 * One lead, read again when its file opens.
 *
 * Never read again by itself: each reading is an opening, and openings are recorded.
 */
export function useLeadFile(leadId: string) {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.file(leadId),
    queryFn: async ({ signal }) => valueOf(await leads.open(leadId, signal)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type DeletionExtent = { ofProfile: LeadRow[]; untouched: LeadRow[] };

/** What deleting this lead's contact takes with it, and what it leaves although the e-mail is the same. */
export function useDeletionExtent({ leadId, profileId, email }: LeadRow) {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.deletion(leadId ?? ""),
    queryFn: async ({ signal }): Promise<DeletionExtent> => {
      const [ofProfile, sameEmail] = await Promise.all([
        leads.ofProfile(profileId ?? "", signal).then(valueOf),
        email === null ? [] : leads.withEmail(email, signal).then(valueOf),
      ]);
      return { ofProfile, untouched: sameEmail.filter((lead) => lead.profileId !== profileId) };
    },
    enabled: leadId !== null && profileId !== null,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Puts a row that was just read again wherever it is shown, and moves the key figures with it. */
export async function showFreshRow(queryClient: QueryClient, row: LeadRow): Promise<void> {
  const before = findShown(queryClient, row);
  await replaceRows(queryClient, [row]);
  moveCounts(queryClient, before, row);
  if (row.leadId !== null) queryClient.setQueryData(leadKeys.file(row.leadId), row);
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

/** A row alone does not say where its lead came from. */
function keepSource(shown: LeadRow, fresh: LeadRow | undefined): LeadRow {
  return fresh ? { ...fresh, source: fresh.source ?? shown.source } : shown;
}

/** The row as it was shown until now. */
function findShown(queryClient: QueryClient, { leadId }: LeadRow): LeadRow | null | undefined {
  const pages = queryClient.getQueriesData<LeadPage>({ queryKey: leadKeys.list });
  const listed = pages.flatMap(([, page]) => page?.rows ?? []).find((shown) => shown.leadId === leadId);
  return listed ?? queryClient.getQueryData<LeadRow | null>(leadKeys.file(leadId ?? ""));
}

const countOfStatus = {
  to_contact: "to_contact",
  contacted: "contacted",
  client: "clients",
  inactive: "inactive",
} satisfies Record<LeadStatus, keyof LeadCounts>;

/** The key figures follow a change without being counted again; what others changed comes with the next count. */
function moveCounts(queryClient: QueryClient, before: LeadRow | null | undefined, after: LeadRow): void {
  // A count on its way may be of before or after the change: it starts again.
  if (!before || queryClient.isFetching({ queryKey: leadKeys.counts }) > 0) {
    return void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
  }
  queryClient.setQueryData<LeadCounts>(leadKeys.counts, (counts) => {
    if (!counts) return counts;
    const moved = { ...counts, paid: counts.paid + Number(after.isPaid) - Number(before.isPaid) };
    if (before.status) moved[countOfStatus[before.status]] -= 1;
    if (after.status) moved[countOfStatus[after.status]] += 1;
    return moved;
  });
}
