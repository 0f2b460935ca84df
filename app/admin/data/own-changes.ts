import type { MutationState, QueryClient } from "@tanstack/react-query";

import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { Result } from "#kit/result.ts";

import { type ChangeKind, leadKeys } from "./query-keys.ts";
import { showChange } from "./shown-leads.ts";

/** What is to change of a lead, and the row as it was shown: with the changes still on their way. */
export type AskedChange<Change> = { change: Change; seen: LeadRow };

/** What a change made of the row; without `updatedAt` where it left the row as it was. */
type Made = { changed: Partial<LeadRow> };

type Send<Change, Value extends Made, Problem> = (asked: AskedChange<Change>) => Promise<Result<Value, Problem>>;

/**
 * A change in the queue of its lead, as options of a mutation: what one person changes of a lead is sent one after the
 * other, each on the state that the one before left. Only a colleague's change is a conflict.
 */
export function queuedChange<Change, Value extends Made, Problem>(
  queryClient: QueryClient,
  leadId: string | null,
  kind: ChangeKind,
  send: Send<Change, Value, Problem>,
) {
  return {
    mutationKey: leadKeys.change(leadId, kind),
    scope: { id: `lead-${leadId}` },
    mutationFn: async ({ change, seen }: AskedChange<Change>) => {
      const updatedAt = stateLeft(queryClient, leadId, seen.updatedAt);
      const sent = await send({ change, seen: { ...seen, updatedAt } });
      if (sent.ok) await showChange(queryClient, seen, sent.value.changed);
      void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId ?? "") });
      // What is done from the list of the day waits for it.
      if (kind !== "work") void queryClient.invalidateQueries({ queryKey: leadKeys.worklist });
      return sent;
    },
  };
}

/** Takes a change back in the same queue. @returns the sentence of why not, or nothing once it is as before */
export async function undoInQueue<Change>(
  queryClient: QueryClient,
  leadId: string | null,
  asked: AskedChange<Change>,
  send: Send<Change, Made, string>,
): Promise<string | undefined> {
  const options = queuedChange(queryClient, leadId, "undo", send);
  const undone = await queryClient.getMutationCache().build(queryClient, options).execute(asked);
  return undone.ok ? undefined : undone.problem;
}

type OwnChange = MutationState<Result<Made, unknown>, Error, AskedChange<unknown>>;

/** The state that a queued change left its lead in; undefined where it left the row as it was. */
export function stateLeftBy(state: MutationState): string | null | undefined {
  const { data } = state as OwnChange;
  return data?.ok ? data.value.changed.updatedAt : undefined;
}

/** The state that this person's own changes since `seenAt` have left, as far as no other came between. */
function stateLeft(queryClient: QueryClient, leadId: string | null, seenAt: string | null): string | null {
  const own = new Set([instantOf(seenAt)]);
  let last = seenAt;
  const made = queryClient.getMutationCache().findAll({ mutationKey: leadKeys.changesOf(leadId), status: "success" });
  for (const { state } of made) {
    const left = stateLeftBy(state);
    if (left === undefined || !own.has(instantOf((state as OwnChange).variables?.seen.updatedAt))) continue;
    own.add(instantOf(left));
    last = left;
  }
  return last;
}

/** An instant is written in more than one way. NaN for none. */
function instantOf(at: string | null | undefined): number {
  return Date.parse(at ?? "");
}
