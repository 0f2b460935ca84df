import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import { closingPrice } from "#domain/offers/closing.ts";
import { marketingPrice } from "#domain/offers/marketing.ts";

import { offers, type Sale } from "./offers.ts";

/**
 * What an order is worth, excluding tax: a month where the offer is a subscription, else the order itself. Nothing for
 * what has no listed price.
 *
 * @param volume as `private.volume_in_words` says it: a number, a range of prospects, `waitlist`, or empty
 */
export function offerValue(funnel: FunnelOrigin, volume: string): Cents {
  const count = Number(volume);
  switch (funnel) {
    case "secretariat":
    case "suiviclient":
      return offers[funnel].listedPrice(count) ?? cents(0);
    case "marketing":
      return marketingPrice(usualVolume(offers.marketing.sales(volume)));
    case "closing":
      return Number.isSafeInteger(count) && count > 0 ? closingPrice(count) : cents(0);
    case "conferences":
      return volume === "waitlist" ? cents(0) : (offers.conferences.listedPrice(1) ?? cents(0));
    case "general":
      return cents(0);
  }
}

function usualVolume([usual]: Sale[]): number {
  return usual?.volume ?? 0;
}
