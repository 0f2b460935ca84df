import { maxLengths } from "#domain/kernel/max-lengths.ts";

/** Words that may stand around the number: that it is an estimate, and what it is of. */
const estimated = ["environ", "env\\.?", "à peu près", "autour de", "près de", "approximativement", "approx\\.?"];
const counted = ["prospects?", "contacts?", "appels?", "personnes?", "entreprises?", "clients?", "leads?", "numéros?"];
const around = new RegExp(
  `(^|[^\\p{L}])(?:d[’'])?(?:${[...estimated, ...counted, "de"].join("|")})(?!\\p{L})|[~≈]`,
  "giu",
);
/** « 2000 », « 2 000 », « 2.000 », « 2k », « 2,5 k » and « 2 mille »; at most nine digits. */
const oneNumber = /^(?:(\d{1,3}(?:[\s.]\d{3}){1,2}|\d{1,9})|(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:k|mille|milliers?))$/i;

/**
 * The number of prospects as calls, when the answer is one number: « environ 2 000 » and « 2k » are 2000. Undefined for
 * 0, for two numbers, and for other words: the form then asks for one number. A prospect counts for one call.
 *
 * SQL says the same in `private.calls_ordered`: `tests/support/calls-examples.ts` is tried on both.
 */
export function callsOrdered(prospectsCount: string): number | undefined {
  if (prospectsCount.length > maxLengths.line) return undefined;
  const parts = prospectsCount
    .replace(around, "$1\n")
    .split("\n")
    .map((part) => part.replace(/[\s.,]+$/, "").trim());
  const [number = "", ...others] = parts.filter(Boolean);
  const [, whole, thousands] = others.length === 0 ? (oneNumber.exec(number) ?? []) : [];
  const calls = whole ? Number(whole.replaceAll(/\D/g, "")) : Math.round(Number(thousands?.replace(",", ".")) * 1000);
  return calls > 0 ? calls : undefined;
}
