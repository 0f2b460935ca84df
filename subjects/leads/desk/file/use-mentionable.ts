import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import type { Mentionable } from "#subjects/leads/rules/mentions.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";

/** Whom a note may mention: of one without a name, what stands before the @ of the address. */
export function useMentionable(): Mentionable[] {
  const { colleagues } = useColleagues();
  return colleagues.map((person) => ({ userId: person.user_id, name: fullNameOf(person).replace(/@.*/, "") }));
}
