import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

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

export function nearestFollowUpTier(activeClientsPerMonth: number): FollowUpTier {
  return nearestOf<FollowUpTier>(followUpTiers, activeClientsPerMonth, (tier) => tier.activeClientsPerMonth);
}

/** Excluding tax, for one active client and one month. Half a cent goes up. */
export function pricePerClient({ monthlyExcludingTax, activeClientsPerMonth }: FollowUpTier): Cents {
  return cents(Math.round(monthlyExcludingTax / activeClientsPerMonth));
}
