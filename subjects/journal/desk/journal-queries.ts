import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { auditKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { type AuditPlace, auditPageSize } from "#subjects/journal/calls/audit.ts";
import type { AuditFilters } from "#subjects/journal/rules/audit-filters.ts";

/** Lines are added above what is shown: only a reload or another filter reads from the top again. */
export function useAuditLines(filters: AuditFilters) {
  const { audit } = useServices().rooms;
  return useInfiniteQuery({
    queryKey: auditKeys.lines(filters),
    queryFn: async ({ pageParam, signal }) => valueOf(await audit.lines(filters, pageParam, signal)),
    initialPageParam: undefined as AuditPlace | undefined,
    getNextPageParam: (page) => (page.length < auditPageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
