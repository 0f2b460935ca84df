import { fullNameOf, personInitials, type Named, shortNameOf } from "#subjects/team/rules/person-name.ts";

/**
 * A person of the team: initials and short name, with the address for who points at it or hears it.
 *
 * @param isWhole the whole name, where the address stands beside it
 */
export function PersonName({ person, isWhole = false }: { person: Named; isWhole?: boolean }) {
  const { name, email } = person;
  return (
    <span className="person-name" data-initials={personInitials(person)} title={email ?? undefined}>
      <span>
        {isWhole ? fullNameOf(person) : shortNameOf(person)}
        {!isWhole && name !== "" && email !== null && <span className="visually-hidden"> ({email})</span>}
      </span>
    </span>
  );
}
