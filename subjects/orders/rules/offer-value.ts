import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import { purchaseOf } from "#subjects/offers/rules/registry.ts";
import { priceOf } from "#subjects/offers/rules/schedule.ts";

import { requestRules } from "#subjects/leads/rules/requests.ts";

/**
 * What an order is worth, excluding tax: a month where the offer is a subscription, else the order itself. Nothing for
 * what has no listed price.
 *
 * @param volume as a list says it
 */
export function offerValue(funnel: FunnelOrigin, volume: string): Cents {
  const asked = requestRules[funnel].listed(volume);
  const purchase = asked === undefined ? undefined : purchaseOf(funnel, asked);
  return (purchase && priceOf(purchase)) ?? cents(0);
}
