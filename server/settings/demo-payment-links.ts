import { demoPaymentPath } from "#domain/site/demo-page.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { type FunnelOffer, funnelOffers, orderForms } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

/** Every offer but the largest secretariat volume, so that "not yet available" can be seen too. */
export function demoPaymentLinks(origin: string): PaymentLinks {
  const page = (name: string) => `${origin}${demoPaymentPath}/${name}`;
  const pages = (offer: FunnelOffer, volumes = offers[offer].tiers) =>
    Object.fromEntries(volumes.map((volume) => [volume, page(`${offer}/${volume}`)]));
  return {
    ...recordOf(funnelOffers, (offer) => pages(offer)),
    ...recordOf(orderForms, page),
    secretariat: pages("secretariat", offers.secretariat.tiers.slice(0, -1)),
    custom: page("custom"),
  };
}
