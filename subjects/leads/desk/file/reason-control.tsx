import { useMay } from "#app/admin/people/role.tsx";
import { reasonLabels } from "#content/shared/admin.ts";
import { closedStatuses } from "#domain/kernel/lead.ts";
import { readReason, useLeadChanges } from "#subjects/leads/desk/rows/lead-changes.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { FileEntry } from "./file-entry.tsx";

const copy = fileCopy.reason;

/** Why a closed lead is closed. */
export function ReasonControl({ lead }: { lead: LeadRow }) {
  const { shown, canChange, change } = useLeadChanges(lead);
  const mayChange = useMay("seller");
  if (shown.status === null || !closedStatuses.includes(shown.status)) return null;
  if (!mayChange) {
    return (
      <FileEntry label={copy.label}>
        {shown.inactiveReason === null ? copy.none : reasonLabels[shown.inactiveReason]}
      </FileEntry>
    );
  }
  return (
    <FileEntry label={copy.label}>
      <select
        className="control file-control text-body"
        aria-label={copy.label}
        value={shown.inactiveReason ?? ""}
        disabled={!canChange}
        onChange={(event) => change({ inactive_reason: readReason(event.target.value) })}
      >
        <option value="">{copy.none}</option>
        {Object.entries(reasonLabels).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </select>
    </FileEntry>
  );
}
