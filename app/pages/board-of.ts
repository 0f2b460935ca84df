import { href } from "#app/page-kit/href.ts";
import type { IslandProps } from "#app/page-kit/island-registry.ts";
import { siteFrame } from "#content/site-frame.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { type CivilDate, isWithin } from "#kit/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { shownPrices } from "#subjects/offers/rules/prices.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

type BoardProps = Omit<IslandProps<"CallVolume">, "funnel">;

type Board = { offer: FunnelOffer; volumes: readonly number[]; today: CivilDate };

/** What the price board of an offer has to know of the site; its page adds the way into the funnel. */
export function boardOf(site: SiteOnDay, { offer, volumes, today }: Board): BoardProps {
  const { contact, offers: windows, payments } = site;
  return {
    contactHref: contact.bookingUrl || (contact.email && `mailto:${contact.email}`) || undefined,
    today,
    security: { href: href("/securite-et-donnees"), label: siteFrame.security },
    ...(offers[offer].hasPromotion && isWithin(windows.promotion, today) && { promotion: windows.promotion }),
    ...shownPrices(windows, today),
    notSold: volumes.filter((volume) => paymentLinkOf(payments, { offer, volume }) === undefined),
  };
}

/** For the price board, and for the calculator of missed calls. */
export function secretariatBoard(site: SiteOnDay, today: CivilDate): BoardProps {
  return boardOf(site, { offer: "secretariat", volumes: offers.secretariat.tiers, today });
}
