import * as z from "zod/mini";

import { ok, type Result } from "#kit/result.ts";
import { checkAnswers, type Problems } from "#domain/kernel/text-rules.ts";

import type { FunnelAnswers } from "./answers.ts";
import { chosenCount, shownCount } from "./counts.ts";
import { configurationRules } from "./question-rules.ts";
import type { CheckedQuestion } from "./questions.ts";

const schema = z.object(configurationRules("suiviclient"));

export type FollowUpField = CheckedQuestion<"suiviclient">;
type FollowUpAnswers = Pick<FunnelAnswers, FollowUpField | "activeClientsPerMonth">;

/** Step 3 of the customer follow-up: the answers as they are to be stored and sent, or what is wrong with them. */
export function readFollowUpConfiguration(answers: FollowUpAnswers): Result<FollowUpAnswers, Problems<FollowUpField>> {
  const checked = checkAnswers<Pick<FunnelAnswers, FollowUpField>>(schema, answers);
  if (!checked.ok) return checked;
  return ok({ ...checked.value, activeClientsPerMonth: shownActiveClients(answers.activeClientsPerMonth) });
}

/** The volume the slider shows, which is also the one submitted: the nearest stop when the stored number is none. */
export function shownActiveClients(activeClients: number): number {
  return shownCount("activeClientsPerMonth", activeClients);
}

/** The volume of the summary and of the payment: as stored. A number that is no tier is not sold. */
export function chosenActiveClients(activeClients: number): number {
  return chosenCount("activeClientsPerMonth", activeClients);
}
