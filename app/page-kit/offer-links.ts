import { siteFrame } from "#content/site-frame.ts";
import { offerAddresses } from "#domain/site/offer-addresses.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";

import { href, type PagePath } from "./href.ts";

type OfferLink = { target: PagePath; label: string };

const labels = siteFrame.footer.services.offers;
const linkTo = (offer: SoldOffer) => ({ target: offerAddresses[offer], label: labels[offer] });

/** In the order of the menus. */
const links: Record<SoldOffer, OfferLink> = {
  secretariat: linkTo("secretariat"),
  suiviclient: linkTo("suiviclient"),
  marketing: linkTo("marketing"),
  closing: linkTo("closing"),
  conferences: linkTo("conferences"),
};

/** The pages of the offers, but for the conference, which only some sites have. */
export const lastingOfferLinks = Object.values(links).filter(({ target }) => target !== href("/conferences"));
export const conferenceLink = links.conferences;
