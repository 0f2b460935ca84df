import * as z from "zod/mini";

import { checkAnswers, emailText } from "#domain/kernel/text-rules.ts";

import type { FunnelAnswers } from "./answers.ts";
import { rulesOf } from "./question-rules.ts";
import { type ContactQuestion, contactQuestions } from "./questions.ts";

/** Step 1, create mode: the e-mail only; the account itself is made later by the team. */
const accountSchema = z.object({ email: emailText });

/** A password keeps its spaces, so it is not trimmed. */
const signInSchema = z.object({ email: emailText, password: z.string("missing").check(z.minLength(1, "missing")) });

type PersonalQuestion = Exclude<ContactQuestion, "email">;
const personalQuestions = contactQuestions.filter((key): key is PersonalQuestion => key !== "email");

/** Step 2: the same in every funnel. */
const personalSchema = z.object(rulesOf(personalQuestions, "secretariat"));

export type AccountAnswers = z.infer<typeof accountSchema>;
export type Credentials = z.infer<typeof signInSchema>;
export type PersonalAnswers = Pick<FunnelAnswers, PersonalQuestion>;

export function readAccount(typed: unknown) {
  return checkAnswers<AccountAnswers>(accountSchema, typed);
}

export function readCredentials(typed: unknown) {
  return checkAnswers<Credentials>(signInSchema, typed);
}

export function readPersonalAnswers(typed: unknown) {
  return checkAnswers<PersonalAnswers>(personalSchema, typed);
}
