import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Asked, Purchase } from "#domain/offers/base/offer.ts";
import { trainingAudience, traineesAsked } from "#domain/offers/follow-up/training.ts";
import { purchaseOf } from "#domain/offers/registry.ts";

import type { FunnelAnswers } from "./answers.ts";
import { chosenContacts } from "./marketing-configuration.ts";

/** As a browser keeps them: not checked. */
type KeptAnswers = { [Key in keyof FunnelAnswers]?: unknown };

/** The one answer that the price of an offer depends on. */
const askedIn: Record<FunnelOffer, (answers: KeptAnswers) => Asked> = {
  secretariat: ({ callsPerMonth }) => Number(callsPerMonth),
  suiviclient: ({ activeClientsPerMonth, audience }) =>
    audience === trainingAudience ? traineesAsked(Number(activeClientsPerMonth)) : Number(activeClientsPerMonth),
  marketing: (answers) => chosenContacts(answers) ?? null,
};

/** What the answers of a funnel order; undefined for a volume that is not sold. */
export function purchaseInFunnel(offer: FunnelOffer, answers: KeptAnswers): Purchase | undefined {
  return purchaseOf(offer, askedIn[offer](answers));
}
