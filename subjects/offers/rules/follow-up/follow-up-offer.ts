import type { MonthlyOffer } from "#subjects/offers/rules/base/offer.ts";
import { subscriptionOf, trialOf } from "#subjects/offers/rules/base/periods.ts";
import { clientsUnchosen, followUpTiers, followUpVolumes, pricePerClient } from "./follow-up-tiers.ts";
import { trainingAudience, trainingLink, traineesAsked } from "./training.ts";

const tiers: readonly number[] = followUpVolumes;
const trainees = new RegExp(`^${trainingAudience} (\\d+)$`);

export const followUp: MonthlyOffer = {
  tiers,
  volumeAtLink: 0,
  isSold: (clients) => tiers.includes(clients),
  priceOf: (clients, { suiviclient: monthly }) => monthly[clients],
  periodsOf: (price, { isTraining }) => (isTraining ? trialOf("trainingTrial", price) : subscriptionOf(price)),
  hasPromotion: false,
  setUpOf: () => ({}),
  volumesAsked(asked) {
    const [, ofTraining] = trainees.exec(String(asked)) ?? [];
    const clients = Number(ofTraining ?? asked);
    return [
      { volume: clients <= 0 ? clientsUnchosen : clients, ...(ofTraining !== undefined && { isTraining: true }) },
    ];
  },
  priced: [null, 0, ...tiers.flatMap((clients) => [clients, traineesAsked(clients)])],
  volumePaid: () => undefined,
  linkNames: (isTraining) => (isTraining ? [trainingLink, "suiviclient"] : ["suiviclient"]),
  advertised: ({ fromClient }) => fromClient,
  unitPrices: (prices) => followUpTiers(prices).map(pricePerClient),
};
