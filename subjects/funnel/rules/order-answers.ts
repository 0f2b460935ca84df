import type * as z from "zod/mini";

import { type AskedIn, type QuestionKey, questionOf, sentQuestions } from "./questions.ts";
import type { OrderFormName } from "#domain/kernel/lead.ts";
import { trimmed } from "#kit/trimmed.ts";

/** Where the specification calls an answer otherwise than the table of questions. */
const otherNames = {
  closing: { companyName: "company" },
  conferences: { comment: "commentaire" },
} as const satisfies Record<OrderFormName, Partial<Record<QuestionKey, string>>>;

type OtherNames = typeof otherNames;
type NameOf<Form extends OrderFormName, Key extends string> = Key extends keyof OtherNames[Form]
  ? OtherNames[Form][Key] & string
  : Key;

/** Every answer of a form, under the name that is sent. */
export type OrderAnswers<Form extends OrderFormName, Answer = unknown> = {
  [Key in AskedIn<Form> as NameOf<Form, Key>]: Answer;
};
/** What reads them: every question of the form but those whose answer is known, or it does not compile. */
export type OrderShape<Form extends OrderFormName, Known extends string = never> = Omit<
  OrderAnswers<Form, z.ZodMiniType>,
  Known
>;

/** What the form sends. Of a company that was not looked up nothing is said, not even that it is empty. */
export function sentAnswers<Form extends OrderFormName>(form: Form, order: OrderAnswers<Form>) {
  const said = answersOf(form, order).filter(({ key, answer }) => !questionOf(key).isFound || answer !== "");
  return Object.fromEntries(said.map(({ name, answer }) => [name, answer]));
}

/** What is stored, under the names of the columns of leads: the e-mail has a place of its own. */
export function storedAnswers<Form extends OrderFormName>(form: Form, order: OrderAnswers<Form>) {
  const contact: Record<string, string> = {};
  const answers: Record<string, unknown> = {};
  const notes: Record<string, unknown> = {};
  for (const { key, answer } of answersOf(form, order)) {
    const { column, kind, isContact } = questionOf(key);
    if (kind.type === "note") notes[kind.name] = answer;
    else if (Array.isArray(answer)) answers[column] = [...new Set(answer)];
    else if (kind.type !== "email") Object.assign(isContact ? contact : answers, withoutBlank(column, answer));
  }
  return { contact, answers, notes };
}

/** Spaces alone are no answer: they are taken, and not kept. */
function withoutBlank(column: string, answer: unknown): Record<string, string> {
  const text = typeof answer === "string" ? trimmed(answer) : "";
  return text === "" ? {} : { [column]: text };
}

function answersOf(form: OrderFormName, order: Readonly<Record<string, unknown>>) {
  const names: Partial<Record<string, string>> = otherNames[form];
  return sentQuestions(form).map((key) => {
    const name = names[key] ?? key;
    return { key, name, answer: order[name] };
  });
}
