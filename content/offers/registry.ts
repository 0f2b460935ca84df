import { type FunnelOffer, type SoldOffer, soldOffers } from "#domain/kernel/lead.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { closingInFull } from "./closing.ts";
import { conferenceInFull } from "./conference.ts";
import { followUpInFull } from "./follow-up.ts";
import { marketingInFull } from "./marketing.ts";
import type { OfferInFull, OnHomePage, WithFunnel } from "./offer-in-full.ts";
import { secretariatInFull } from "./secretariat.ts";

/** All but the conference, which only some sites have. */
export type HomeOffer = Exclude<SoldOffer, "conferences">;

/** Every offer, as the server says it. */
export const offersInFull = {
  secretariat: secretariatInFull,
  suiviclient: followUpInFull,
  marketing: marketingInFull,
  closing: closingInFull,
  conferences: conferenceInFull,
} as const satisfies Record<SoldOffer, OfferInFull> & Record<HomeOffer, OnHomePage> & Record<FunnelOffer, WithFunnel>;

export const homeOffers = soldOffers.filter((offer): offer is HomeOffer => "card" in offersInFull[offer]);

/** As menus and paths of crumbs have it. */
export function menuNameOf(offer: SoldOffer): string {
  const { menuName }: OfferInFull = offersInFull[offer];
  return menuName ?? offerWords[offer].ownName;
}
