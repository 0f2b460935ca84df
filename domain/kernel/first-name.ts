/** Longer than the longest first names; shorter than a sentence. */
const longest = 30;
const mostWords = 3;

/**
 * A first name as a greeting may say it; undefined for all that does not look like one.
 *
 * An attacker may fill a form with a victim's address: only letters, in few words, reach that mailbox. No digit, dot or
 * slash (an amount, an address of the web), no sign, no picture, no mark that turns the direction of writing.
 */
export function sayableFirstName(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > 300) return undefined;
  const name = typed.normalize("NFC").trim().replaceAll(/ +/g, " ");
  const isName = /^\p{L}\p{M}*(?:[ '’-]?\p{L}\p{M}*)*$/u.test(name);
  return isName && name.length <= longest && name.split(" ").length <= mostWords ? name : undefined;
}
