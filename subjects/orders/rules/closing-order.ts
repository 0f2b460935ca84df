import * as z from "zod/mini";

import { closingObjectives } from "#subjects/funnel/rules/choices.ts";
import { chosenCompany } from "#subjects/companies/rules/company-search.ts";
import { callsOrdered } from "#subjects/offers/rules/closing/calls-ordered.ts";
import { checkAnswers, emailText, typedLine } from "#domain/kernel/text-rules.ts";

import type { OrderShape } from "#subjects/funnel/rules/order-answers.ts";

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
