import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Prices } from "#domain/site/prices.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

const euros = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});

/** Cents as « 97 € », « 0,30 € »: as pages write them, no decimals where there are none. */
export function sayEuros(amount: number): string {
  return euros.format(amount / 100);
}

/** Of a month, the smallest bill. */
export function lowestPrice(offer: FunnelOffer, prices: Prices): string {
  const { tiers, priceOf } = offers[offer];
  return sayEuros(Math.min(...tiers.flatMap((volume) => priceOf(volume, prices) ?? [])));
}

/** « dès 97 € HT par mois », beside prices for one call, client or contact. */
export function fromPerMonth(offer: FunnelOffer, prices: Prices): string {
  return `dès ${lowestPrice(offer, prices)} HT par mois`;
}
