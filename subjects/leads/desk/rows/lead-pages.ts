import {
  type QueryClient,
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { type AdminServices, useServices } from "#app/admin/data/services.ts";
import { LeadsError, valueOf } from "#app/admin/ui/leads-error.ts";
import { type LeadPage, type PagePlace, pageSize } from "#subjects/leads/calls/leads.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { isRole } from "#domain/kernel/roles.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { type Trail, followPage, trailThrough } from "./lead-trail.ts";

/** The next page is on its way when its rows come this near. */
const rowsAhead = 25;

/**
 * The first page says how many leads match; meanwhile the previous list stays.
 *
 * @param isAwaited the filters are not known yet
 */
export function useFirstPage(filters: LeadFilters, isAwaited: boolean) {
  return useQuery({
    ...useOptionsOfPage()(filters, null),
    placeholderData: keepPreviousData,
    enabled: !isAwaited,
  });
}

/**
 * Where the pages of this list begin. Kept apart from the pages: memory forgets those out of view after a few minutes,
 * and any depth is still one request away.
 *
 * @param firstPage undefined while it is that of the list from before
 */
export function useTrail(filters: LeadFilters, firstPage: LeadPage | undefined) {
  const queryClient = useQueryClient();
  const [kept, setKept] = useState(() => ({ filters, trail: cachedTrail(queryClient, filters) }));
  const isSameList = JSON.stringify(kept.filters) === JSON.stringify(filters);
  const known = isSameList ? kept.trail : cachedTrail(queryClient, filters);
  const trail = firstPage ? followPage(known, 0, firstPage) : known;

  function keep(followed: Trail): void {
    if (!isSameList || followed !== kept.trail) setKept({ filters, trail: followed });
  }
  return { trail, keep };
}

type View = {
  filters: LeadFilters;
  firstPage: LeadPage | undefined;
  trail: Trail;
  /** Rows from the first to the last in view. */
  first: number;
  last: number;
};

/**
 * The pages that hold the rows in view, each asked for by itself: as one infinite query they would all be read again,
 * one after the other, whenever something happens.
 */
export function usePagesInView({ filters, firstPage, trail, first, last }: View) {
  const queryClient = useQueryClient();
  const optionsOfPage = useOptionsOfPage();
  const wanted = firstPage ? pagesFrom(first, last + rowsAhead).filter((index) => index < trail.starts.length) : [];
  const results = useQueries({
    queries: wanted.map((index) => {
      const { place, before } = trail.starts[index] ?? { place: null };
      return {
        ...optionsOfPage(filters, place),
        placeholderData: () =>
          before === undefined ? undefined : queryClient.getQueryData<LeadPage>(leadKeys.page(filters, before)),
      };
    }),
  });

  return {
    rowAt(index: number): LeadRow | undefined {
      const page = Math.floor(index / pageSize);
      const rows = page === 0 ? firstPage?.rows : results[wanted.indexOf(page)]?.data?.rows;
      return rows?.[index % pageSize];
    },
    failed: results.filter((result) => result.isError),
    /** The trail with what these pages say. */
    followed: results.reduce((followed, { data, isPlaceholderData }, position) => {
      const index = wanted[position];
      return data && !isPlaceholderData && index !== undefined ? followPage(followed, index, data) : followed;
    }, trail),
  };
}

/** All but the first, which is always at hand. */
function pagesFrom(first: number, last: number): number[] {
  const from = Math.max(1, Math.floor(first / pageSize));
  return Array.from({ length: Math.max(0, Math.floor(last / pageSize) - from + 1) }, (_, offset) => from + offset);
}

function cachedTrail(queryClient: QueryClient, filters: LeadFilters): Trail {
  return trailThrough((place) => queryClient.getQueryData<LeadPage>(leadKeys.page(filters, place)));
}

/** A row by its place, where its page is still at hand. */
export function cachedRow(queryClient: QueryClient, filters: LeadFilters, index: number): LeadRow | undefined {
  const start = cachedTrail(queryClient, filters).starts[Math.floor(index / pageSize)];
  const page = start && queryClient.getQueryData<LeadPage>(leadKeys.page(filters, start.place));
  return page?.rows[index % pageSize];
}

/** What reads one page, wherever it begins. */
export function useOptionsOfPage() {
  const services = useServices();
  return (filters: LeadFilters, after: PagePlace | null) =>
    queryOptions({
      queryKey: leadKeys.page(filters, after),
      queryFn: ({ signal }) => readPage(services, { filters, after, signal }),
    });
}

type PageRequest = { filters: LeadFilters; after: PagePlace | null; signal: AbortSignal };

async function readPage({ leads, session }: AdminServices, { filters, after, signal }: PageRequest): Promise<LeadPage> {
  const page = valueOf(await leads.list(filters, after, signal));

  // An empty list is believed after asking again whether its reader still is who may read it.
  if (page.rows.length === 0) {
    const accessState = await session.accessState();
    if (accessState.ok && !isRole(accessState.value)) throw new LeadsError({ code: "access_ended" });
  }
  return page;
}
