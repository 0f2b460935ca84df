import { setUpQuestions, setUpWords } from "#content/set-up.ts";

import { type Refusal, refusalsOf, type Surroundings } from "./check-answers.ts";
import { type Answers, dueQuestions, questions } from "./questions.ts";

/**
 * Answers of a file, laid over those there are; what is still missing takes its suggestion.
 *
 * @returns with one sentence for each that is wrong, which names it
 */
export function readAnswers(
  document: Record<string, unknown>,
  known: Answers,
  surroundings: Surroundings,
): { answers: Answers; problems: string[] } {
  const given: Answers = { ...known };
  const problems: string[] = [];
  const refused: Refusal[] = [];
  for (const [key, value] of Object.entries(document)) {
    const question = questions.find((each) => each.key === key);
    if (question === undefined) problems.push(setUpWords.unknown(key));
    else if (typeof value === "string") given[question.key] = value.trim();
    else if (question.isNumber && typeof value === "number") given[question.key] = String(value);
    else refused.push({ key: question.key, sentence: setUpWords.notText });
  }
  const answers = withSuggestions(given, surroundings.folder);
  const judged = refusalsOf(answers, surroundings).filter(({ key }) => !refused.some((each) => each.key === key));
  return { answers, problems: [...problems, ...[...refused, ...judged].map(sayRefusal)] };
}

/** In the order of the questions, since one suggestion follows from the answers before it. */
function withSuggestions(given: Answers, folder: string): Answers {
  let answers = given;
  for (const { key, suggests } of questions) {
    const isDue = dueQuestions(answers).some((each) => each.key === key);
    if (isDue && answers[key] === undefined && suggests) answers = { ...answers, [key]: suggests(answers, folder) };
  }
  return answers;
}

function sayRefusal({ key, sentence }: Refusal): string {
  return `${key}\u00a0: ${sentence} (${setUpQuestions[key].expects})`;
}
