import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { isSold } from "#subjects/offers/rules/schedule.ts";

type Link = { offer: SoldOffer; volume: number | undefined };

/**
 * What a payment page sells: the volume of its own link where it has one, else that of the order that it is opened for,
 * else the smallest. The order alone says that it is a training body's.
 */
export function purchaseAtLink({ offer, volume }: Link, ordered: Purchase | undefined): Purchase | undefined {
  const ofOffer = ordered?.offer === offer ? ordered : undefined;
  const { tiers, volumeAtLink } = offers[offer];
  if (volume !== undefined && tiers.length > 0) return ifSold({ ...ofOffer, offer, volume });
  return ofOffer ?? ifSold({ offer, volume: volumeAtLink });
}

function ifSold(purchase: Purchase): Purchase | undefined {
  return isSold(purchase) ? purchase : undefined;
}
