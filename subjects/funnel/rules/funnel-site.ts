import type { MediaSource } from "#domain/site/media.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import type { PaymentLinks, SiteSettings } from "#domain/site/site-settings.ts";
import { type CivilDate, type DayWindow, isWithin } from "#kit/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { shownPrices } from "#subjects/offers/rules/prices.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

import type { Voice } from "./choices.ts";

/** The part of the site's settings that a funnel shows or uses, as it travels in the page. */
export type FunnelSite = {
  brand: string;
  companyName: string;
  contactEmail: string;
  /** Empty: the contact address serves. */
  bookingUrl: string;
  paymentProvider: string;
  payments: PaymentLinks;
  /** Present while the promotion lasts, in the funnel it applies to. */
  promotion?: DayWindow;
  /** Those that began, above the first ones. */
  prices?: readonly PriceChange[];
  /** Of dated offers. The server's: a visitor's clock decides nothing. */
  today: CivilDate;
  /** An empty address: the API answers where the page does. */
  api: { url: string; publishableKey: string };
  /** Pages to link to; plain words where there is none. */
  legalPages: { terms?: string; privacy?: string };
  /** The terms that confirming accepts: the day of their version. */
  termsVersion: CivilDate;
  /** Whether an identity provider is configured: its button is not shown without. */
  hasGoogleSignIn: boolean;
  /** The words for whom our server asks for a company; it is typed by hand without. */
  companyRegister?: string;
  /** A few seconds of each voice, in the funnel that asks for one. */
  voiceSamples?: Record<Voice, readonly MediaSource[]>;
};

type Context = {
  offer: FunnelOffer;
  /** The server's day: a visitor's clock decides nothing. */
  today: CivilDate;
  legalPages: FunnelSite["legalPages"];
  termsVersion: CivilDate;
};

export function funnelSite(site: SiteSettings, { offer, today, legalPages, termsVersion }: Context): FunnelSite {
  const hasPromotion = offers[offer].hasPromotion && isWithin(site.offers.promotion, today);
  return {
    brand: site.brand,
    companyName: site.company.name,
    contactEmail: site.contact.email,
    bookingUrl: site.contact.bookingUrl,
    paymentProvider: site.paymentProvider,
    payments: site.payments,
    ...(hasPromotion && { promotion: site.offers.promotion }),
    ...shownPrices(site.offers, today),
    today,
    api: site.api,
    legalPages,
    termsVersion,
    hasGoogleSignIn: site.hasGoogleSignIn,
    ...(site.companyRegister !== undefined && { companyRegister: site.companyRegister }),
  };
}
