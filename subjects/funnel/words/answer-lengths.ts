import { maxLengthOf, type QuestionKey } from "#subjects/funnel/rules/questions.ts";

import { tooLong } from "#content/shared/form.ts";

/** What is said of an answer that is longer than its question takes. */
export const tooLongFor = (question: QuestionKey) => tooLong(maxLengthOf(question));
