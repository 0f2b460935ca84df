import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";

import { useMay } from "#app/admin/people/role.tsx";
import { type AskedChange, queuedChange, undoInQueue } from "#app/admin/data/own-changes.ts";
import { isChangeKey, leadOfKey } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { LeadsError, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { LeadChange } from "#subjects/leads/calls/leads.ts";
import { admin, reasonLabels } from "#content/shared/admin.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { closedStatuses, type InactiveReason, inactiveReasons, type LeadStatus } from "#domain/kernel/lead.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import { failed, ok } from "#kit/result.ts";

/**
 * A lead as it is shown, with the changes on their way, and how to change it.
 *
 * Optimistic without a copy: changes under way are laid over the row the server gave, so a change that fails leaves
 * the row as it was.
 */
export function useLeadChanges(lead: LeadRow) {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const mayChange = useMay("seller");
  const leadId = lead.leadId ?? "";
  const sending = queuedChange(queryClient, lead.leadId, "column", async ({ change, seen }: Asked) =>
    ok({ changed: valueOf(await leads.change(leadId, change, seen)) }),
  );

  const { mutate } = useMutation({
    ...sending,
    onSuccess: (result, { change, seen }) => {
      if (!result.ok) return;
      const row = result.value.changed;
      offerUndo({
        sentence: describe(row, change),
        undo: () => undo({ ...seen, updatedAt: row.updatedAt }, change),
        ...(isClosing(change) && {
          ask: {
            question: fileCopy.reason.ask,
            answers: reasonLabels,
            answer: (reason) => mutate({ change: { inactive_reason: readReason(reason) }, seen: row }),
          },
        }),
      });
    },
    onError: async (error) => {
      const row = error instanceof LeadsError && error.problem.code === "not_saved" && error.problem.row;
      if (!row) return;
      // A colleague was faster: what they chose is shown, and trying again starts from there.
      await showFreshRow(queryClient, row);
      offerUndo({ sentence: fileCopy.undo.changedMeanwhile });
    },
  });

  /** What stood there is set as any other change is, on the state that the change left. */
  async function undo(before: LeadRow, change: LeadChange): Promise<string | undefined> {
    const inverse = inverseOf(before, change);
    if (!inverse) return fileCopy.undo.failed;
    const asked = { change: inverse, seen: withChange(before, change) };
    return undoInQueue(queryClient, lead.leadId, asked, async ({ seen }) => {
      const undone = await leads.change(leadId, inverse, seen);
      return undone.ok ? ok({ changed: undone.value }) : failed(fileCopy.undo.failed);
    });
  }

  const changes = useMutationState({
    filters: { mutationKey: sending.mutationKey, exact: true },
    select: ({ state: { status, variables } }) => ({ status, change: changeOf(variables) }),
  });
  const last = changes.at(-1);
  const failedChange = last?.status === "error" ? last.change : undefined;

  const shown = changes.reduce(
    (row, { status, change }) => (status === "pending" ? withChange(row, change) : row),
    lead,
  );

  return {
    shown,
    canChange: mayChange && lead.leadId !== null,
    change: (change: LeadChange) => mutate({ change, seen: shown }),
    /** Sends again the change that did not get through; undefined when all did. */
    retry: failedChange && (() => mutate({ change: failedChange, seen: lead })),
  };
}

/** Changes of status that the server has not confirmed yet, by lead; the last of each counts. */
export function usePendingStatuses(): Map<string, LeadStatus> {
  const pending = useMutationState({
    filters: { status: "pending", predicate: ({ options }) => isChangeKey(options.mutationKey, "column") },
    select: ({ state: { variables }, options }) => ({ leadId: leadOfKey(options.mutationKey), ...changeOf(variables) }),
  });
  return new Map(
    pending.flatMap((move) =>
      move.leadId !== undefined && "lead_status" in move ? [[move.leadId, move.lead_status]] : [],
    ),
  );
}

type Asked = AskedChange<LeadChange>;

function changeOf(variables: unknown): LeadChange | undefined {
  return (variables as Asked | undefined)?.change;
}

function describe(row: LeadRow, change: LeadChange): string {
  const name = nameOfLead(row) ?? admin.list.unnamed;
  if ("lead_status" in change) return fileCopy.undo.status(name, change.lead_status);
  return "inactive_reason" in change
    ? fileCopy.undo.reason(name, change.inactive_reason)
    : fileCopy.undo.payment(name, change.payment_status);
}

/** Undefined when the status before is unknown. */
function inverseOf(before: LeadRow, change: LeadChange): LeadChange | undefined {
  if ("payment_status" in change) return { payment_status: before.isPaid };
  if ("inactive_reason" in change) return { inactive_reason: before.inactiveReason };
  return before.status === null ? undefined : { lead_status: before.status };
}

function withChange(lead: LeadRow, change: LeadChange | undefined): LeadRow {
  if (!change) return lead;
  if ("lead_status" in change) {
    return { ...lead, status: change.lead_status, ...(!isClosing(change) && { inactiveReason: null }) };
  }
  return "inactive_reason" in change
    ? { ...lead, inactiveReason: change.inactive_reason }
    : { ...lead, isPaid: change.payment_status };
}

function isClosing(change: LeadChange): boolean {
  return "lead_status" in change && closedStatuses.includes(change.lead_status);
}

export function readReason(value: string): InactiveReason | null {
  return inactiveReasons.find((reason) => reason === value) ?? null;
}
