import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";

import { usePendingStatuses } from "#subjects/leads/desk/rows/lead-changes.ts";
import { useOptionsOfPage } from "#subjects/leads/desk/rows/lead-pages.ts";
import { followsLeads, leadKeys } from "#app/admin/data/query-keys.ts";
import { usePrices, useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import type { LeadPage, PagePlace } from "#subjects/leads/calls/leads.ts";
import { type LeadStatus, leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadFilters, countsExactly, mostCounted } from "#subjects/leads/rules/lead-filters.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { worthOf } from "#subjects/orders/rules/offer-value.ts";

import { placeCards } from "./place-cards.ts";

export type ColumnState = {
  status: LeadStatus;
  /** The status that each shows, with changes on their way. */
  cards: LeadRow[];
  /** How many there are; `isBeyond`: more than that. Undefined while unknown. */
  count: { number: number; isBeyond: boolean } | undefined;
  /** What all of them asked for, excluding tax; undefined while unknown, or where there are too many to count. */
  worth: ReturnType<typeof worthOf> | undefined;
  hasMore: boolean;
  isPending: boolean;
  isError: boolean;
  retry: () => void;
};

/** Statuses of the address leave their columns, in the order of all. */
export function statusesOf({ status }: LeadFilters): readonly LeadStatus[] {
  return status === undefined ? leadStatuses : leadStatuses.filter((each) => status.includes(each));
}

/**
 * The columns of the board: each is the list of that status, by the same pages, so that what others change comes to it
 * as it comes to the list. A card stands where its lead's status is, whichever column it was read for.
 *
 * @param depths how many pages of each are wanted
 */
export function useColumns(filters: LeadFilters, depths: Partial<Record<LeadStatus, number>>): ColumnState[] {
  const queryClient = useQueryClient();
  const optionsOfPage = useOptionsOfPage();
  const moves = usePendingStatuses();

  const wanted = statusesOf(filters).flatMap((status) => {
    const ofStatus = { ...filters, status: [status] };
    const pageAt = (place: PagePlace | null) => queryClient.getQueryData<LeadPage>(leadKeys.page(ofStatus, place));
    return placesThrough(pageAt, depths[status] ?? 1).map((place) => ({
      status,
      options: optionsOfPage(ofStatus, place),
    }));
  });
  const volumes = useVolumes(filters);
  const prices = usePrices();
  const results = useQueries({ queries: wanted.map(({ options }) => options) });

  const read = statusesOf(filters).map((status) => {
    const pages = results.filter((_, index) => wanted[index]?.status === status);
    return { status, pages, rows: pages.flatMap(({ data }) => data?.rows ?? []) };
  });
  const placed = placeCards(read, moves);
  return read.map(({ status, pages }, index) => {
    const [first] = pages;
    const { cards = [], change = 0 } = placed[index] ?? {};
    return {
      status,
      cards,
      count: countOf({ ...filters, status: [status] }, first?.data, change),
      worth:
        volumes &&
        worthOf(
          volumes.filter((each) => each.status === status),
          prices,
        ),
      hasMore: pages.at(-1)?.data?.next != null,
      isPending: first?.isPending === true,
      isError: pages.some(({ isError }) => isError),
      retry: () => pages.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
    };
  });
}

/** Of the whole columns, and not of the cards that were read. */
function useVolumes(filters: LeadFilters) {
  const { leads } = useServices();
  const { data } = useQuery({
    queryKey: leadKeys.volumes(filters),
    queryFn: async ({ signal }) => valueOf(await leads.volumes(filters, signal)),
    placeholderData: keepPreviousData,
    meta: followsLeads,
  });
  return data ?? undefined;
}

/** Where the pages begin, as far as those before them have arrived. */
function placesThrough(pageAt: (place: PagePlace | null) => LeadPage | undefined, depth: number): (PagePlace | null)[] {
  const places: (PagePlace | null)[] = [null];
  for (let next = pageAt(null)?.next; next && places.length < depth; next = pageAt(next)?.next) places.push(next);
  return places;
}

function countOf(filters: LeadFilters, first: LeadPage | undefined, change: number): ColumnState["count"] {
  if (!first || first.total === null) return undefined;
  if (!countsExactly(filters, first.total)) return { number: mostCounted, isBeyond: true };
  return { number: first.total + change, isBeyond: false };
}
