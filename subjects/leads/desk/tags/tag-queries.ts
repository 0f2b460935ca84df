import { useMutation, useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { TagChange } from "#subjects/leads/calls/tags.ts";
import { tagCopy as copy } from "#subjects/leads/words/tags.ts";

import { useRowAgain } from "#subjects/leads/desk/rows/row-again.ts";

/** Of one lead, read again once it is done. */
export function useTagChange(lead: LeadRow) {
  const { tags } = useServices();
  const queryClient = useQueryClient();
  const readRowAgain = useRowAgain();
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (change: TagChange) => {
      const changed = await tags.change(lead.leadId ?? "", change);
      if (!changed.ok) return failed(sentenceOf(changed.problem, copy.unavailable));
      await Promise.all([readRowAgain(lead), queryClient.invalidateQueries({ queryKey: leadKeys.tags })]);
      return ok(undefined);
    },
  });
  return {
    run: (change: TagChange) => void (!isPending && mutate(change)),
    problem: data?.ok === false ? data.problem : undefined,
  };
}

/** One change of the team's list; leads show it at once. */
export function useTagListChange() {
  const { tags } = useServices();
  const queryClient = useQueryClient();
  const { mutate, data } = useMutation({
    mutationFn: async ({ id, name }: { id?: number; name: string | null }): Promise<Result<void, string>> => {
      if (id !== undefined && name === null) valueOf(await tags.delete(id));
      else {
        const saved: Result<number | null, CallProblem> = await tags.save(name ?? "", id);
        if (!saved.ok) return failed(sentenceOf(saved.problem, copy.unavailable));
        if (saved.value === null) return failed(copy.taken);
      }
      await queryClient.invalidateQueries({ queryKey: leadKeys.all });
      return ok(undefined);
    },
  });
  return {
    add: (name: string) => mutate({ name }),
    rename: (id: number, name: string) => mutate({ id, name }),
    remove: (id: number) => mutate({ id, name: null }),
    problem: data?.ok === false ? data.problem : undefined,
  };
}
