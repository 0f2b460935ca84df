import { asObject } from "#kit/as-object.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";

import { readWebAddress } from "#subjects/leads/rules/lead-row.ts";

/** What the payment provider told us; null: it did not say. Nothing due today is an amount of 0. */
export type ReceivedPayment = {
  id: string;
  amountCents: number | null;
  currency: string | null;
  /** The day of the site, else the instant: ISO 8601. */
  paidOn: string;
  invoice: Invoice | null;
};

/** Why a payment that waits is no lead's, or is dealt with. */
export const dismissalReasons = ["refunded", "not_ours", "settled_otherwise", "trial"] as const;
export type DismissalReason = (typeof dismissalReasons)[number];

/** An invoice of the provider's; null: it did not say. */
export type Invoice = { number: string | null; url: string | null };

/**
 * How long the provider shows an invoice under the address it gave.
 *
 * Source: https://docs.stripe.com/invoicing/hosted-invoice-page
 */
const linkLastsDays = 30;

/** Of what `private.payments_of` answers. What has no day, or is no payment, is left out. */
export function readPayments(value: unknown): ReceivedPayment[] {
  return Array.isArray(value) ? value.map(asObject).flatMap(readPayment) : [];
}

function readPayment({ id, amount_cents: amount, ...row }: Record<string, unknown>): ReceivedPayment[] {
  const paidOn = row.paid_on ?? row.received_at;
  if (typeof id !== "string" || typeof paidOn !== "string") return [];
  const [number, url] = [textOf(row.invoice_number), readWebAddress(textOf(row.invoice_url))?.href ?? null];
  return [
    {
      id,
      amountCents: typeof amount === "number" ? amount : null,
      currency: textOf(row.currency),
      paidOn,
      invoice: number === null && url === null ? null : { number, url },
    },
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Where its invoice is read on that day; undefined where there is none, or the provider shows it no more. */
export function invoiceAddress({ invoice, paidOn }: ReceivedPayment, today: CivilDate): string | undefined {
  const day = paidOn.slice(0, 10);
  return invoice?.url && day > addDays(today, -linkLastsDays) ? invoice.url : undefined;
}
