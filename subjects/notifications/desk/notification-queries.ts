import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { failed } from "#kit/result.ts";
import type { NotificationChoices } from "#subjects/notifications/contract/notifications.ts";
import { adminNotifications as copy } from "#subjects/notifications/words/admin-notifications.ts";

export function useNotifications() {
  const { notifications } = useServices();
  return useQuery({
    queryKey: screenKeys.notifications,
    queryFn: async ({ signal }) => valueOf(await notifications.list(signal)),
    staleTime: 0,
  });
}

/** Marks these as read, or all. */
export function useReading() {
  const { notifications } = useServices();
  const queryClient = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (ids: string[] | undefined) => {
      const read = await notifications.read(ids);
      return read.ok ? read : failed(sentenceOf(read.problem, copy.failed));
    },
    onSettled: () =>
      Promise.all(
        [screenKeys.notifications, screenKeys.alerts].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
  return {
    /** @param ids all of them when left out */
    read: (ids?: string[]) => mutate(ids),
    isPending,
    problem: data?.ok === false ? data.problem : undefined,
  };
}

/** What is chosen shows at once, and is stored in the order in which it was chosen. */
export function useChoices() {
  const { notifications } = useServices();
  const queryClient = useQueryClient();
  const queryKey = screenKeys.notificationChoices;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => valueOf(await notifications.choices(signal)),
    staleTime: Infinity,
  });
  const { mutate, isPending, data } = useMutation({
    scope: { id: "notification-choices" },
    mutationFn: async (choices: NotificationChoices) => {
      const stored = await notifications.choose(choices);
      return stored.ok ? stored : failed(sentenceOf(stored.problem, copy.failed));
    },
    onMutate: (choices) => queryClient.setQueryData(queryKey, choices),
    onSuccess: (result) => (result.ok ? undefined : queryClient.invalidateQueries({ queryKey })),
  });
  return {
    query,
    choose: mutate,
    isPending,
    isStored: data?.ok === true,
    problem: data?.ok === false ? data.problem : undefined,
  };
}
