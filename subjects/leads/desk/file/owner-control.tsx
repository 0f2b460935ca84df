import { dash } from "#app/admin/ui/formats.ts";
import { useMay } from "#app/admin/people/role.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { FileEntry } from "./file-entry.tsx";
import { useOwnerChange } from "./file-queries.ts";

/** Who looks after the lead. */
export function OwnerControl({ lead }: { lead: LeadRow }) {
  const { owners, find } = useColleagues();
  const nameOf = (owner: string | null) => {
    if (owner === null) return null;
    const colleague = find(owner);
    return colleague ? fullNameOf(colleague) : copy.owner.unknown;
  };
  const change = useOwnerChange(lead, nameOf);
  const chosen = change.value;
  const isElse = chosen !== null && !owners.some(({ user_id }) => user_id === chosen);

  const mayChange = useMay("seller");

  if (!mayChange) return <FileEntry label={copy.owner.label}>{nameOf(chosen) ?? dash}</FileEntry>;
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
        {isElse && <option value={chosen}>{nameOf(chosen)}</option>}
        {owners.map((colleague) => (
          <option key={colleague.user_id} value={colleague.user_id}>
            {fullNameOf(colleague)}
          </option>
        ))}
      </select>
      <ProblemSentence sentence={change.problem} />
    </FileEntry>
  );
}
