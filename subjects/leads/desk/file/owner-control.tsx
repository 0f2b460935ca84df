import { useOwners } from "#subjects/leads/desk/rows/use-owners.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { FileEntry } from "./file-entry.tsx";
import { useOwnerChange } from "./file-queries.ts";

/** Who looks after the lead. */
export function OwnerControl({ lead }: { lead: LeadRow }) {
  const { data: owners = [] } = useOwners();
  const nameOf = (owner: string | null) =>
    owner === null ? null : (owners.find(({ user_id: id }) => id === owner)?.email ?? copy.owner.unknown);
  const change = useOwnerChange(lead, nameOf);
  const chosen = change.value;
  const isUnknown = chosen !== null && owners.every(({ user_id: id }) => id !== chosen);

  return (
    <FileEntry label={copy.owner.label}>
      <select
        className="control file-control text-body"
        aria-label={copy.owner.label}
        value={chosen ?? ""}
        disabled={lead.leadId === null}
        onChange={(event) => change.run(event.target.value === "" ? null : event.target.value)}
      >
        <option value="">{copy.owner.nobody}</option>
        {isUnknown && <option value={chosen}>{copy.owner.unknown}</option>}
        {owners.map(({ user_id: id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </select>
      <ProblemSentence sentence={change.problem} />
    </FileEntry>
  );
}
