import { followUpTiers } from "#domain/offers/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#domain/offers/marketing/contact-volumes.ts";
import { secretariatTiers } from "#domain/offers/secretariat/secretariat-tiers.ts";

const euros = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});

/** Cents as « 97 € », « 0,30 € »: as pages write them, no decimals where there are none. */
export function sayEuros(amount: number): string {
  return euros.format(amount / 100);
}

/** What the smallest tier of each subscription costs a month. */
const lowestPrices = {
  secretariat: secretariatTiers[0].monthlyExcludingTax,
  followUp: followUpTiers[0].monthlyExcludingTax,
  marketing: marketingPrice(marketingVolumes[0]),
} as const;

/** « dès 97 € HT par mois »: the smallest bill, beside prices for one call, client or contact. */
export function fromPerMonth(offer: keyof typeof lowestPrices): string {
  return `dès ${sayEuros(lowestPrices[offer])} HT par mois`;
}
