import * as z from "zod/mini";

import { ok, type Result } from "#kit/result.ts";
import { checkAnswers, type Problems } from "#domain/kernel/text-rules.ts";
import { volumesOfRange } from "#subjects/offers/rules/marketing/prospects-ranges.ts";

import type { FunnelAnswers } from "./answers.ts";
import { configurationRules } from "./question-rules.ts";
import type { CheckedQuestion } from "./questions.ts";

const schema = z.object(configurationRules("marketing"));

export type MarketingField = CheckedQuestion<"marketing">;
type MarketingAnswers = Pick<FunnelAnswers, MarketingField | "contactsPerMonth">;

/** Step 3 of marketing: the answers as they are to be stored and sent, or what is wrong with them. */
export function readMarketingConfiguration(
  answers: MarketingAnswers,
): Result<MarketingAnswers, Problems<MarketingField>> {
  const checked = checkAnswers<Pick<FunnelAnswers, MarketingField>>(schema, answers);
  if (!checked.ok) return checked;
  return ok({ ...checked.value, contactsPerMonth: chosenContacts(answers) ?? 0 });
}

/** The volume that is sold: the chosen one while the range answers to it, else its usual one; none without a range. */
export function chosenContacts({
  contactsPerMonth,
  prospectsPerMonth,
}: {
  contactsPerMonth?: unknown;
  prospectsPerMonth?: unknown;
}): number | undefined {
  const volumes = volumesOfRange(prospectsPerMonth);
  return volumes.find((volume) => volume === contactsPerMonth) ?? volumes[0];
}
