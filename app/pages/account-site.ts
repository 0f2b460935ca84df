import type { AccountSite } from "#subjects/account/site/account-site.ts";
import { href, phoneHref } from "#app/page-kit/href.ts";
import { phoneLink } from "#app/page-kit/phone-link.ts";
import { hoursOf, venueOf } from "#subjects/conferences/words/conferences.ts";
import { termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import { sellerOf } from "#domain/site/legal-identity.ts";
import type { Conference } from "#domain/site/site-config.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { shownPrices } from "#subjects/offers/rules/prices.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";

/** Once registrations are closed, those of a conference that were not paid have nothing left to pay. */
export function accountSite(site: SiteOnDay, today: CivilDate): AccountSite {
  const { conferences, ...otherPayments } = site.payments;
  const { conference } = site.offers;
  const { testLine: number } = site.contact;
  const isOpen = conferencePhase(conference, today) === "open";
  return {
    api: site.api,
    brand: site.brand,
    contactEmail: site.contact.email,
    phone: phoneLink(site),
    hasGoogleSignIn: site.hasGoogleSignIn,
    offers: site.accountOffers,
    legalPages: { terms: href("/conditions-generales-utilisation") },
    paymentProvider: site.paymentProvider,
    payments: conferences !== undefined && isOpen ? { ...otherPayments, conferences } : otherPayments,
    termsVersion: termsVersionOn(today, site.offers),
    today,
    promotion: site.offers.promotion,
    ...shownPrices(site.offers, today),
    seller: sellerOf(site.legal),
    isDemo: site.demo !== undefined,
    ...(site.invoiceIssuer !== undefined && { invoiceIssuer: site.invoiceIssuer }),
    ...(site.customerPortal !== undefined && { customerPortal: site.customerPortal }),
    bookingUrl: site.contact.bookingUrl,
    ...(number !== "" && { testLine: { number, address: phoneHref(number), isDemo: site.demo !== undefined } }),
    ...(conference && { editions: editionsUntil(conference, site.offers.conferences ?? [conference]) }),
  };
}

/** None that is to be announced later. */
function editionsUntil({ heldOn }: Conference, editions: readonly Conference[]) {
  return editions
    .filter((edition) => edition.heldOn <= heldOn)
    .map((edition) => ({ heldOn: edition.heldOn, venue: venueOf(edition), hours: hoursOf(edition) }));
}
