import { trimmed } from "./trimmed.ts";

/**
 * An address as it was typed, without invisible characters and with each letter written in one way (NFC). This is what
 * is kept and shown.
 */
export function cleanEmail(typed: string): string {
  return trimmed(typed.replaceAll(/[\u2800\p{Default_Ignorable_Code_Point}]/gu, "").normalize("NFC"));
}

/**
 * The form of an address that is compared, counted and written to: the domain as the network has it (IDNA), and the
 * letters A to Z in lower case before it. Two programs fold any other letter in two ways, and would take two people for
 * one. See docs/decisions/0063.
 *
 * `private.canonical_email` says the same: `tests/support/email-examples.ts` is tried on both.
 *
 * @returns for what no mail can reach, the text with A to Z in lower case: the same form of nothing else
 */
export function canonicalEmail(typed: string): string {
  return mailableAddress(typed) ?? lowerAscii(cleanEmail(typed));
}

/** The canonical form, of what a mail can reach: undefined for lists, quoted names, and domains that do not exist. */
export function mailableAddress(typed: string): string | undefined {
  const email = cleanEmail(typed);
  if (email.length > 1000) return undefined;
  const at = email.lastIndexOf("@");
  const name = lowerAscii(email.slice(0, Math.max(at, 0)));
  const domain = asciiDomain(lowerAscii(email.slice(at + 1)));
  const address = `${name}@${domain}`;
  return nameShape.test(name) && domainShape.test(domain) && Array.from(address).length <= 254 ? address : undefined;
}

/** Of what a form takes for an address: whether no mail can reach it. Half an address is not told so: it is refused. */
export function isUnreachable(typed: string): boolean {
  return /.@./.test(typed) && mailableAddress(typed) === undefined;
}

/** HTML's `type=email`, and all letters beyond ASCII. */
const nameShape = /^(?:[\w.!#$%&'*+/=?^`{|}~-]|[^\s\p{Cc}\p{Surrogate}\p{ASCII}])+$/u;

/** HTML's `type=email`. */
const domainShape = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

/**
 * Of a domain in letters beyond ASCII, what the database can convert as IDNA does: Latin, Greek and Cyrillic letters
 * whose small form is one letter, Japanese, Chinese and Korean. İ is not among them: one program makes `i` of it.
 */
const convertible =
  /^[a-z\d.\-\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0131\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u3005\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]+$/;

/** What would be an address of a machine, or is in part converted already. */
const ambiguous = /(?:^|\.)(?:xn--|(?:\d+|0x[\da-f]*)$)/;

/** @returns "" for what has no such form */
function asciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain)) return domain;
  if (!convertible.test(domain) || ambiguous.test(domain)) return "";
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return "";
  }
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
