import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { leadKeys, paymentKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { adminPayments } from "#subjects/payments/words/admin-payments.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { failed, type Result } from "#kit/result.ts";
import type { DismissalReason } from "#subjects/payments/rules/received-payment.ts";
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

function readPaymentsAgain(queryClient: QueryClient): void {
  for (const queryKey of [paymentKeys.all, screenKeys.alerts, leadKeys.list, leadKeys.counts]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** What takes back an attachment or a dismissal; each gives the sentence of why not. */
export function useTakeBack() {
  const { payments } = useServices();
  const queryClient = useQueryClient();
  const said = (sent: Result<void, CallProblem>) => {
    readPaymentsAgain(queryClient);
    return sent.ok ? undefined : sentenceOf(sent.problem, adminPayments.unavailable);
  };
  return {
    detach: async (paymentId: string, leadId: string) => said(await payments.detach(paymentId, leadId)),
    restore: async (paymentId: string) => said(await payments.dismiss(paymentId, null)),
  };
}

/** Says that a payment is no lead's, and why. */
export function useDismissal(paymentId: string, onDismissed: () => void) {
  const { payments } = useServices();
  const queryClient = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (reason: DismissalReason) => {
      const sent = await payments.dismiss(paymentId, reason);
      return sent.ok ? sent : failed(sentenceOf(sent.problem, adminPayments.unavailable));
    },
    onSuccess: (result) => result.ok && onDismissed(),
    onSettled: () => readPaymentsAgain(queryClient),
  });
  return { dismiss: mutate, isBusy: isPending, problem: data?.ok === false ? data.problem : undefined };
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
    onSettled: () => readPaymentsAgain(queryClient),
  });
  return {
    /** A second click does nothing while one runs, even before the screen says so. */
    attach: (leadId: string) => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(leadId),
    busyLead: isPending ? variables : undefined,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}
