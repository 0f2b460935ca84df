import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import type { OpeningHours } from "#subjects/funnel/rules/choices.ts";

/** The display text of the chosen hours, or the visitor's own words. */
export function hoursInWords([code, detail]: string[]): string {
  if (code === undefined) return "";
  return detail ?? answerWords.businessHours[code as OpeningHours];
}
