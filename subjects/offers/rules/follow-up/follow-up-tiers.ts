import { type Cents, cents, euros } from "#domain/kernel/money.ts";

export type FollowUpTier = { activeClientsPerMonth: number; monthlyExcludingTax: Cents };

/** Source: specification, section 9, customer follow-up and its training variant. */
export const followUpTiers = [
  { activeClientsPerMonth: 50, monthlyExcludingTax: euros(350) },
  { activeClientsPerMonth: 100, monthlyExcludingTax: euros(490) },
  { activeClientsPerMonth: 200, monthlyExcludingTax: euros(790) },
  { activeClientsPerMonth: 500, monthlyExcludingTax: euros(1290) },
] as const satisfies readonly FollowUpTier[];

/** What counts before a choice. */
export const clientsUnchosen = followUpTiers[0].activeClientsPerMonth;

export function followUpTierOf(activeClientsPerMonth: number): FollowUpTier | undefined {
  return followUpTiers.find((tier) => tier.activeClientsPerMonth === activeClientsPerMonth);
}

/** The tier a wished volume falls to; halfway between two, the upper one. Source: resolutions, section 3. */
export function nearestFollowUpTier(activeClientsPerMonth: number): FollowUpTier {
  return followUpTiers.reduce<FollowUpTier>((nearest, tier) => {
    const distanceOf = (each: FollowUpTier) => Math.abs(each.activeClientsPerMonth - activeClientsPerMonth);
    return distanceOf(tier) <= distanceOf(nearest) ? tier : nearest;
  }, followUpTiers[0]);
}

/** Excluding tax, for one active client and one month. Half a cent goes up. */
export function pricePerClient({ monthlyExcludingTax, activeClientsPerMonth }: FollowUpTier): Cents {
  return cents(Math.round(monthlyExcludingTax / activeClientsPerMonth));
}
