/**
 * Where most French mailboxes are, with names long enough that one wrong letter is more likely a slip than another
 * company: not `free.fr` or `sfr.fr`.
 */
const usualDomains = [
  "gmail.com",
  "orange.fr",
  "wanadoo.fr",
  "hotmail.com",
  "hotmail.fr",
  "outlook.com",
  "outlook.fr",
  "yahoo.com",
  "yahoo.fr",
  "laposte.net",
  "icloud.com",
];

/** One letter away, and in use. */
const otherDomains = new Set(["mail.com", "ymail.com", "email.com", "yahoo.co", "outlook.be"]);

/** Common, two letters away, and without mailboxes. */
const knownSlips = new Map([
  ["gmail.fr", "gmail.com"],
  ["icloud.fr", "icloud.com"],
  ["gamil.fr", "gmail.com"],
]);

/**
 * The address that was probably meant, where its domain is one slip of a finger away from a usual one: a letter too
 * many, missing, wrong, or two that changed places. Undefined for all others: this proposes, and refuses nothing.
 */
export function suggestEmail(typed: string): string | undefined {
  const [, name = "", domain = ""] = /^\s*([^\s@]{1,64})@([^\s@]{3,40})\s*$/.exec(typed) ?? [];
  const written = domain.toLowerCase();
  if (name === "" || usualDomains.includes(written) || otherDomains.has(written)) return undefined;
  const meant = knownSlips.get(written) ?? usualDomains.find((usual) => isOneSlipAway(written, usual));
  return meant && `${name}@${meant}`;
}

function isOneSlipAway(written: string, meant: string): boolean {
  const [shorter, longer] = written.length <= meant.length ? [written, meant] : [meant, written];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const [restOfShorter, restOfLonger] = [shorter.slice(start), longer.slice(start)];
  if (shorter.length < longer.length) return restOfLonger.slice(1) === restOfShorter;
  const isSwapped = restOfShorter[0] === restOfLonger[1] && restOfShorter[1] === restOfLonger[0];
  return (
    restOfShorter.slice(1) === restOfLonger.slice(1) || (isSwapped && restOfShorter.slice(2) === restOfLonger.slice(2))
  );
}
