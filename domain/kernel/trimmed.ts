/** What `private.trimmed` removes at both ends in SQL: spaces, and characters that nobody sees. */
const unseen = new Set(" \t\n\r\f\v\u00a0\u2007\u2009\u200b\u202f\u3000\ufeff");

/**
 * The text without what nobody sees at its ends: spaces alone are not an answer.
 *
 * No regular expression: one that looks for spaces before the end takes a time that grows with the square of the spaces
 * inside, and the text is anybody's.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && unseen.has(text.charAt(start))) start += 1;
  while (end > start && unseen.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
