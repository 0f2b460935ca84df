import { type FunnelOrigin, soldOffers } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";

import { type OfferMails, serviceMails, teamWrites } from "./offers/offer-mails.ts";
import { offersInFull } from "./offers/registry.ts";

/** The mails of every offer, and of requests for none of them. */
export const offerMails: Record<FunnelOrigin, OfferMails> = {
  ...recordOf(soldOffers, (offer) => offersInFull[offer].mails),
  general: { ...serviceMails("general"), steps: () => [teamWrites], paidSteps: () => [teamWrites] },
};
