import * as z from "zod/mini";

import type { FunnelAnswers } from "./answers.ts";
import { joinBusinessHours, splitBusinessHours } from "./business-hours.ts";
import { shownCount } from "./counts.ts";
import { splitKnowledgeBaseText } from "./knowledge-base-text.ts";
import { funnelQuestions, type FunnelQuestion, questionOf } from "./questions.ts";

/** The value, or what replaces it when it is not what it should be. */
const orElse = z.catch;

const text = orElse(z.string(), "");
const positive = orElse(z.int().check(z.positive()), 0);
const hours = orElse(z.array(z.string()), []);

/** Of the account, and with the account's own e-mail; parts are taken out of the column that carries them. */
const readBack = funnelQuestions.filter((key) => key !== "email" && !questionOf(key).partOf);

/**
 * What a profile already answers, of the columns of `user_profiles` that a customer's own funnel reads back; anything
 * unexpected reads as not answered.
 *
 * Source: specification, section 3.
 */
export function answersOfProfile(row: unknown): Partial<FunnelAnswers> {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return {};
  const columns = row as Record<string, unknown>;
  const answers: Partial<FunnelAnswers> = Object.fromEntries(
    readBack.map((key) => [key, readColumn(key, columns[questionOf(key).column])]),
  );
  return { ...answers, ...splitKnowledgeBaseText(text.parse(columns.knowledge_base_text), answers.intention ?? "") };
}

function readColumn(key: FunnelQuestion, column: unknown): string | number | string[] {
  const { kind } = questionOf(key);
  switch (kind.type) {
    case "choice":
      return kind.choices.find((choice) => choice === column) ?? "";
    case "count":
      return shownCount(key, positive.parse(column));
    case "hours":
      return readHours(hours.parse(column), kind.choices);
    default:
      return text.parse(column);
  }
}

function readHours(column: string[], choices: readonly string[]): string[] {
  const read = splitBusinessHours(joinBusinessHours(column));
  return choices.includes(read[0] ?? "") ? read : [];
}
