import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import { priceOf, type Purchase } from "#domain/offers/schedule.ts";

import { offers } from "./offers.ts";

/**
 * What an order is worth, excluding tax: a month where the offer is a subscription, else the order itself. Nothing for
 * what has no listed price.
 *
 * @param volume as `private.volume_in_words` says it: a number, a range of prospects, `waitlist`, or empty
 */
export function offerValue(funnel: FunnelOrigin, volume: string): Cents {
  switch (funnel) {
    case "secretariat":
    case "suiviclient":
      // What a list holds no number of has no price; an order without one has the smallest.
      return Number(volume) > 0 ? valueOf(offers[funnel].purchases(Number(volume))) : cents(0);
    case "conferences":
      return valueOf(offers.conferences.purchases(volume || null));
    default:
      return valueOf(offers[funnel].purchases(volume));
  }
}

function valueOf([usual]: Purchase[]): Cents {
  return (usual && priceOf(usual)) ?? cents(0);
}
