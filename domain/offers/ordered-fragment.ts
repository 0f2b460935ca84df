import { type CivilDate, readCivilDate } from "#domain/kernel/civil-date.ts";

import { priceOf, type Purchase, type SoldOffer } from "./schedule.ts";

/** What was ordered, and on which day of the site. */
export type Ordered = { purchase: Purchase; day: CivilDate };

const offers: readonly string[] = [
  "secretariat",
  "suiviclient",
  "marketing",
  "closing",
  "conferences",
] satisfies SoldOffer[];

/**
 * The pages after a payment know nothing of who reads them: what was ordered travels in the fragment of their address,
 * which no server sees: `#commande=suiviclient,50,2025-10-15,formation`.
 */
export function orderedFragment({ purchase: { offer, volume, isTraining }, day }: Ordered): string {
  return `#commande=${[offer, volume, day, ...(isTraining ? ["formation"] : [])].join(",")}`;
}

/** Anybody may write an address: what names no offer, volume and day of ours reads as nothing. */
export function readOrderedFragment(fragment: string): Ordered | undefined {
  const [, written = ""] = /^#commande=([a-z]+,\d{1,9},[\d-]{10}(?:,formation)?)$/.exec(fragment) ?? [];
  const [offer = "", volume, writtenDay = "", audience] = written.split(",");
  const day = readCivilDate(writtenDay);
  if (!isSoldOffer(offer) || day === undefined) return undefined;
  const purchase: Purchase = { offer, volume: Number(volume), ...(audience !== undefined && { isTraining: true }) };
  return priceOf(purchase) === undefined ? undefined : { purchase, day };
}

function isSoldOffer(offer: string): offer is SoldOffer {
  return offers.includes(offer);
}
