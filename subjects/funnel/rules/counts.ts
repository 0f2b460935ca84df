import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

import { type CountQuestion, isAskedIn, type QuestionKey, questionKeys, questionOf } from "./questions.ts";

/** The stored number, or the default before a choice. A number that is no tier stays: it is not sold. */
export function chosenCount(key: QuestionKey, count: number): number {
  return count <= 0 ? countOf(key).unchosen : count;
}

/** The number a slider shows, which is also the one submitted: the nearest one of those that are sold. */
export function shownCount(key: QuestionKey, count: number): number {
  return nearestOf(countOf(key).sold, chosenCount(key, count), (sold) => sold);
}

/** Of answers by column, the column whose whole number is not sold; what is no number is refused elsewhere. */
export function unsoldVolumeIn(answers: Readonly<Record<string, unknown>>): string | undefined {
  const unsold = questionKeys.find((key) => {
    const { column, kind } = questionOf(key);
    const count = Number(answers[column]);
    return kind.type === "count" && Number.isInteger(count) && count > 0 && !kind.sold.includes(count);
  });
  return unsold && questionOf(unsold).column;
}

/** The number that the price of an offer depends on; none where it has one price. */
export function countQuestionOf(offer: FunnelOffer): CountQuestion | undefined {
  const isCount = (key: QuestionKey): key is CountQuestion =>
    isAskedIn(offer, key) && questionOf(key).kind.type === "count";
  return questionKeys.find(isCount);
}

function countOf(key: QuestionKey) {
  const { kind } = questionOf(key);
  if (kind.type !== "count") throw new TypeError(`${key} is no number.`);
  return kind;
}
