import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Asked, Purchase } from "#subjects/offers/rules/base/offer.ts";
import { trainingAudience, traineesAsked } from "#subjects/offers/rules/follow-up/training.ts";
import { purchaseOf } from "#subjects/offers/rules/registry.ts";
import { nearestFollowUpTier } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { nearestMarketingVolume, pricePerContact } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { nearestSecretariatTier } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import type { FunnelAnswers } from "./answers.ts";
import { readFollowUpConfiguration, shownActiveClients } from "./follow-up-configuration.ts";
import { chosenContacts, readMarketingConfiguration } from "./marketing-configuration.ts";
import { prospectsRangeOf } from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import { readSecretariatConfiguration, shownCallsPerDay } from "./secretariat-configuration.ts";

/** What the machine has to know of an offer. */
type OfferRules = {
  /** Whether step 3 is answered. */
  isConfigured: (answers: FunnelAnswers) => boolean;
  /** Excluding tax, of what step 3 shows: a month of the volume, or one contact. */
  shownPrice: (answers: FunnelAnswers) => Cents;
  /** What `?volume=` comes to, and the answer it gives. */
  adoptVolume: (wished: number) => { volume: number; answers: Partial<FunnelAnswers> };
  /** The answer that the slider gives. */
  volumeField: "callsPerMonth" | "activeClientsPerMonth" | "contactsPerMonth";
  /** The one answer that its price depends on. */
  asked: (answers: KeptAnswers) => Asked;
};

/** As a browser keeps them: not checked. */
type KeptAnswers = { [Key in keyof FunnelAnswers]?: unknown };

export const offerRules: Record<FunnelOffer, OfferRules> = {
  secretariat: {
    isConfigured: (answers) => readSecretariatConfiguration(answers).ok,
    shownPrice: ({ callsPerMonth }) => nearestSecretariatTier(shownCallsPerDay(callsPerMonth)).monthlyExcludingTax,
    adoptVolume(wished) {
      const { callsPerDay } = nearestSecretariatTier(wished);
      return { volume: callsPerDay, answers: { callsPerMonth: callsPerDay } };
    },
    volumeField: "callsPerMonth",
    asked: ({ callsPerMonth }) => Number(callsPerMonth),
  },
  suiviclient: {
    isConfigured: (answers) => readFollowUpConfiguration(answers).ok,
    shownPrice: (answers) => nearestFollowUpTier(shownActiveClients(answers.activeClientsPerMonth)).monthlyExcludingTax,
    adoptVolume(wished) {
      const { activeClientsPerMonth } = nearestFollowUpTier(wished);
      return { volume: activeClientsPerMonth, answers: { activeClientsPerMonth } };
    },
    volumeField: "activeClientsPerMonth",
    asked: ({ activeClientsPerMonth, audience }) =>
      audience === trainingAudience ? traineesAsked(Number(activeClientsPerMonth)) : Number(activeClientsPerMonth),
  },
  marketing: {
    isConfigured: (answers) => readMarketingConfiguration(answers).ok,
    shownPrice: () => pricePerContact,
    adoptVolume(wished) {
      const volume = nearestMarketingVolume(wished);
      return { volume, answers: { contactsPerMonth: volume, prospectsPerMonth: prospectsRangeOf(volume) } };
    },
    volumeField: "contactsPerMonth",
    asked: (answers) => chosenContacts(answers) ?? null,
  },
};

/** For `funnel_state.price`, which is shown and never read back. */
export function shownPriceInEuros(offer: FunnelOffer, answers: FunnelAnswers): number {
  return offerRules[offer].shownPrice(answers) / 100;
}

/** What the answers of a funnel order; undefined for a volume that is not sold. */
export function purchaseInFunnel(offer: FunnelOffer, answers: KeptAnswers): Purchase | undefined {
  return purchaseOf(offer, offerRules[offer].asked(answers));
}
