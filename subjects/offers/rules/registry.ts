import type { FunnelOffer, FunnelOrigin, OrderFormName } from "#domain/kernel/lead.ts";

import type { Asked, Offer, Purchase, MonthlyOffer } from "./base/offer.ts";
import { closing } from "./closing/closing-offer.ts";
import { conference } from "./conference/conference-offer.ts";
import { followUp } from "./follow-up/follow-up-offer.ts";
import { marketing } from "./marketing/marketing-offer.ts";
import { secretariat } from "./secretariat/secretariat-offer.ts";

/**
 * Every offer, by the name that rows, links and addresses know it by. No other code compares an offer with a name: what
 * differs is an entry here, of its words in `subjects/offers/words`, or of a total record beside what it is for.
 */
export const offers: Record<FunnelOffer, MonthlyOffer> & Record<OrderFormName, Offer> = {
  secretariat,
  suiviclient: followUp,
  marketing,
  closing,
  conferences: conference,
};

/**
 * What was bought, as an answer asks for it: where that leaves a choice of volumes, each is a purchase, the usual one
 * first. None when the price is not known.
 */
export function purchasesOf(origin: FunnelOrigin, asked: Asked): Purchase[] {
  if (origin === "general") return [];
  const { volumesAsked, isSold } = offers[origin];
  return volumesAsked(asked)
    .filter(({ volume }) => isSold(volume))
    .map((bought) => ({ offer: origin, ...bought }));
}

/** The usual one. */
export function purchaseOf(origin: FunnelOrigin, asked: Asked): Purchase | undefined {
  return purchasesOf(origin, asked)[0];
}
