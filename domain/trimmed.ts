/** What `private.trimmed` removes at both ends in SQL: spaces, and characters that nobody sees. */
const unseen = "[ \\t\\n\\r\\f\\v\\u00a0\\u2007\\u2009\\u200b\\u202f\\u3000\\ufeff]+";
const atEnds = new RegExp(`^${unseen}|${unseen}$`, "g");

/** The text without what nobody sees at its ends: spaces alone are not an answer. */
export function trimmed(text: string): string {
  return text.replace(atEnds, "");
}
