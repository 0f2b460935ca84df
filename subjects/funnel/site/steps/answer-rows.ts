import type { SummaryRow } from "#subjects/funnel/site/offers/offer-module.ts";
import { customerLabels } from "#subjects/funnel/words/answer-labels.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { type ListedQuestion, listedQuestions, questionOf } from "#subjects/funnel/rules/questions.ts";

/**
 * The answers of step 3, as they are read back in the summary. A box that was left unticked is no
 * answer, and a company that was not chosen from the register neither.
 *
 * @param words of the answers that are not shown as they were typed
 */
export function answerRows(state: FunnelState, words: Partial<Record<ListedQuestion, string>>): SummaryRow[] {
  const typed: Partial<Record<ListedQuestion, string | number | string[]>> = state;
  return listedQuestions(state.funnel).flatMap((key) => {
    const answer = words[key] ?? String(typed[key] ?? "");
    const isLeftOut = key === "audience" || questionOf(key).isFound;
    return isLeftOut && answer === "" ? [] : { label: customerLabels[key], answer };
  });
}
