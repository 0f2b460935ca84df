import type { OrderSite } from "#subjects/orders/site/order-site.ts";
import { href } from "#app/page-kit/href.ts";
import { termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { OrderFormName } from "#domain/kernel/lead.ts";
import { shownPrices } from "#subjects/offers/rules/prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";

/** The part of the settings that an order form takes along. */
export function orderSite(site: SiteOnDay, offer: OrderFormName, today: CivilDate): OrderSite {
  const paymentLink = site.payments[offer];
  return {
    api: site.api,
    brand: site.brand,
    today,
    ...shownPrices(site.offers, today),
    companyName: site.company.name,
    contactEmail: site.contact.email,
    bookingUrl: site.contact.bookingUrl,
    paymentProvider: site.paymentProvider,
    ...(paymentLink !== undefined && { paymentLink }),
    ...(site.companyRegister !== undefined && { companyRegister: site.companyRegister }),
    termsVersion: termsVersionOn(today, site.offers),
    legalPages: { terms: href("/conditions-generales-utilisation"), privacy: href("/politique-de-confidentialite") },
  };
}
