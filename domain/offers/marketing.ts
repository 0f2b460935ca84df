import { type Cents, cents } from "#domain/kernel/money.ts";

/** Source: specification, section 9. */
export const pricePerContact = cents(30);

export const marketingVolumes = [1000, 2000, 5000, 10000, 20000] as const;

export function marketingPrice(contactsPerMonth: number): Cents {
  return cents(contactsPerMonth * pricePerContact);
}

/** The volume a wish falls to; halfway between two, the upper one. Source: resolutions, section 3. */
export function nearestMarketingVolume(contactsPerMonth: number): number {
  return marketingVolumes.reduce<number>((nearest, volume) => {
    const isNearer = Math.abs(volume - contactsPerMonth) <= Math.abs(nearest - contactsPerMonth);
    return isNearer ? volume : nearest;
  }, marketingVolumes[0]);
}
