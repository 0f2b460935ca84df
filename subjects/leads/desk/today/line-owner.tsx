import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { useOwnerChange } from "#subjects/leads/desk/file/file-queries.ts";
import { useOwners } from "#subjects/leads/desk/rows/use-owners.ts";
import { Button } from "#app/ui/button.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** Who looks after it; a lead without an owner is taken in one press. */
export function LineOwner({ lead, name, ownEmail }: { lead: LeadRow; name: string; ownEmail: string }) {
  const { data: owners = [] } = useOwners();
  const emailOf = (owner: string | null) =>
    owner === null ? null : (owners.find(({ user_id: id }) => id === owner)?.email ?? fileCopy.owner.unknown);
  const change = useOwnerChange(lead, emailOf);
  const own = owners.find(({ email }) => email === ownEmail);
  const chosen = emailOf(change.value);

  if (chosen !== null) return <span className="text-caption quiet">{copy.owner(chosen)}</span>;
  if (!own) return null;
  return (
    <>
      <Button
        variant="quiet"
        isSmall
        hasPlug={false}
        aria-label={copy.takeOf(name)}
        onClick={() => change.run(own.user_id)}
      >
        {copy.take}
      </Button>
      <ProblemSentence sentence={change.problem} />
    </>
  );
}
