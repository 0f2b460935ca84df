import { useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { failed, ok } from "#kit/result.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** Reads the row again, and what hangs on it, without an opening of the file, which would be recorded. */
export function useRowAgain() {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  return async ({ leadId, profileId }: LeadRow) => {
    const rows = valueOf(await leads.ofProfile(profileId ?? ""));
    const row = rows.find((read) => read.leadId === leadId);
    if (row) await showFreshRow(queryClient, row);
    void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId ?? "") });
    void queryClient.invalidateQueries({ queryKey: leadKeys.duplicates(leadId ?? "") });
    void queryClient.invalidateQueries({ queryKey: leadKeys.siblings(leadId ?? "") });
    return row ? ok(row) : failed("gone");
  };
}
