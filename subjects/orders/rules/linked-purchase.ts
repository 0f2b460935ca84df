import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { priceOf } from "#subjects/offers/rules/schedule.ts";

type Link = { offer: SoldOffer; volume: number | undefined };

/**
 * What a payment page sells: the volume of its own link where it has one, else that of the order that it is opened for,
 * else the smallest. The order alone says that it is a training body's.
 */
export function purchaseAtLink({ offer, volume }: Link, ordered: Purchase | undefined): Purchase | undefined {
  const ofOffer = ordered?.offer === offer ? ordered : undefined;
  const { tiers, volumeAtLink } = offers[offer];
  if (volume !== undefined && tiers.length > 0) return withPrice({ ...ofOffer, offer, volume });
  return ofOffer ?? withPrice({ offer, volume: volumeAtLink });
}

function withPrice(purchase: Purchase): Purchase | undefined {
  return priceOf(purchase) === undefined ? undefined : purchase;
}
