import { href } from "#app/page-kit/href.ts";
import { conferenceLink, lastingOfferLinks } from "#app/page-kit/offer-links.ts";
import { siteFrame } from "#content/site-frame.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

const { services } = siteFrame.footer;
const training = { target: href("/marketing/organismes-de-formation"), label: services.training };
const chooser = { target: href("/inscription"), label: services.chooser };

/** The offers of this site, in the order of footer and site map. */
export function serviceLinks({ offers }: SiteSettings) {
  return [
    ...lastingOfferLinks.flatMap((link) => (link.target === href("/marketing") ? [link, training] : [link])),
    ...((offers.conferences ?? []).length > 0 ? [conferenceLink] : []),
    chooser,
  ];
}
