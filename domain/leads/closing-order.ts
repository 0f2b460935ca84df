import * as z from "zod/mini";

import { closingObjectives } from "#domain/funnel/choices.ts";
import type { AskedIn } from "#domain/funnel/questions.ts";
import { checkAnswers, emailText, typedLine } from "#domain/kernel/text-rules.ts";

type Asked = { [Key in AskedIn<"closing"> as Key extends "companyName" ? "company" : Key]: z.ZodMiniType };

/**
 * Every question of the form, or this does not compile. The rules are written out, since they are not those of the
 * funnels: each answer is required, and a line keeps its spaces.
 */
const orderSchema = z.object({
  firstName: typedLine,
  lastName: typedLine,
  role: typedLine,
  company: typedLine,
  email: emailText,
  phone: typedLine,
  /** Free text: « environ 2 000 ». */
  prospectsCount: typedLine,
  objectives: z
    .array(z.enum(closingObjectives, "malformed"), "missing")
    .check(z.minLength(1, "missing"), z.maxLength(closingObjectives.length, "malformed")),
} satisfies Asked);

export type ClosingOrder = z.infer<typeof orderSchema>;
export type ClosingField = keyof ClosingOrder;

/** Nothing stricter than the browser's own checks. Source: specification, section 5; resolutions, section 10. */
export function readClosingOrder(value: unknown) {
  return checkAnswers<ClosingOrder>(orderSchema, value);
}

const about = /^(?:environ|env\.?|~)\s*/i;
const unit = /\s*(?:prospects?|contacts?|appels?)\.?$/i;
/** « 2000 », « 2 000 » and « 2.000 »; nine digits are more than anybody calls. */
const wholeNumber = /^(?:\d{1,3}(?:[\s.]\d{3}){1,2}|\d{1,9})$/;

/**
 * The number of prospects as calls, when the answer is one number: « environ 2 000 » is 2000. Undefined
 * for other words and for 0.
 */
export function callsOrdered(prospectsCount: string): number | undefined {
  const number = prospectsCount.trim().replace(about, "").replace(unit, "");
  if (!wholeNumber.test(number)) return undefined;
  return Number(number.replace(/\D/g, "")) || undefined;
}
