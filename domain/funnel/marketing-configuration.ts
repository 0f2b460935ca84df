import * as z from "zod/mini";

import { marketingVolumes } from "#domain/offers/marketing.ts";
import type { Result } from "#domain/result.ts";

import {
  clientsRanges,
  type FunnelAnswers,
  type FunnelState,
  maxLengths,
  type ProspectsRange,
  prospectsRanges,
  voices,
} from "./answers.ts";
import { checkAnswers, type Problems, requiredText } from "./checks.ts";

const schema = z.object({
  prospectsPerMonth: z.enum(prospectsRanges, "missing"),
  currentClients: z.enum(clientsRanges, "missing"),
  marketingNeeds: requiredText(maxLengths.area),
  voice: z.enum([...voices, ""], "missing"),
});

export type MarketingField = keyof z.infer<typeof schema>;
type MarketingAnswers = Pick<FunnelAnswers, MarketingField>;

/** Step 3 of marketing: the answers as they are to be stored and sent, or what is wrong with them. */
export function readMarketingConfiguration(
  answers: MarketingAnswers,
): Result<MarketingAnswers, Problems<MarketingField>> {
  return checkAnswers<z.infer<typeof schema>>(schema, answers);
}

/** The range that starts at a number of contacts, or contains it. Source: resolutions, section 3. */
export function prospectsRangeOf(contactsPerMonth: number): ProspectsRange {
  return prospectsRanges.findLast((range) => Number.parseInt(range, 10) <= contactsPerMonth) ?? prospectsRanges[0];
}

/** The volume chosen on the offer's page, while it is one we sell and the range still answers to it. */
export function chosenContacts({
  volume,
  prospectsPerMonth,
}: Pick<FunnelState, "volume" | "prospectsPerMonth">): number | undefined {
  const contacts = marketingVolumes.find((each) => each === volume);
  return contacts !== undefined && prospectsRangeOf(contacts) === prospectsPerMonth ? contacts : undefined;
}
