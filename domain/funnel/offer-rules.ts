import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import { nearestFollowUpTier } from "#domain/offers/follow-up/follow-up-tiers.ts";
import { nearestMarketingVolume, pricePerContact } from "#domain/offers/marketing/contact-volumes.ts";
import { nearestSecretariatTier } from "#domain/offers/secretariat/secretariat-tiers.ts";

import type { FunnelAnswers } from "./answers.ts";
import { readFollowUpConfiguration, shownActiveClients } from "./follow-up-configuration.ts";
import { readMarketingConfiguration } from "./marketing-configuration.ts";
import { prospectsRangeOf } from "#domain/offers/marketing/prospects-ranges.ts";
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
};

export const offerRules: Record<FunnelOffer, OfferRules> = {
  secretariat: {
    isConfigured: (answers) => readSecretariatConfiguration(answers).ok,
    shownPrice: ({ callsPerMonth }) => nearestSecretariatTier(shownCallsPerDay(callsPerMonth)).monthlyExcludingTax,
    adoptVolume(wished) {
      const { callsPerDay } = nearestSecretariatTier(wished);
      return { volume: callsPerDay, answers: { callsPerMonth: callsPerDay } };
    },
    volumeField: "callsPerMonth",
  },
  suiviclient: {
    isConfigured: (answers) => readFollowUpConfiguration(answers).ok,
    shownPrice: (answers) => nearestFollowUpTier(shownActiveClients(answers.activeClientsPerMonth)).monthlyExcludingTax,
    adoptVolume(wished) {
      const { activeClientsPerMonth } = nearestFollowUpTier(wished);
      return { volume: activeClientsPerMonth, answers: { activeClientsPerMonth } };
    },
    volumeField: "activeClientsPerMonth",
  },
  marketing: {
    isConfigured: (answers) => readMarketingConfiguration(answers).ok,
    shownPrice: () => pricePerContact,
    adoptVolume(wished) {
      const volume = nearestMarketingVolume(wished);
      return { volume, answers: { contactsPerMonth: volume, prospectsPerMonth: prospectsRangeOf(volume) } };
    },
    volumeField: "contactsPerMonth",
  },
};

/** For `funnel_state.price`, which is shown and never read back. */
export function shownPriceInEuros(offer: FunnelOffer, answers: FunnelAnswers): number {
  return offerRules[offer].shownPrice(answers) / 100;
}
