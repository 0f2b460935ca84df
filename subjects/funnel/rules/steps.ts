import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { readAccount, readPersonalAnswers } from "./account.ts";
import type { FunnelAnswers, FunnelStep } from "./answers.ts";
import { offerRules } from "./offer-rules.ts";

/** The first of the three asking steps with a missing answer; 5 when all is answered. */
function firstOpenStep(answers: FunnelAnswers, offer: FunnelOffer): FunnelStep {
  if (!readAccount(answers).ok) return 1;
  if (!readPersonalAnswers(answers).ok) return 2;
  if (!offerRules[offer].isConfigured(answers)) return 3;
  return 5;
}

/** A wished step, or the first one with a missing answer when that comes earlier. */
export function reachableStep(wished: FunnelStep, answers: FunnelAnswers, offer: FunnelOffer): FunnelStep {
  return Math.min(wished, firstOpenStep(answers, offer)) as FunnelStep;
}

export function isFunnelStep(value: unknown): value is FunnelStep {
  return value === 1 || value === 2 || value === 3 || value === 4 || value === 5;
}
