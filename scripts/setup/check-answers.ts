import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";

import { setUpWords } from "#content/set-up.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import { readSettings, SettingsError } from "#server/settings/settings.ts";

import { type ConfigDocument, configOf, variablesOf } from "./compose-files.ts";
import { canQuote } from "./env-file.ts";
import type { Keys } from "./keys.ts";
import { type AnswerKey, type Answers, dueQuestions, type Question } from "./questions.ts";

/** What answers are read with. */
export type Surroundings = {
  keys: Keys;
  folder: string;
  /** The site's configuration as it stands, where there is one. */
  config: ConfigDocument | undefined;
  today: string;
};

export type Refusal = { key: AnswerKey; sentence: string };

/**
 * Whether a start would take this answer: the settings are read with it, with the answers before it, and with samples
 * for those that come after.
 *
 * @returns why not; undefined when it is good
 */
export function refusalOf(question: Question, answers: Answers, surroundings: Surroundings): string | undefined {
  const text = answers[question.key] ?? "";
  const own = ownRefusal(question, text);
  if (own !== undefined || text === "") return own;
  return problemsOf(withSamples(answers), surroundings)[0];
}

/** What no setting is asked for. */
function ownRefusal({ key, isOptional, choices }: Question, text: string): string | undefined {
  if (text === "") return isOptional ? undefined : setUpWords.missing;
  if (/\p{Cc}/u.test(text)) return setUpWords.controls;
  if (!canQuote(text)) return setUpWords.bothQuotes;
  if (choices && !choices.includes(text)) return setUpWords.notChoice(choices.join(", "));
  if ((key === "dataDir" || key === "backupDir") && !isAbsolute(text)) return setUpWords.notPath;
  if (key === "paymentLinksFile" && !existsSync(text)) return setUpWords.noSuchFile(text);
  return undefined;
}

/** All wrong answers, each judged beside the good ones. */
export function refusalsOf(answers: Answers, surroundings: Surroundings): Refusal[] {
  const refusals: Refusal[] = [];
  const good: Answers = {};
  // A good answer may bring questions with it: the list is asked again.
  for (let index = 0; index < dueQuestions({ ...answers, ...good }).length; index += 1) {
    const question = dueQuestions({ ...answers, ...good })[index];
    if (question === undefined) break;
    const { key, sample } = question;
    const sentence = refusalOf(question, { ...good, [key]: answers[key] ?? "" }, surroundings);
    if (sentence !== undefined) refusals.push({ key, sentence });
    good[key] = sentence === undefined ? (answers[key] ?? "") : sample;
  }
  return refusals;
}

function withSamples(answers: Answers): Answers {
  let filled = answers;
  for (const { key, sample } of dueQuestions(answers)) filled = { ...filled, [key]: answers[key] ?? sample };
  // Those that an answer brings along.
  return dueQuestions(filled).every(({ key }) => filled[key] !== undefined) ? filled : withSamples(filled);
}

/** What a start with these answers would say. */
export function problemsOf(answers: Answers, { keys, folder, config, today }: Surroundings): string[] {
  const { paymentLinksFile } = answers;
  try {
    readSettings({
      environment: variablesOf(answers, keys, folder),
      config: configOf(answers, config, today) as unknown as SiteConfig,
      ...(paymentLinksFile && { paymentLinksText: readFileSync(paymentLinksFile, "utf8") }),
      demoSecret: () => keys.authSecret,
    });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
