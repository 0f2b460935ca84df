import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { conferenceKeys, followsLeads } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { conferencePageSize, type ConferencePlace, type LineFilters } from "#subjects/conferences/calls/conferences.ts";
import type { ConferenceLine } from "#subjects/leads/contract/desk-lists.ts";
import type { CivilDate } from "#kit/civil-date.ts";

export function useConferences() {
  const { conferences } = useServices().rooms;
  return useQuery({
    queryKey: conferenceKeys.days,
    queryFn: async () => valueOf(await conferences.list()),
    staleTime: 0,
    meta: followsLeads,
  });
}

/** @param filters undefined until it is known which conference is announced */
export function useConferenceLines(filters: LineFilters | undefined) {
  const { conferences } = useServices().rooms;
  return useInfiniteQuery({
    queryKey: conferenceKeys.lines(filters),
    queryFn: async ({ pageParam, signal }) =>
      filters ? valueOf(await conferences.lines(filters, pageParam, signal)) : [],
    enabled: filters !== undefined,
    initialPageParam: undefined as ConferencePlace | undefined,
    getNextPageParam: (page) => (page.length < conferencePageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: followsLeads,
  });
}

/** Of a line without a file. */
export function useWaitingListExit({ lead_id }: ConferenceLine, onDone: () => void) {
  const { conferences } = useServices().rooms;
  const queryClient = useQueryClient();
  const mutationKey = conferenceKeys.leave(lead_id);
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: async () => valueOf(await conferences.leaveWaitingList(lead_id)),
    onSuccess: onDone,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: conferenceKeys.all }),
  });
  return {
    leave: () => queryClient.isMutating({ mutationKey, exact: true }) === 0 && mutate(),
    isBusy: isPending,
    hasFailed: error !== null && !hasEndedAccess(error),
  };
}

/** Asked for when it is wanted, each time anew: what is printed is signed. */
export function useAttendance(heldOn: CivilDate | null) {
  const { conferences } = useServices().rooms;
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => ({ heldOn, people: valueOf(await conferences.attendance(heldOn)) }),
  });
  return {
    prepare: () => !isPending && mutate(),
    isBusy: isPending,
    sheet: data?.heldOn === heldOn ? data : undefined,
    hasFailed: error !== null && !hasEndedAccess(error),
  };
}
