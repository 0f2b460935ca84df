/** An administrator as colleagues know them. The name is empty where none was written. */
export type Named = { name: string; email: string | null };

/** As long as a name may be, in characters. */
export const longestName = 100;

/** « Camille Renaud », or the address of one without a name. */
export function fullNameOf({ name, email }: Named): string {
  return name || (email ?? "");
}

/** « Camille R. » of « Camille Renaud ». */
export function shortNameOf(person: Named): string {
  const [first = "", ...others] = wordsOf(person.name);
  const last = others.at(-1);
  if (first === "") return fullNameOf(person);
  return last === undefined ? first : `${first} ${firstLetterOf(last)}.`;
}

/** « CR » of « Camille Renaud »; of an address, by what stands before its @. */
export function personInitials({ name, email }: Named): string {
  const words = wordsOf(name);
  const parts =
    words.length > 0 ? words : wordsOf((email ?? "").replace(/@.*/s, "").replaceAll(/[^\p{L}\p{N}]+/gu, " "));
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((part = "") => firstLetterOf(part)).join("");
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

function firstLetterOf(word: string): string {
  return (word.match(/[\p{L}\p{N}]/u)?.[0] ?? "").toLocaleUpperCase("fr-FR");
}
