import { createInterface } from "node:readline/promises";

import { setUpGroups, setUpQuestions, setUpWords } from "#content/set-up.ts";

import { refusalOf, type Surroundings } from "./check-answers.ts";
import { type Answers, dueQuestions, type Question } from "./questions.ts";

/** One line of the person at the terminal, without spaces around it. */
export type AskLine = (question: string) => Promise<string>;

/** Ends the command where its input ends. */
export class CutOff extends Error {}

/** @returns how a line is asked for, and how that ends */
export function openTerminal(): { ask: AskLine; close: () => void } {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const reader = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      process.stdout.write(question);
      const { value, done } = await reader.next();
      if (done) throw new CutOff(setUpWords.cutOff);
      return value.trim();
    },
    close: () => lines.close(),
  };
}

/** Asks what has no answer yet, each until it is good. */
export async function askMissing(known: Answers, surroundings: Surroundings, ask: AskLine): Promise<Answers> {
  const answers: Answers = { ...known };
  let group: string | undefined;
  for (;;) {
    const next = dueQuestions(answers).find(({ key }) => answers[key] === undefined);
    if (next === undefined) return answers;
    if (next.group !== group) console.log(`\n${setUpGroups[next.group]}`);
    group = next.group;
    answers[next.key] = await askOne(next, answers, surroundings, ask);
  }
}

async function askOne(question: Question, answers: Answers, surroundings: Surroundings, ask: AskLine): Promise<string> {
  const { ask: words, expects } = setUpQuestions[question.key];
  const suggestion = answers[question.key] ?? question.suggests?.(answers, surroundings.folder) ?? "";
  const shown = suggestion === "" ? "" : ` [${question.isSecret ? "…" : suggestion}]`;
  for (;;) {
    const typed = await ask(`  ${words}${shown}\u00a0: `);
    const answer = typed === "" ? suggestion : typed === "-" && question.isOptional ? "" : typed;
    const sentence = refusalOf(question, { ...answers, [question.key]: answer }, surroundings);
    if (sentence === undefined) return answer;
    console.log(`  ${setUpWords.refused(expects, sentence)}`);
  }
}

/** Lists the answers there are, and lets some be given anew. */
export async function changeAnswers(known: Answers, surroundings: Surroundings, ask: AskLine): Promise<Answers> {
  let answers = known;
  for (;;) {
    const due = dueQuestions(answers);
    for (const [index, { key, isSecret }] of due.entries()) {
      const value = answers[key] || setUpWords.none;
      console.log(
        `${String(index + 1).padStart(3)}. ${setUpQuestions[key].ask}\u00a0: ${isSecret && answers[key] ? "…" : value}`,
      );
    }
    const typed = await ask(`${setUpWords.whichOne}\u00a0: `);
    if (typed === "") return answers;
    const question = /^\d+$/.test(typed) ? due[Number(typed) - 1] : undefined;
    if (question === undefined) console.log(setUpWords.notOne);
    else {
      const answer = await askOne(question, answers, surroundings, ask);
      answers = await askMissing({ ...answers, [question.key]: answer }, surroundings, ask);
    }
  }
}
