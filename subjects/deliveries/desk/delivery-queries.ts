import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { deliveryKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import type { DeadDeliveries } from "#subjects/deliveries/calls/deliveries.ts";
import type { DeliveryStatus } from "#subjects/leads/contract/desk-lists.ts";
import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";
import { failed } from "#kit/result.ts";

/** Deliveries leave by themselves: the screen follows them. */
const readAgainMs = 5000;

export function useReceivers() {
  const { deliveries } = useServices();
  return useQuery({
    queryKey: deliveryKeys.receivers,
    queryFn: async ({ signal }) => valueOf(await deliveries.receivers(signal)),
    refetchInterval: readAgainMs,
    staleTime: 0,
  });
}

export function useOpenDeliveries(status: DeliveryStatus, limit: number) {
  const { deliveries } = useServices();
  return useQuery({
    queryKey: deliveryKeys.list(status, limit),
    queryFn: async ({ signal }) => valueOf(await deliveries.list(status, limit, signal)),
    refetchInterval: readAgainMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Sends again. What it says when nothing was sent is `problem`, until the next try. */
export function useReplay(target: DeadDeliveries, onReplayed: (count: number) => void) {
  const { deliveries } = useServices();
  const queryClient = useQueryClient();
  const mutationKey = deliveryKeys.replay(target);
  const { mutate, isPending, data } = useMutation({
    mutationKey,
    mutationFn: async () => {
      const replayed = await deliveries.replay(target);
      return replayed.ok ? replayed : failed(sentenceOf(replayed.problem, adminDeliveries.unavailable));
    },
    onSuccess: (result) => {
      if (result.ok) onReplayed(result.value);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: deliveryKeys.all });
      void queryClient.invalidateQueries({ queryKey: screenKeys.alerts });
    },
  });
  return {
    /** A second click does nothing while one runs, even before the screen says so. */
    replay: () => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(),
    isBusy: isPending,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}
