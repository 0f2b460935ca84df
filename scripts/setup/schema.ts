import { setUpQuestions } from "#content/set-up.ts";

import { type AnswerKey, questions } from "./questions.ts";

/** The answers as a program gives them: JSON Schema, draft 2020-12. What other answers bring along is not required. */
export function answersSchema() {
  const properties = questions.map(({ key, isNumber, choices, isSecret }) => {
    const { ask, expects } = setUpQuestions[key];
    return [
      key,
      {
        title: ask,
        description: expects,
        ...(isNumber ? { type: "number" } : { type: "string" }),
        ...(choices && { enum: choices }),
        ...(isSecret && { writeOnly: true }),
      },
    ];
  });
  const required = questions.filter(({ isOptional, isDue, suggests }) => !isOptional && !isDue && !suggests);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(properties) as Record<AnswerKey, object>,
    required: required.map(({ key }) => key),
    additionalProperties: false,
  };
}
