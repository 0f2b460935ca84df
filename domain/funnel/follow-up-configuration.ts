import * as z from "zod/mini";

import type { Result } from "#domain/kernel/result.ts";
import { checkAnswers, maxLengths, type Problems, requiredText } from "#domain/kernel/text-rules.ts";
import { nearestFollowUpTier } from "#domain/offers/follow-up.ts";

import { emptyAnswers, type FunnelAnswers, voices } from "./answers.ts";

const schema = z.object({
  clientFollowupGoals: requiredText(maxLengths.area),
  voice: z.enum([...voices, ""], "missing"),
});

export type FollowUpField = keyof z.infer<typeof schema>;
type FollowUpAnswers = Pick<FunnelAnswers, FollowUpField | "activeClientsPerMonth">;

/** Step 3 of the customer follow-up: the answers as they are to be stored and sent, or what is wrong with them. */
export function readFollowUpConfiguration(answers: FollowUpAnswers): Result<FollowUpAnswers, Problems<FollowUpField>> {
  const checked = checkAnswers<z.infer<typeof schema>>(schema, answers);
  if (!checked.ok) return checked;
  const activeClientsPerMonth = shownActiveClients(answers.activeClientsPerMonth);
  return { ok: true, value: { ...checked.value, activeClientsPerMonth } };
}

/** The volume the slider shows, which is also the one submitted: the nearest stop when the stored number is none. */
export function shownActiveClients(activeClients: number): number {
  return nearestFollowUpTier(chosenActiveClients(activeClients)).activeClientsPerMonth;
}

/** The volume of the summary and of the payment: as stored. A number that is no tier is not sold. */
export function chosenActiveClients(activeClients: number): number {
  return activeClients <= 0 ? emptyAnswers.activeClientsPerMonth : activeClients;
}
