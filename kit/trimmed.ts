/**
 * One character that leaves no mark: spaces, what Unicode lets programs ignore (joiners, variation selectors, marks of
 * direction), and the blank of Braille. `private.trimmed` has the same: `tests/leads/trimmed.test.ts` compares all.
 */
const unseen = /^[\s\u0085\u2800\p{Default_Ignorable_Code_Point}]$/u;

/**
 * The text without invisible characters at its ends: spaces alone are not an answer. Inside, everything stays: a joiner
 * makes one emoji of two, and belongs to names in some scripts.
 *
 * No regular expression over the whole: one that looks for spaces before the end takes a time that grows with the
 * square of the spaces inside, and the text comes from any client.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end) {
    const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!unseen.test(first)) break;
    start += first.length;
  }
  while (end > start) {
    const isSecondHalf = /[\udc00-\udfff]/.test(text.charAt(end - 1));
    const last = text.slice(Math.max(start, end - (isSecondHalf ? 2 : 1)), end);
    if (!unseen.test(last)) break;
    end -= last.length;
  }
  return text.slice(start, end);
}
