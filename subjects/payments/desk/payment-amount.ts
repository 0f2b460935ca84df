import type { OpenPayment } from "#subjects/leads/contract/desk-lists.ts";
import { adminPayments } from "#subjects/payments/words/admin-payments.ts";
import { checkPayment, type Order, type PaymentTerms, salesOf } from "#subjects/orders/rules/payment-due.ts";

/** « 716,40 € ». The provider counts in the smallest unit of the currency, which is not always a hundredth. */
export function amountOf({ amount_cents, currency }: Pick<OpenPayment, "amount_cents" | "currency">): string {
  if (amount_cents === null) return adminPayments.noAmount;
  // Anything else is no currency: the formatter would throw.
  if (!/^[a-z]{3}$/i.test(currency ?? "")) return `${amount_cents / 100} ${currency ?? ""}`.trim();
  const format = new Intl.NumberFormat("fr-FR", { style: "currency", currency: currency ?? "" });
  return format.format(amount_cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const anyOf = new Intl.ListFormat("fr-FR", { type: "disjunction" });

/** « 0,00 € ou 716,40 € »: what the order may be paid with, the smallest first. */
export function expectedAmount(order: Order, terms: PaymentTerms): string {
  const amounts = new Set(salesOf(order, terms).flatMap((sale) => sale.amounts));
  if (amounts.size === 0) return adminPayments.unexpected.unknown;
  const sorted = [...amounts].sort((one, other) => one - other);
  return anyOf.format(sorted.map((amount) => amountOf({ amount_cents: amount, currency: "eur" })));
}

/** One sentence: why a payment has not marked the lead it names as paid; undefined where it names none. */
export function reasonToWait(payment: OpenPayment, terms: PaymentTerms): string | undefined {
  const { amount_cents, currency, link_offer, link_volume, ordered: order, is_test, is_second } = payment;
  if (is_test) return adminPayments.unexpected.test;
  if (order === null) return undefined;
  if (is_second) return adminPayments.unexpected.second;
  const link = { offer: link_offer, volume: link_volume };
  const checked = checkPayment({ amount: amount_cents, currency, link }, order, terms);
  return checked.ok ? adminPayments.unexpected.seemsRight : adminPayments.unexpected.reasons[checked.problem];
}
