import { useMay } from "#app/admin/people/role.tsx";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { useOwnerChange } from "#subjects/leads/desk/file/file-queries.ts";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { Button } from "#app/ui/button.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** Who looks after it; a lead without an owner is taken in one press. */
export function LineOwner({ lead, name, ownEmail }: { lead: LeadRow; name: string; ownEmail: string }) {
  const { find } = useColleagues();
  const personOf = (owner: string) => find(owner) ?? { name: fileCopy.owner.unknown, email: null };
  const change = useOwnerChange(lead, (owner) => (owner === null ? null : fullNameOf(personOf(owner))));
  const own = find(ownEmail);
  const mayTake = useMay("seller");

  if (change.value !== null) {
    return (
      <span className="text-caption quiet">
        {copy.owner} <PersonName person={personOf(change.value)} />
      </span>
    );
  }
  if (!own || !mayTake) return null;
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
