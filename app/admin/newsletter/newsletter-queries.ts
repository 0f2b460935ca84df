import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { useServices } from "#app/admin/shell/services.tsx";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { newsletterPageSize, type NewsletterPlace } from "#app/api/admin/newsletter.ts";
import type { NewsletterLine } from "#domain/wire/desk-lists.ts";
import type { NewsletterFilters } from "#domain/leads/newsletter-filters.ts";

const newsletterKey = ["newsletter"];

export function useNewsletterLines(filters: NewsletterFilters) {
  const { newsletter } = useServices().rooms;
  return useInfiniteQuery({
    queryKey: [...newsletterKey, "lines", filters],
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
    queryKey: [...newsletterKey, "counts"],
    queryFn: async ({ signal }) => valueOf(await newsletter.counts(signal)),
    staleTime: 0,
  });
}

export function useUnsubscription({ request_id }: NewsletterLine, onDone: () => void) {
  const { newsletter } = useServices().rooms;
  const queryClient = useQueryClient();
  const mutationKey = ["newsletter", "unsubscribe", request_id];
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: async () => valueOf(await newsletter.unsubscribe(request_id)),
    onSuccess: onDone,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: newsletterKey }),
  });
  return {
    /** A second click does nothing while one runs, even before the screen says so. */
    unsubscribe: () => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(),
    isBusy: isPending,
    hasFailed: error !== null && !hasEndedAccess(error),
  };
}
