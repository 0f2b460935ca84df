import * as z from "zod/mini";

import { closingObjectives } from "#domain/funnel/choices.ts";
import { chosenCompany } from "#domain/funnel/company-search.ts";
import { checkAnswers, emailText, maxLengths, typedLine } from "#domain/kernel/text-rules.ts";

import type { OrderShape } from "./order-answers.ts";

/**
 * Every question of the form, or this does not compile. The rules are written out, since they are not those of the
 * funnels: each answer is required but the company of the register, and a line keeps its spaces.
 */
const orderSchema = z.object({
  firstName: typedLine,
  lastName: typedLine,
  role: typedLine,
  company: typedLine,
  ...chosenCompany,
  email: emailText,
  phone: typedLine,
  /** Free text that holds one number, since the price depends on it: « environ 2 000 ». */
  prospectsCount: typedLine.check(z.refine((text) => callsOrdered(text) !== undefined, "malformed")),
  objectives: z
    .array(z.enum(closingObjectives, "malformed"), "missing")
    .check(z.minLength(1, "missing"), z.maxLength(closingObjectives.length, "malformed")),
} satisfies OrderShape<"closing">);

export type ClosingOrder = z.infer<typeof orderSchema>;
export type ClosingField = keyof ClosingOrder;

/**
 * Nothing stricter than the browser's own checks, but for the number that the price depends on.
 *
 * Source: specification, section 5; resolutions, section 10 and "Closing" of the later decisions.
 */
export function readClosingOrder(value: unknown) {
  return checkAnswers<ClosingOrder>(orderSchema, value);
}

/** Whose number, kept by a browser since before the form asked for one, may be words: the team asks for it. */
const keptOrderSchema = z.extend(orderSchema, { prospectsCount: typedLine });

export function readKeptClosingOrder(value: unknown) {
  return checkAnswers<ClosingOrder>(keptOrderSchema, value);
}

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
