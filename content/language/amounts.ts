import type { FunnelOffer } from "#domain/kernel/lead.ts";
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

/** « dès 97 € HT par mois »: the smallest bill, beside prices for one call, client or contact. */
export function fromPerMonth(offer: FunnelOffer): string {
  const { tiers, priceOf } = offers[offer];
  const lowest = Math.min(...tiers.flatMap((volume) => priceOf(volume) ?? []));
  return `dès ${sayEuros(lowest)} HT par mois`;
}
