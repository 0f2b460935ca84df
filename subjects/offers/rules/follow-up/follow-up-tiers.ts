import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { nearestOf } from "#subjects/offers/rules/base/nearest.ts";

export type FollowUpTier = { activeClientsPerMonth: number; monthlyExcludingTax: Cents };

/** Active clients a month. Source: specification, section 9, customer follow-up and its training variant. */
export const followUpVolumes = [50, 100, 200, 500] as const;

/** A month of each, before the owner changes one. Source: specification, section 9. */
export const followUpPrices: Prices["suiviclient"] = {
  50: euros(350),
  100: euros(490),
  200: euros(790),
  500: euros(1290),
};

/** What counts before a choice. */
export const clientsUnchosen = followUpVolumes[0];

export function followUpTiers(prices: Prices): FollowUpTier[] {
  return followUpVolumes.flatMap((activeClientsPerMonth) => followUpTierOf(activeClientsPerMonth, prices) ?? []);
}

export function followUpTierOf(activeClientsPerMonth: number, prices: Prices): FollowUpTier | undefined {
  const monthlyExcludingTax = prices.suiviclient[activeClientsPerMonth];
  return monthlyExcludingTax === undefined ? undefined : { activeClientsPerMonth, monthlyExcludingTax };
}

export function nearestActiveClients(activeClientsPerMonth: number): number {
  return nearestOf<number>(followUpVolumes, activeClientsPerMonth, (volume) => volume);
}

/** Excluding tax, for one active client and one month. Half a cent goes up. */
export function pricePerClient({ monthlyExcludingTax, activeClientsPerMonth }: FollowUpTier): Cents {
  return cents(Math.round(monthlyExcludingTax / activeClientsPerMonth));
}
