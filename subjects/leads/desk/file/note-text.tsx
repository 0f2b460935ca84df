import * as z from "zod/mini";

import { splitMentions } from "#subjects/leads/rules/mentions.ts";

import { useMentionable } from "./use-mentionable.ts";

const mentionsShape = z.catch(z.array(z.object({ user_id: z.string(), said: z.string() })), []);

/** A note as it was typed, with the colleagues it names as they are called today; who has left, as they were. */
export function NoteText({ text, mentions }: { text: string; mentions: unknown }) {
  const people = useMentionable();
  const nameOf = (userId: string) => people.find((person) => person.userId === userId)?.name;
  return (
    <span className="as-typed breakable">
      {splitMentions(text, mentionsShape.parse(mentions)).map((part, place) =>
        typeof part === "string" ? part : <b key={place}>{`@${nameOf(part.user_id) ?? part.said}`}</b>,
      )}
    </span>
  );
}
