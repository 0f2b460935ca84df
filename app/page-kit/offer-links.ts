import { menuNameOf } from "#content/offers/registry.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import { funnelOffers, orderForms, type SoldOffer } from "#domain/kernel/lead.ts";

import { href, type PagePath } from "./href.ts";

type OfferLink = { target: PagePath; label: string };

const linkTo = (offer: SoldOffer): OfferLink => ({ target: offerAddress(offer), label: menuNameOf(offer) });

/** The pages of the offers, but for the conference, which only some sites have. */
export const lastingOfferLinks = [...funnelOffers, ...orderForms]
  .map(linkTo)
  .filter(({ target }) => target !== href("/conferences"));
export const conferenceLink = linkTo("conferences");
