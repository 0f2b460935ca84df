import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { Asked } from "#subjects/offers/rules/base/offer.ts";
import { purchaseOf } from "#subjects/offers/rules/registry.ts";
import { isMonthly, priceOf } from "#subjects/offers/rules/schedule.ts";

import { requestRules } from "#subjects/leads/rules/requests.ts";

/**
 * What an order is worth, excluding tax: a month where the offer is a subscription, else the order itself. Nothing for
 * what has no listed price.
 *
 * @param volume as a list says it
 */
export function offerValue(funnel: FunnelOrigin, volume: string, prices: Prices): Cents {
  const asked = requestRules[funnel].listed(volume);
  const purchase = asked === undefined ? undefined : purchaseOf(funnel, asked);
  return (purchase && priceOf(purchase, prices)) ?? cents(0);
}

/** Of so many leads: -1 where no volume was given. */
export type AskedVolume = { funnel: FunnelOrigin; is_waiting: boolean; volume: number; leads: number };

/** What leads are worth together, excluding tax: each month, and once. */
export function worthOf(asked: readonly AskedVolume[], prices: Prices): { monthly: Cents; once: Cents } {
  let [monthly, once] = [0, 0];
  for (const each of asked) {
    const answer = askedIn(each);
    const purchase = answer === undefined ? undefined : purchaseOf(each.funnel, answer);
    const price = purchase && priceOf(purchase, prices);
    if (purchase === undefined || price === undefined) continue;
    if (isMonthly(purchase)) monthly += price * each.leads;
    else once += price * each.leads;
  }
  return { monthly: cents(monthly), once: cents(once) };
}

/** As `purchaseOfLead` reads a row: an offer with a volume asks for none as long as its form was not sent. */
function askedIn({ funnel, is_waiting: isWaiting, volume }: AskedVolume): Asked | undefined {
  const rules = requestRules[funnel];
  if (rules.volume === undefined) return rules.listed(isWaiting ? "waitlist" : "");
  return volume < 0 ? undefined : rules.numbered(volume);
}
