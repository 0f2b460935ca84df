import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { admin } from "#content/shared/admin.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { useLeadChanges } from "./lead-changes.ts";

/** Says that the last change did not get through, until one does. */
export function ChangeProblem({ lead }: { lead: LeadRow }) {
  const { retry } = useLeadChanges(lead);
  return retry ? <RetryNotice sentence={admin.list.notSaved} onRetry={retry} /> : null;
}
