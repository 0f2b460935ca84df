import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { hasPaymentLink, paymentLinkOf } from "#domain/offers/payment-link.ts";

import { type Asked, offers } from "./offers.ts";

/** Whether what was asked of an offer can be paid now; of an answer of before that says no volume, whether any can. */
export function isOrderSoldOnline(offer: FunnelOffer, asked: Asked | undefined, payments: PaymentLinks): boolean {
  const [purchase] = asked === undefined || asked === null ? [] : offers[offer].purchases(asked);
  return purchase === undefined
    ? hasPaymentLink(payments, offer)
    : paymentLinkOf(payments, purchase.offer, purchase.volume, purchase.isTraining) !== undefined;
}
