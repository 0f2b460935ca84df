import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";

import { useServices } from "#app/admin/shell/services.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import type { LeadChange } from "#app/api/admin/leads.ts";
import type { LeadRow } from "#domain/leads/lead-row.ts";

import { showFreshRow } from "./lead-queries.ts";

/**
 * A lead as it is shown, with the changes on their way, and how to change it.
 *
 * Optimistic without a copy: changes under way are laid over the row the server gave, so a change that fails leaves
 * the row as it was. Several changes of one lead are sent one after the other.
 */
export function useLeadChanges(lead: LeadRow) {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  const mutationKey = ["leads", "change", lead.leadId];

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `lead-${lead.leadId}` },
    mutationFn: async (change: LeadChange) => valueOf(await leads.change(lead.leadId ?? "", change)),
    onSuccess: (row) => showFreshRow(queryClient, row),
  });

  const changes = useMutationState({
    filters: { mutationKey, exact: true },
    select: ({ state }) => ({ status: state.status, change: state.variables as LeadChange | undefined }),
  });
  const last = changes.at(-1);
  const failedChange = last?.status === "error" ? last.change : undefined;

  return {
    shown: changes.reduce((row, { status, change }) => (status === "pending" ? withChange(row, change) : row), lead),
    canChange: lead.leadId !== null,
    change: (change: LeadChange) => mutate(change),
    /** Sends again the change that did not get through; undefined when all did. */
    retry: failedChange && (() => mutate(failedChange)),
  };
}

function withChange(lead: LeadRow, change: LeadChange | undefined): LeadRow {
  if (!change) return lead;
  return "lead_status" in change ? { ...lead, status: change.lead_status } : { ...lead, isPaid: change.payment_status };
}
