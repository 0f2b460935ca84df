import type { OpenPayment } from "#app/api/payments.ts";
import { adminPayments } from "#content/admin-payments.ts";

/** « 716,40 € ». The provider counts in the smallest unit of the currency, which is not always a hundredth. */
export function amountOf({ amount_cents, currency }: Pick<OpenPayment, "amount_cents" | "currency">): string {
  if (amount_cents === null) return adminPayments.noAmount;
  // Anything else is no currency: the formatter would throw.
  if (!/^[a-z]{3}$/i.test(currency ?? "")) return `${amount_cents / 100} ${currency ?? ""}`.trim();
  const format = new Intl.NumberFormat("fr-FR", { style: "currency", currency: currency ?? "" });
  return format.format(amount_cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
