import { closingOffer } from "#domain/offers/closing.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";
import { priceOf, type Purchase, type SoldOffer } from "#domain/offers/schedule.ts";

import { offers } from "./offers.ts";

type Link = { offer: SoldOffer; volume: number | undefined };

/**
 * What a payment page sells: the volume of its own link where it has one, else that of the order that it is opened for,
 * else the smallest. The order alone says that it is a training body's.
 */
export function purchaseAtLink({ offer, volume }: Link, ordered: Purchase | undefined): Purchase | undefined {
  const ofOffer = ordered?.offer === offer ? ordered : undefined;
  if (volume !== undefined && offers[offer].hasTiers) return withPrice({ ...ofOffer, offer, volume });
  return ofOffer ?? withPrice({ offer, volume: smallestOf[offer] });
}

/** Where neither link nor order says how many. Nothing where each volume has a link of its own. */
const smallestOf: Record<SoldOffer, number> = {
  secretariat: 0,
  suiviclient: 0,
  marketing: marketingVolumes[0],
  closing: closingOffer.calls,
  conferences: 1,
};

function withPrice(purchase: Purchase): Purchase | undefined {
  return priceOf(purchase) === undefined ? undefined : purchase;
}
