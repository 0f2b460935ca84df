import { foldAccents } from "#kit/fold-accents.ts";

/** A colleague as a note names them. */
export type Mentionable = { userId: string; name: string };

/** Whom a stored note names, and how its text says it behind its @. */
export type Mention = { user_id: string; said: string };

/** What is being typed behind an @: where that stands, and what follows it. */
export type Typing = { from: number; typed: string };

/** @param caret where the cursor stands. @returns undefined where no name is being typed */
export function typingAt(text: string, caret: number): Typing | undefined {
  const [, typed] = /(?:^|[\s(«])@([^@\n]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** Those whose name, or one of its words, begins with what was typed; accents and capitals aside. */
export function peopleNamed(people: readonly Mentionable[], typed: string): Mentionable[] {
  const asked = foldAccents(typed);
  return people.filter(({ name }) => {
    const known = foldAccents(name);
    return known.startsWith(asked) || known.split(/[\s.-]+/u).some((word) => word.startsWith(asked));
  });
}

/** The name in place of what was typed, and where the cursor stands then. */
export function writeMention(text: string, { from, typed }: Typing, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(from + 1 + typed.length).replace(/^ /, ""), caret: before.length };
}

/** Everyone whose name stands behind an @. */
export function mentionsIn(text: string, people: readonly Mentionable[]): Mention[] {
  const known = people.map(({ userId, name }) => ({ user_id: userId, said: name }));
  const named = splitMentions(text, known).flatMap((part) => (typeof part === "string" ? [] : part.said));
  return known.filter(({ said }) => named.includes(said));
}

/** A text in its parts: what is said, and whom it names. */
export function splitMentions(text: string, mentions: readonly Mention[]): (string | Mention)[] {
  // Of two names that begin alike, the longer one is meant.
  const known = [...mentions].sort((one, other) => other.said.length - one.said.length);
  const parts: (string | Mention)[] = [];
  let begin = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (/[\p{L}\p{N}._-]/u.test(text[at - 1] ?? " ")) continue; // an address
    const mention = known.find(
      ({ said }) => text.startsWith(said, at + 1) && !/^[\p{L}\p{N}]/u.test(text.slice(at + 1 + said.length)),
    );
    if (!mention) continue;
    parts.push(text.slice(begin, at), mention);
    begin = at + 1 + mention.said.length;
  }
  return [...parts, text.slice(begin)].filter((part) => part !== "");
}
