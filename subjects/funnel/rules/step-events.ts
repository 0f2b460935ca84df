import { funnelQuestions } from "./questions.ts";

/** What a step of a funnel counts: it was shown, left forwards, or an answer was refused. */
export const stepEvents = ["seen", "done", "refused"] as const;

/** Of the forms, besides the questions: the parts of an answer that are asked apart. */
const otherFields = ["password", "hours", "hoursDetail"];
const countedFields: readonly string[] = [...funnelQuestions, ...otherFields];

/** What none of our forms asks. */
export const otherField = "autre";

/** The field that was refused, of those of our forms; a name that is none of them is not kept. */
export function readCountedField(name: string | undefined): string {
  return name !== undefined && countedFields.includes(name) ? name : otherField;
}
