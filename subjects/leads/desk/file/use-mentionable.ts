import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import type { Mentionable } from "#subjects/leads/rules/mentions.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";

/** The colleagues a note may mention, by name; by the local part of their e-mail where they have none. */
export function useMentionable(): Mentionable[] {
  const { colleagues } = useColleagues();
  return colleagues.map((person) => ({ userId: person.user_id, name: fullNameOf(person).replace(/@.*/, "") }));
}
