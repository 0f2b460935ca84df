import * as z from "zod/mini";

import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { ok, type Result } from "#kit/result.ts";
import { checkAnswers, type Problems } from "#domain/kernel/text-rules.ts";

import type { FunnelAnswers } from "./answers.ts";
import { countQuestionOf, shownCount } from "./counts.ts";
import { configurationRules } from "./question-rules.ts";
import type { CheckedQuestion } from "./questions.ts";

type Field = CheckedQuestion<FunnelOffer>;

/**
 * Step 3 of an offer, none of whose questions depends on another: reads the answers as they are to be stored and sent,
 * or what is wrong with them.
 */
export function configurationReader(offer: FunnelOffer) {
  const schema = z.object(configurationRules(offer));
  const count = countQuestionOf(offer);
  return (answers: Partial<FunnelAnswers>): Result<Partial<FunnelAnswers>, Problems<Field>> => {
    const checked = checkAnswers<Pick<FunnelAnswers, Field>>(schema, answers);
    if (!checked.ok || count === undefined) return checked;
    return ok({ ...checked.value, [count]: shownCount(count, answers[count] ?? 0) });
  };
}
