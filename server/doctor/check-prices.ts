import type { SiteConfig } from "#domain/contracts/site-config.ts";
import { advertisedPrices } from "#domain/offers/advertised.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { pricePerContact } from "#domain/offers/marketing.ts";
import { secretariatPromotion } from "#domain/offers/promotion.ts";
import { pricePerCall, secretariatTiers } from "#domain/offers/secretariat.ts";

import type { Finding } from "./findings.ts";

/** The home page's prices against the price book, and promises that contradict one another. */
export function checkPrices({ offers }: Pick<SiteConfig, "offers">): Finding[] {
  const { secretariatPerCall, followUpPerClient, marketingPerContact } = advertisedPrices;
  const { from, to } = offers.promotion;
  return [
    ...checkFrom("The secretariat", "per call", secretariatPerCall, secretariatTiers.map(pricePerCall)),
    ...checkFrom("Customer follow-up", "per client and month", followUpPerClient, followUpTiers.map(pricePerClient)),
    ...checkFrom("Marketing", "per contact", marketingPerContact, [pricePerContact]),
    {
      subject: "Prices",
      sentence:
        `Set-up is « incluse » in the secretariat plan of the home page, and « offerte au lieu de ` +
        `${amount(secretariatPromotion.setUpInsteadOf)} HT » in the promotion (${from} to ${to}): ` +
        "it is either included or worth that.",
    },
  ];
}

function pricePerClient({ monthlyExcludingTax, activeClientsPerMonth }: (typeof followUpTiers)[number]): number {
  return Math.round(monthlyExcludingTax / activeClientsPerMonth);
}

/** « à partir de » promises the lowest price of the table. */
function checkFrom(offer: string, unit: string, advertised: number, prices: readonly number[]): Finding[] {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (advertised === lowest) return [];
  const table = lowest === highest ? amount(lowest) : `${amount(lowest)} to ${amount(highest)}`;
  const claim = `${offer} is advertised « à partir de ${amount(advertised)} HT » ${unit}`;
  const sentence = `${claim}; the price table says ${table}.`;
  return [{ subject: "Prices", sentence }];
}

function amount(cents: number): string {
  return new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" }).format(cents / 100);
}
