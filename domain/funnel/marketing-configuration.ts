import * as z from "zod/mini";

import type { Result } from "#domain/kernel/result.ts";
import { checkAnswers, type Problems } from "#domain/kernel/text-rules.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";

import type { FunnelAnswers, FunnelState } from "./answers.ts";
import { type ProspectsRange, prospectsRanges } from "./choices.ts";
import { configurationRules } from "./question-rules.ts";
import type { CheckedQuestion } from "./questions.ts";

const schema = z.object(configurationRules("marketing"));

export type MarketingField = CheckedQuestion<"marketing">;
type MarketingAnswers = Pick<FunnelAnswers, MarketingField>;

/** Step 3 of marketing: the answers as they are to be stored and sent, or what is wrong with them. */
export function readMarketingConfiguration(
  answers: MarketingAnswers,
): Result<MarketingAnswers, Problems<MarketingField>> {
  return checkAnswers<MarketingAnswers>(schema, answers);
}

/** The range that starts at a number of contacts, or contains it. Source: resolutions, section 3. */
export function prospectsRangeOf(contactsPerMonth: number): ProspectsRange {
  return prospectsRanges.findLast((range) => Number.parseInt(range, 10) <= contactsPerMonth) ?? prospectsRanges[0];
}

/**
 * The volumes that a range may order: the next one above it, then those that the offer's page may have chosen.
 * None when it is no range.
 *
 * Source: resolutions, "Marketing volume".
 */
export function volumesOfRange(answer: unknown): number[] {
  const range = prospectsRanges.find((each) => each === answer);
  if (range === undefined) return [];
  const end = Number(range.split("-")[1] ?? Number.POSITIVE_INFINITY);
  const next = marketingVolumes.find((volume) => volume >= end) ?? Math.max(...marketingVolumes);
  return [next, ...marketingVolumes.filter((volume) => volume !== next && prospectsRangeOf(volume) === range)];
}

/** The volume chosen on the offer's page, while it is one we sell and the range still answers to it. */
export function chosenContacts({
  volume,
  prospectsPerMonth,
}: Pick<FunnelState, "volume" | "prospectsPerMonth">): number | undefined {
  const contacts = marketingVolumes.find((each) => each === volume);
  return contacts !== undefined && prospectsRangeOf(contacts) === prospectsPerMonth ? contacts : undefined;
}
