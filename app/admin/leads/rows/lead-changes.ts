import { type QueryClient, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { LeadsError, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { LeadChange } from "#app/api/admin/leads.ts";
import { admin } from "#content/admin.ts";
import { fileCopy } from "#content/admin-file.ts";
import { type LeadRow, nameOfLead } from "#domain/leads/lead-row.ts";

/**
 * A lead as it is shown, with the changes on their way, and how to change it.
 *
 * Optimistic without a copy: changes under way are laid over the row the server gave, so a change that fails leaves
 * the row as it was. Several changes of one lead are sent one after the other.
 */
export function useLeadChanges(lead: LeadRow) {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";
  const mutationKey = leadKeys.change(lead.leadId);

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `lead-${lead.leadId}` },
    mutationFn: async ({ change, seen }: Asked) => {
      const updatedAt = leftByOwnChange(queryClient, leadId, seen) ?? seen.updatedAt;
      return valueOf(await leads.change(leadId, change, { ...seen, updatedAt }));
    },
    onSuccess: async (row, { change, seen }) => {
      await showFreshRow(queryClient, row);
      offerUndo({ sentence: describe(row, change), undo: () => undo({ ...seen, updatedAt: row.updatedAt }, change) });
      void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
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
    const undone = inverse && (await leads.change(leadId, inverse, withChange(before, change)));
    if (!undone?.ok) return fileCopy.undo.failed;
    await showFreshRow(queryClient, undone.value);
    void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
    return undefined;
  }

  const changes = useMutationState({
    filters: { mutationKey, exact: true },
    select: ({ state }) => ({ status: state.status, change: (state.variables as Asked | undefined)?.change }),
  });
  const last = changes.at(-1);
  const failedChange = last?.status === "error" ? last.change : undefined;

  const shown = changes.reduce(
    (row, { status, change }) => (status === "pending" ? withChange(row, change) : row),
    lead,
  );

  return {
    shown,
    canChange: lead.leadId !== null,
    change: (change: LeadChange) => mutate({ change, seen: shown }),
    /** Sends again the change that did not get through; undefined when all did. */
    retry: failedChange && (() => mutate({ change: failedChange, seen: lead })),
  };
}

/** What is to change, and the row as it was shown: with the changes still on their way. */
type Asked = { change: LeadChange; seen: LeadRow };

/**
 * The state that the last change of this person left, where the next one was asked for before its answer: only a
 * colleague's change is a conflict.
 */
function leftByOwnChange(queryClient: QueryClient, leadId: string, seen: LeadRow): string | null | undefined {
  const own = queryClient
    .getMutationCache()
    .findAll({ mutationKey: leadKeys.change(leadId), exact: true, status: "success" })
    .findLast(({ state }) => (state.variables as Asked).seen.updatedAt === seen.updatedAt);
  return (own?.state.data as LeadRow | undefined)?.updatedAt;
}

function describe(row: LeadRow, change: LeadChange): string {
  const name = nameOfLead(row) ?? admin.list.unnamed;
  return "lead_status" in change
    ? fileCopy.undo.status(name, change.lead_status)
    : fileCopy.undo.payment(name, change.payment_status);
}

/** Undefined when the status before is unknown. */
function inverseOf(before: LeadRow, change: LeadChange): LeadChange | undefined {
  if ("payment_status" in change) return { payment_status: before.isPaid };
  return before.status === null ? undefined : { lead_status: before.status };
}

function withChange(lead: LeadRow, change: LeadChange | undefined): LeadRow {
  if (!change) return lead;
  return "lead_status" in change ? { ...lead, status: change.lead_status } : { ...lead, isPaid: change.payment_status };
}
