import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { leadKeys, paymentKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { adminPayments } from "#subjects/payments/words/admin-payments.ts";
import { failed } from "#kit/result.ts";
import { noFilters } from "#subjects/leads/rules/lead-filters.ts";

const readAgainMs = 30_000;

export function useOpenPayments() {
  const { payments } = useServices();
  return useQuery({
    queryKey: paymentKeys.open,
    queryFn: async ({ signal }) => valueOf(await payments.list(signal)),
    refetchInterval: readAgainMs,
    staleTime: 0,
  });
}

export function useOpenBilling() {
  const { payments } = useServices();
  return useQuery({
    queryKey: paymentKeys.billing,
    queryFn: async ({ signal }) => valueOf(await payments.listBilling(signal)),
    refetchInterval: readAgainMs,
    staleTime: 0,
  });
}

/** Leads that a payment may be attached to; nothing is asked for an empty search. */
export function useLeadSearch(search: string) {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.page({ ...noFilters, search }, null),
    queryFn: async ({ signal }) => valueOf(await leads.list({ ...noFilters, search }, null, signal)),
    enabled: search !== "",
  });
}

/** Says whose payment it is. What it says when nothing was saved is `problem`, until the next try. */
export function useAttachment(paymentId: string, onAttached: (leadId: string) => void) {
  const { payments } = useServices();
  const queryClient = useQueryClient();
  const mutationKey = paymentKeys.attach(paymentId);
  const { mutate, isPending, data, variables } = useMutation({
    mutationKey,
    mutationFn: async (leadId: string) => {
      const attached = await payments.attach(paymentId, leadId);
      return attached.ok ? attached : failed(sentenceOf(attached.problem, adminPayments.unavailable));
    },
    onSuccess: (result, leadId) => {
      if (result.ok) onAttached(leadId);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: paymentKeys.all });
      void queryClient.invalidateQueries({ queryKey: screenKeys.alerts });
      void queryClient.invalidateQueries({ queryKey: leadKeys.list });
      void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
    },
  });
  return {
    /** A second click does nothing while one runs, even before the screen says so. */
    attach: (leadId: string) => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(leadId),
    busyLead: isPending ? variables : undefined,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}
