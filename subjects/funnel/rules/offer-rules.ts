import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { recordOf } from "#kit/record-of.ts";
import type { Asked, Purchase } from "#subjects/offers/rules/base/offer.ts";
import { trainingAudience, traineesAsked } from "#subjects/offers/rules/follow-up/training.ts";
import { offers, purchaseOf } from "#subjects/offers/rules/registry.ts";
import { nearestMarketingVolume } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { prospectsRangeOf } from "#subjects/offers/rules/marketing/prospects-ranges.ts";

import type { FunnelAnswers } from "./answers.ts";
import { countQuestionOf, shownCount } from "./counts.ts";
import { chosenContacts } from "./marketing-configuration.ts";
import type { CountQuestion } from "./questions.ts";
import { configurationReader } from "./read-configuration.ts";
import { readSecretariatConfiguration } from "./secretariat-configuration.ts";

/** What the machine has to know of an offer. */
type OfferRules = {
  /** Whether step 3 is answered. */
  isConfigured: (answers: FunnelAnswers) => boolean;
  /** Excluding tax, of what step 3 shows: a month of the volume, or one contact. */
  shownPrice: (answers: FunnelAnswers, prices: Prices) => Cents | undefined;
  /** What `?volume=` comes to, and the answer it gives. */
  adoptVolume: (wished: number) => { volume: number; answers: Partial<FunnelAnswers> };
  /** The answer that the slider gives; none where there is one price. */
  volumeField: CountQuestion | undefined;
  /** The one answer that its price depends on. */
  asked: (answers: KeptAnswers) => Asked;
};

/** As a browser keeps them: not checked. */
type KeptAnswers = { [Key in keyof FunnelAnswers]?: unknown };

/** Of an offer by tiers, which a number chooses, or of one price. */
function usualRules(offer: FunnelOffer): OfferRules {
  const { tiers, priceOf } = offers[offer];
  const readConfiguration = configurationReader(offer);
  const volumeField = countQuestionOf(offer);
  const shownVolume = (count: number) => (volumeField === undefined ? tiers[0] : shownCount(volumeField, count)) ?? 0;
  return {
    isConfigured: (answers) => readConfiguration(answers).ok,
    shownPrice: (answers, prices) => priceOf(shownVolume(volumeField === undefined ? 0 : answers[volumeField]), prices),
    adoptVolume(wished) {
      const volume = shownVolume(wished);
      return { volume, answers: volumeField === undefined ? {} : { [volumeField]: volume } };
    },
    volumeField,
    asked: (answers) => (volumeField === undefined ? null : Number(answers[volumeField])),
  };
}

const usual = recordOf(funnelOffers, usualRules);

export const offerRules: Record<FunnelOffer, OfferRules> = {
  ...usual,
  secretariat: { ...usual.secretariat, isConfigured: (answers) => readSecretariatConfiguration(answers).ok },
  suiviclient: {
    ...usual.suiviclient,
    asked: ({ activeClientsPerMonth, audience }) =>
      audience === trainingAudience ? traineesAsked(Number(activeClientsPerMonth)) : Number(activeClientsPerMonth),
  },
  marketing: {
    ...usual.marketing,
    shownPrice: (_answers, { marketing: perContact }) => perContact,
    adoptVolume(wished) {
      const volume = nearestMarketingVolume(wished);
      return { volume, answers: { contactsPerMonth: volume, prospectsPerMonth: prospectsRangeOf(volume) } };
    },
    asked: (answers) => chosenContacts(answers) ?? null,
  },
};

/** For `funnel_state.price`, which is shown and never read back. */
export function shownPriceInEuros(offer: FunnelOffer, answers: FunnelAnswers, prices: Prices): number {
  return (offerRules[offer].shownPrice(answers, prices) ?? 0) / 100;
}

/** What the answers of a funnel order; undefined for a volume that is not sold. */
export function purchaseInFunnel(offer: FunnelOffer, answers: KeptAnswers): Purchase | undefined {
  return purchaseOf(offer, offerRules[offer].asked(answers));
}
