import { useMay } from "#app/admin/people/role.tsx";
import { Box } from "#app/ui/layout.tsx";
import { pressedBy, scopeSelector, selectorOf } from "#app/admin/keys/pressed-by.ts";
import { Icon } from "#app/ui/icon.tsx";
import { statusPills } from "#app/ui/status-pills.ts";
import { admin, statusLabels } from "#content/shared/admin.ts";
import { type LeadStatus, leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { useLeadChanges } from "./lead-changes.ts";

const pills: Record<LeadStatus, string> = statusPills;

/** In a list the arrows go from lead to lead again, and do not change this one once more. */
function goBackToRow(control: Element): void {
  control.closest(scopeSelector("row"))?.querySelector<HTMLElement>(selectorOf("open"))?.focus({ preventScroll: true });
}

/**
 * A pill that is a list: the native one, laid over it.
 *
 * @param label in place of the status, where its place says it
 */
export function StatusControl({ lead, label }: { lead: LeadRow; label?: string }) {
  const { shown, canChange, change } = useLeadChanges(lead);
  const mayChange = useMay("seller");

  if (!mayChange) {
    return (
      <span className={shown.status ? pills[shown.status] : "pill"}>
        {shown.status ? statusLabels[shown.status] : "–"}
      </span>
    );
  }
  return (
    <Box as="label" position="relative" className="status-control">
      <span className={`${shown.status && !label ? pills[shown.status] : "pill"} status-pill`}>
        {label ?? (shown.status ? statusLabels[shown.status] : "–")}
        <Icon name="down" isSmall />
      </span>
      <select
        className="text-body"
        {...pressedBy("status")}
        aria-label={admin.list.statusOf(nameOfLead(lead) ?? admin.list.unnamed)}
        value={shown.status ?? ""}
        disabled={!canChange}
        onChange={(event) => {
          const chosen = leadStatuses.find((status) => status === event.target.value);
          if (chosen) change({ lead_status: chosen });
          goBackToRow(event.currentTarget);
        }}
        onKeyDown={(event) => event.key === "Escape" && goBackToRow(event.currentTarget)}
      >
        {shown.status === null && <option value="">–</option>}
        {leadStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </select>
    </Box>
  );
}
