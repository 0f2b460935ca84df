import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { isFunnelOffer, type OrderFormName, type SoldOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import type { Block } from "./legal-text.ts";
import { offersNamedIn } from "./offers-in-texts.ts";

const whole = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 2, trailingZeroDisplay: "stripIfInteger" });
const written = (count: number) => whole.format(count).replaceAll("\u202f", "\u00a0");
const inEuros = (price: Cents) => `${written(price / 100)}\u00a0€`;

const ofOrders = (prices: Prices): Record<OrderFormName, string[]> => ({
  closing: [
    `Appels sortants, par millier commencé (${written(closingOffer.calls)} appels)`,
    `${inEuros(prices.closing)} en une fois`,
  ],
  conferences: ["Conférence, par participant", `${inEuros(prices.conferences)} en une fois`],
});

/** A row for each volume that has a price. */
function rowsOf(offer: SoldOffer, prices: Prices): string[][] {
  if (!isFunnelOffer(offer)) return [ofOrders(prices)[offer]];
  const { tiers, priceOf } = offers[offer];
  const { ownName, volumeOf } = offerWords[offer];
  const say = volumeOf(false);
  return tiers.flatMap((volume) => {
    const price = priceOf(volume, prices);
    const name = say ? `${ownName}, ${say(written(volume), volume)}` : ownName;
    return price === undefined ? [] : [[name, `${inEuros(price)} par mois`]];
  });
}

/** Names of what is sold, each with its price. */
export function priceRows(version: CivilDate, prices: Prices): string[][] {
  return offersNamedIn(version).flatMap((offer) => rowsOf(offer, prices));
}

/**
 * What each volume costs, from the price book. A price that changes is a new version of the terms, whose earlier ones keep
 * the rows of theirs. Source: code de commerce, article L. 441-1.
 */
export function priceScale(version: CivilDate, prices: Prices): Block {
  return {
    table: {
      caption: "Barème des prix hors taxes",
      head: ["Offre et volume", "Prix HT"],
      rows: priceRows(version, prices),
    },
  };
}
