import type { OrderSite } from "#app/order/order-site.ts";
import { href } from "#app/page-kit/href.ts";
import type { SiteSettings } from "#domain/contracts/site-settings.ts";

/** The part of the settings that an order form takes along. */
export function orderSite(site: SiteSettings, offer: "closing" | "conferences"): OrderSite {
  const paymentLink = site.payments[offer];
  return {
    api: site.api,
    brand: site.brand,
    companyName: site.company.name,
    contactEmail: site.contact.email,
    bookingUrl: site.contact.bookingUrl,
    paymentProvider: site.paymentProvider,
    ...(paymentLink !== undefined && { paymentLink }),
    legalPages: { terms: href("/conditions-generales-utilisation"), privacy: href("/politique-de-confidentialite") },
  };
}
