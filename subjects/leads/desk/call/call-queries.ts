import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type AskedChange, queuedChange, undoInQueue } from "#app/admin/data/own-changes.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { LoggedCall } from "#subjects/leads/calls/desk.ts";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { admin } from "#content/shared/admin.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

/** Writes a call down with what follows from it, and takes all of it back. */
export function useLogCall(lead: LeadRow, onDone: () => void) {
  const { desk } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";
  const takeBack = useTakeBack(leadId);

  const { mutate, data, isPending } = useMutation({
    ...queuedChange(queryClient, lead.leadId, "call", async ({ change }: AskedChange<LoggedCall>) => {
      const logged = await desk.logCall(leadId, change);
      if (!logged.ok) return failed(sentenceOf(logged.problem, copy.unavailable));
      return ok({ before: logged.value.before, changed: changedBy(change, logged.value.updatedAt) });
    }),
    onSuccess: (result, { change, seen }) => {
      if (!result.ok) return;
      onDone();
      const { before, changed } = result.value;
      offerUndo({
        sentence: copy.call.done(nameOfLead(lead) ?? admin.list.unnamed),
        undo: () =>
          undoInQueue(queryClient, lead.leadId, { change: before, seen: { ...seen, ...changed } }, (asked) =>
            takeBack(change.callId, before, seen, asked.seen),
          ),
      });
    },
  });

  return {
    /** A second key press while one is on its way does nothing. */
    log: (call: LoggedCall) => void (!isPending && mutate({ change: call, seen: lead })),
    isPending,
    problem: data?.ok === false ? data.problem : undefined,
  };
}

function changedBy({ outcome, callbackAt, status }: LoggedCall, updatedAt: string): Partial<LeadRow> {
  return {
    updatedAt,
    ...(callbackAt !== undefined && { callbackAt }),
    ...(status !== undefined && { status }),
    ...(outcome === "refused" && { hasCallConsent: false }),
  };
}

/**
 * `stood`: the row before the call, `left`: after it. What a colleague changed since stays, and is told; the call is
 * withdrawn last, so that nothing is half undone then.
 */
function useTakeBack(leadId: string) {
  const { desk, leads } = useServices();
  return async (
    callId: string,
    before: Record<string, unknown>,
    stood: LeadRow,
    left: LeadRow,
  ): Promise<Result<{ changed: Partial<LeadRow> }, string>> => {
    let { updatedAt } = left;
    if ("callback_at" in before) {
      const set = await desk.setCallback(leadId, stood.callbackAt, updatedAt ?? undefined);
      if (!set.ok) return failed(sentenceOf(set.problem, copy.undo.failed));
      updatedAt = set.value.updatedAt;
    }
    if ("lead_status" in before && stood.status !== null) {
      const set = await leads.change(leadId, { lead_status: stood.status }, { ...left, updatedAt });
      if (!set.ok) return failed(copy.undo.failed);
    }
    const withdrawn = await desk.withdrawNote(leadId, callId);
    if (!withdrawn.ok) return failed(sentenceOf(withdrawn.problem, copy.undo.failed));
    const [row] = await leads.rows([leadId]).then((read) => (read.ok ? read.value : []));
    return row ? ok({ changed: row }) : failed(copy.undo.failed);
  };
}
