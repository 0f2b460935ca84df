import { type Cents, cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

/** Of one contact, before the owner changes it. Source: specification, section 9. */
export const contactPrice = cents(30);

export const marketingVolumes = [1000, 2000, 5000, 10000, 20000] as const;

export function marketingPrice(contactsPerMonth: number, { marketing: perContact }: Prices): Cents {
  return cents(contactsPerMonth * perContact);
}

export function nearestMarketingVolume(contactsPerMonth: number): number {
  return nearestOf<number>(marketingVolumes, contactsPerMonth, (volume) => volume);
}

/** Of the offer's own page. Source: specification, section 9; the first position is our choice. */
export const contactSlider = { min: 1000, max: 20_000, step: 1000, initial: 5000 } as const;
