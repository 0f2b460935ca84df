import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { conferenceOffer } from "#subjects/offers/rules/conference/conference-price.ts";
import { followUpTiers } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";

import type { Block } from "./legal-text.ts";

const whole = new Intl.NumberFormat("fr-FR");
const written = (count: number) => whole.format(count).replaceAll("\u202f", "\u00a0");
const inEuros = (price: Cents) => `${written(price / 100)}\u00a0€`;

/** By offer, in the order of the terms. */
const rows: Record<SoldOffer, string[][]> = {
  secretariat: secretariatTiers.map((tier) => [
    `Secrétariat, ${written(tier.callsPerDay)} appels par jour`,
    `${inEuros(tier.monthlyExcludingTax)} par mois`,
  ]),
  suiviclient: followUpTiers.map((tier) => [
    `Suivi client, ${written(tier.activeClientsPerMonth)} clients actifs par mois`,
    `${inEuros(tier.monthlyExcludingTax)} par mois`,
  ]),
  marketing: marketingVolumes.map((volume) => [
    `Marketing, ${written(volume)} contacts par mois`,
    `${inEuros(marketingPrice(volume))} par mois`,
  ]),
  closing: [
    [
      `Appels sortants, par millier commencé (${written(closingOffer.calls)} appels)`,
      `${inEuros(closingOffer.excludingTax)} en une fois`,
    ],
  ],
  conferences: [["Conférence, par participant", `${inEuros(conferenceOffer.excludingTax)} en une fois`]],
};

/**
 * What each volume costs, from the price book. A price that changes is a new version of the terms, whose earlier ones keep
 * the rows of theirs. Source: code de commerce, article L. 441-1.
 */
export const priceScale: Block = {
  table: {
    caption: "Barème des prix hors taxes",
    head: ["Offre et volume", "Prix HT"],
    rows: Object.values(rows).flat(),
  },
};
