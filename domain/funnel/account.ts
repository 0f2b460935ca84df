import * as z from "zod/mini";

import { checkAnswers, emailText, maxLengths, requiredText } from "#domain/kernel/text-rules.ts";

/** Step 1, create mode: the e-mail only; the account itself is made later by the team. */
const accountSchema = z.object({ email: emailText });

/** A password keeps its spaces, so it is not trimmed. */
const signInSchema = z.object({ email: emailText, password: z.string("missing").check(z.minLength(1, "missing")) });

/** Step 2. */
const personalSchema = z.object({
  firstName: requiredText(maxLengths.line),
  lastName: requiredText(maxLengths.line),
  phone: requiredText(maxLengths.line),
  companyName: requiredText(maxLengths.line),
  businessType: requiredText(maxLengths.line),
});

export type AccountAnswers = z.infer<typeof accountSchema>;
export type Credentials = z.infer<typeof signInSchema>;
export type PersonalAnswers = z.infer<typeof personalSchema>;

export function readAccount(typed: unknown) {
  return checkAnswers<AccountAnswers>(accountSchema, typed);
}

export function readCredentials(typed: unknown) {
  return checkAnswers<Credentials>(signInSchema, typed);
}

export function readPersonalAnswers(typed: unknown) {
  return checkAnswers<PersonalAnswers>(personalSchema, typed);
}
