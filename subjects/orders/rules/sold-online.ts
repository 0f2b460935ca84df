import type { PaymentLinks } from "#domain/site/site-settings.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Asked } from "#subjects/offers/rules/base/offer.ts";
import { hasPaymentLink, paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { purchaseOf } from "#subjects/offers/rules/registry.ts";

/** Whether what was asked of an offer can be paid now; of an answer of before that says no volume, whether any can. */
export function isOrderSoldOnline(offer: FunnelOffer, asked: Asked | undefined, payments: PaymentLinks): boolean {
  const purchase = asked === undefined || asked === null ? undefined : purchaseOf(offer, asked);
  return purchase ? paymentLinkOf(payments, purchase) !== undefined : hasPaymentLink(payments, offer);
}
