import * as z from "zod/mini";

import { ok, type Result } from "#kit/result.ts";
import { checkAnswers, type Problems } from "#domain/kernel/text-rules.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";

import type { FunnelAnswers } from "./answers.ts";
import { type ProspectsRange, prospectsRanges } from "./choices.ts";
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

/** The range that starts at a number of contacts, or contains it. Source: resolutions, section 3. */
export function prospectsRangeOf(contactsPerMonth: number): ProspectsRange {
  return prospectsRanges.findLast((range) => Number.parseInt(range, 10) <= contactsPerMonth) ?? prospectsRanges[0];
}

/**
 * The volumes that a range may order, the usual one first: the lowest at or above its start, then the others up to the
 * one that holds all of it. None when it is no range.
 *
 * Source: resolutions, later decisions.
 */
export function volumesOfRange(answer: unknown): number[] {
  const range = prospectsRanges.find((each) => each === answer);
  if (range === undefined) return [];
  const [start = 0, end = Number.POSITIVE_INFINITY] = range.split("-").map((bound) => Number.parseInt(bound, 10));
  const largest = marketingVolumes.find((volume) => volume >= end) ?? Math.max(...marketingVolumes);
  return marketingVolumes.filter((volume) => volume >= start && volume <= largest);
}

/** The volume that is sold: the chosen one while the range answers to it, else its usual one; none without a range. */
export function chosenContacts({
  contactsPerMonth,
  prospectsPerMonth,
}: Pick<FunnelAnswers, "contactsPerMonth" | "prospectsPerMonth">): number | undefined {
  const volumes = volumesOfRange(prospectsPerMonth);
  return volumes.find((volume) => volume === contactsPerMonth) ?? volumes[0];
}

/** What a move of the slider answers: another range only when the one chosen does not hold that volume. */
export function answersOfContacts(
  contactsPerMonth: number,
  { prospectsPerMonth }: Pick<FunnelAnswers, "prospectsPerMonth">,
): Pick<FunnelAnswers, "contactsPerMonth" | "prospectsPerMonth"> {
  const isWithinRange = volumesOfRange(prospectsPerMonth).includes(contactsPerMonth);
  return {
    contactsPerMonth,
    prospectsPerMonth: isWithinRange ? prospectsPerMonth : prospectsRangeOf(contactsPerMonth),
  };
}
