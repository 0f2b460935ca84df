import { maxLengthOf, type QuestionKey } from "#domain/funnel/questions.ts";

import { tooLong } from "./form.ts";

/** What is said of an answer that is longer than its question takes. */
export const tooLongFor = (question: QuestionKey) => tooLong(maxLengthOf(question));
