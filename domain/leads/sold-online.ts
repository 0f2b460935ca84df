import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Asked } from "#domain/offers/base/offer.ts";
import { hasPaymentLink, paymentLinkOf } from "#domain/offers/payment-link.ts";
import { purchaseOf } from "#domain/offers/registry.ts";

/** Whether what was asked of an offer can be paid now; of an answer of before that says no volume, whether any can. */
export function isOrderSoldOnline(offer: FunnelOffer, asked: Asked | undefined, payments: PaymentLinks): boolean {
  const purchase = asked === undefined || asked === null ? undefined : purchaseOf(offer, asked);
  return purchase ? paymentLinkOf(payments, purchase) !== undefined : hasPaymentLink(payments, offer);
}
