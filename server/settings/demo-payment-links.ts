import { demoPaymentPath } from "#domain/site/demo-page.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

/** Every offer but the largest secretariat volume, so that "not yet available" can be seen too. */
export function demoPaymentLinks(origin: string): PaymentLinks {
  const page = (offer: SoldOffer | "custom") => `${origin}${demoPaymentPath}/${offer}`;
  const pages = (offer: SoldOffer, volumes = offers[offer].tiers) =>
    Object.fromEntries(volumes.map((volume) => [volume, `${page(offer)}/${volume}`]));
  return {
    secretariat: pages("secretariat", offers.secretariat.tiers.slice(0, -1)),
    marketing: pages("marketing"),
    suiviclient: pages("suiviclient"),
    closing: page("closing"),
    conferences: page("conferences"),
    custom: page("custom"),
  } satisfies Record<SoldOffer | "custom", unknown>;
}
