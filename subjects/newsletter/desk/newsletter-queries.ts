import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { newsletterKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { newsletterPageSize, type NewsletterPlace } from "#subjects/newsletter/calls/newsletter.ts";
import type { NewsletterLine } from "#subjects/leads/contract/desk-lists.ts";
import type { NewsletterFilters } from "#subjects/newsletter/rules/newsletter-filters.ts";

export function useNewsletterLines(filters: NewsletterFilters) {
  const { newsletter } = useServices().rooms;
  return useInfiniteQuery({
    queryKey: newsletterKeys.lines(filters),
    queryFn: async ({ pageParam, signal }) => valueOf(await newsletter.lines(filters, pageParam, signal)),
    initialPageParam: undefined as NewsletterPlace | undefined,
    getNextPageParam: (page) => (page.length < newsletterPageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Of all, whatever the filters. */
export function useNewsletterCounts() {
  const { newsletter } = useServices().rooms;
  return useQuery({
    queryKey: newsletterKeys.counts,
    queryFn: async ({ signal }) => valueOf(await newsletter.counts(signal)),
    staleTime: 0,
  });
}

export function useUnsubscription({ request_id }: NewsletterLine, onDone: () => void) {
  const { newsletter } = useServices().rooms;
  const queryClient = useQueryClient();
  const mutationKey = newsletterKeys.unsubscribe(request_id);
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: async () => valueOf(await newsletter.unsubscribe(request_id)),
    onSuccess: onDone,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: newsletterKeys.all }),
  });
  return {
    /** A second click does nothing while one runs, even before the screen says so. */
    unsubscribe: () => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(),
    isBusy: isPending,
    hasFailed: error !== null && !hasEndedAccess(error),
  };
}
