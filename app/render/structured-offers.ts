import type { Offer, UnitPriceSpecification } from "schema-dts";

import { formatCount } from "#app/ui/format.ts";
import { offersInFull } from "#content/offers/registry.ts";
import { structuredDataCopy as copy } from "#content/structured-data.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import type { SayVolume } from "#subjects/offers/words/general/offer-words.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

/** What an offer sells, in numbers. */
type Sale = { name: string; price: Cents; isMonthly: boolean; quantity?: { value: number; unitText: string } };

type SoldService = { name: string; sales: Sale[] };

/** Services by the address of their page. Prices come from the price book; the advertised ones never. */
const soldServices = (prices: Prices): Record<string, SoldService> => ({
  ...Object.fromEntries(
    funnelOffers.map((offer) => {
      const { ownName, volumeOf } = offerWords[offer];
      const nameOf = (volume: string) => (volume === "" ? ownName : `${ownName}, ${volume}`);
      return [
        offerAddress(offer),
        { name: offersInFull[offer].service, sales: monthlySales({ offer, prices }, nameOf, volumeOf(false)) },
      ];
    }),
  ),
  "/marketing/organismes-de-formation": {
    name: copy.training.service,
    sales: monthlySales({ offer: "suiviclient", prices }, copy.training.offer, offerWords.suiviclient.volumeOf(true)),
  },
  [offerAddress("closing")]: {
    name: offersInFull.closing.service,
    sales: [
      {
        name: copy.closing.offer(formatCount(closingOffer.calls)),
        price: prices.closing,
        isMonthly: false,
        quantity: { value: closingOffer.calls, unitText: copy.closing.unit },
      },
    ],
  },
});

type Priced = { offer: FunnelOffer; prices: Prices };

function monthlySales({ offer, prices }: Priced, nameOf: (volume: string) => string, say: SayVolume | undefined) {
  const { tiers, priceOf } = offers[offer];
  return tiers.flatMap((volume): Sale[] => {
    const price = priceOf(volume, prices);
    if (price === undefined) return [];
    return [
      {
        name: nameOf(say?.(formatCount(volume), volume) ?? ""),
        price,
        isMonthly: true,
        ...(say && { quantity: { value: volume, unitText: say("", volume).trim() } }),
      },
    ];
  });
}

/** The service a page sells, if it sells one. */
export function findSoldService(
  path: string,
  url: string,
  prices: Prices,
): { name: string; offers: Offer[] } | undefined {
  const service = soldServices(prices)[path];
  return service && { name: service.name, offers: service.sales.map((sale) => offerOf(sale, url)) };
}

function offerOf({ name, price, isMonthly, quantity }: Sale, url: string): Offer {
  return {
    "@type": "Offer",
    name,
    url,
    ...priceOf(price, isMonthly),
    ...(quantity && { eligibleQuantity: { "@type": "QuantitativeValue", ...quantity } }),
  };
}

/** A seat, as long as it can be booked. */
export function conferenceSeat(url: string, registrationUntil: string, price: Cents): Offer {
  return {
    "@type": "Offer",
    name: copy.conference,
    url,
    ...priceOf(price),
    availability: "https://schema.org/InStock",
    validThrough: registrationUntil,
  };
}

/** Excluding tax, and saying so: our customers are companies. */
function priceOf(excludingTax: Cents, isMonthly = false) {
  const amount = { price: decimalEuros(excludingTax), priceCurrency: "EUR" };
  const priceSpecification: UnitPriceSpecification = {
    "@type": "UnitPriceSpecification",
    ...amount,
    valueAddedTaxIncluded: false,
    ...(isMonthly && { referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" } }),
  };
  return { ...amount, priceSpecification };
}

/** 19700 → "197.00" */
function decimalEuros(amount: Cents): string {
  return (amount / 100).toFixed(2);
}
