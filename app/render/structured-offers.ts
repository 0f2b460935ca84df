import type { Offer, UnitPriceSpecification } from "schema-dts";

import { formatCount } from "#app/ui/format.ts";
import { structuredDataCopy as copy } from "#content/structured-data.ts";
import type { OfferAddress } from "#domain/site/offer-addresses.ts";
import type { Cents } from "#domain/kernel/money.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { conferenceOffer } from "#subjects/offers/rules/conference/conference-price.ts";
import { followUpTiers } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

/** What an offer sells, in numbers. */
type Sale = { name: string; price: Cents; isMonthly: boolean; quantity: { value: number; unitText: string } };

type SoldService = { name: string; sales: Sale[] };

/** Services by the address of their page. Prices come from the price book; the advertised ones never. */
const soldServices: Record<Exclude<OfferAddress, "/conferences"> | "/marketing/organismes-de-formation", SoldService> =
  {
    "/secretariat": {
      name: copy.services.secretariat,
      sales: secretariatTiers.map(({ callsPerDay, monthlyExcludingTax }) => ({
        name: copy.offers.secretariat(formatCount(callsPerDay)),
        price: monthlyExcludingTax,
        isMonthly: true,
        quantity: { value: callsPerDay, unitText: copy.units.callsPerDay },
      })),
    },
    "/suivi-client": {
      name: copy.services.followUp,
      sales: followUpSales(copy.offers.followUp, copy.units.clientsPerMonth),
    },
    "/marketing/organismes-de-formation": {
      name: copy.services.training,
      sales: followUpSales(copy.offers.training, copy.units.traineesPerMonth),
    },
    "/marketing": {
      name: copy.services.marketing,
      sales: marketingVolumes.map((contacts) => ({
        name: copy.offers.marketing(formatCount(contacts)),
        price: marketingPrice(contacts),
        isMonthly: true,
        quantity: { value: contacts, unitText: copy.units.contactsPerMonth },
      })),
    },
    "/closing": {
      name: copy.services.closing,
      sales: [
        {
          name: copy.offers.closing(formatCount(closingOffer.calls)),
          price: closingOffer.excludingTax,
          isMonthly: false,
          quantity: { value: closingOffer.calls, unitText: copy.units.calls },
        },
      ],
    },
  };

function followUpSales(name: (volume: string) => string, unitText: string): Sale[] {
  return followUpTiers.map(({ activeClientsPerMonth, monthlyExcludingTax }) => ({
    name: name(formatCount(activeClientsPerMonth)),
    price: monthlyExcludingTax,
    isMonthly: true,
    quantity: { value: activeClientsPerMonth, unitText },
  }));
}

/** The service a page sells, if it sells one. */
export function findSoldService(path: string, url: string): { name: string; offers: Offer[] } | undefined {
  const service = Object.entries(soldServices).find(([address]) => address === path)?.[1];
  return service && { name: service.name, offers: service.sales.map((sale) => offerOf(sale, url)) };
}

function offerOf({ name, price, isMonthly, quantity }: Sale, url: string): Offer {
  return {
    "@type": "Offer",
    name,
    url,
    ...priceOf(price, isMonthly),
    eligibleQuantity: { "@type": "QuantitativeValue", ...quantity },
  };
}

/** A seat, as long as it can be booked. */
export function conferenceSeat(url: string, registrationUntil: string): Offer {
  return {
    "@type": "Offer",
    name: copy.offers.conference,
    url,
    ...priceOf(conferenceOffer.excludingTax),
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
