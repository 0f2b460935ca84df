import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { DemoInvoice, DemoPayer, DemoPayment } from "#domain/site/demo-page.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";
import { addDays, dayOfSite } from "#kit/civil-date.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import type { ServerContext } from "#server/context/context.ts";

const timeoutMs = 5_000;
const retryEveryMs = 5_000;
const maxTries = 120;

type ProviderEvent = { id: string; type: string; data: { object: Record<string, unknown> } };

/**
 * Tells the site of a payment or an invoice, as the provider would: over HTTP, under its signature, and again while the
 * site fails.
 *
 * @returns after the first try
 */
export async function sendProviderEvent(context: ServerContext, event: ProviderEvent): Promise<void> {
  const payload = JSON.stringify(event);
  if (await isTaken(context, payload)) return;
  void keepTrying(context, payload);
}

async function keepTrying(context: ServerContext, payload: string): Promise<void> {
  for (let tries = 1; tries < maxTries; tries += 1) {
    await wait(retryEveryMs, undefined, { ref: false });
    if (await isTaken(context, payload)) return;
  }
}

/** What the site refused stays refused: only a failure is worth another try. */
async function isTaken({ settings, log, now }: ServerContext, payload: string): Promise<boolean> {
  const { stripeWebhookSecret: secret, site } = settings;
  if (!secret) return true;
  const { default: Stripe } = await import("stripe");
  const timestamp = Math.floor(now().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  try {
    const response = await fetch(`${site.origin}/functions/v1/payment-events`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, "the site did not take an event of the payment provider");
    return response.status < 500;
  } catch (error) {
    log.warn({ err: error }, "the site could not be told by the payment provider");
    return false;
  }
}

/** The fields of a checkout session that the site reads, where the provider writes them. */
export function paymentEvent(context: ServerContext, payment: DemoPayment, invoice: DemoInvoice | undefined) {
  const { id, email, reference, volume, subscription, amount_due_today: due } = payment;
  // What training bodies begin with is free: that is the only page of the follow-up that takes nothing.
  const offer = isSoldOffer(payment.offer) ? offers[payment.offer].linkNames(due === 0)[0] : payment.offer;
  return eventOf(context, "checkout.session.completed", {
    id,
    object: "checkout.session",
    client_reference_id: reference || null,
    payment_status: due === 0 ? "no_payment_required" : "paid",
    amount_total: due,
    currency: "eur",
    payment_intent: moneyOf(payment),
    customer: customerIdOf(payment),
    metadata: volume === undefined ? { offer } : { offer, volume },
    customer_details: customerOf(email, payment.payer),
    invoice: invoice?.id ?? null,
    subscription,
  });
}

/** As a page writes it that collects addresses and tax numbers. */
function customerOf(email: string, { name, line1, postalCode, city, vatNumber }: DemoPayer) {
  const address = { line1, line2: null, postal_code: postalCode, city, state: null, country: "FR" };
  return {
    email: email || null,
    name: name || null,
    address: line1 || postalCode || city ? address : null,
    tax_ids: vatNumber === "" ? [] : [{ type: "eu_vat", value: vatNumber }],
  };
}

export function invoiceEvent(context: ServerContext, invoice: DemoInvoice) {
  return eventOf(context, "invoice.paid", { ...invoiceObject(context, invoice), amount_paid: invoice.amount });
}

function invoiceObject({ settings }: ServerContext, { id, number, subscription }: DemoInvoice) {
  return {
    id,
    object: "invoice",
    number,
    hosted_invoice_url: `${settings.site.origin}/demo/facture/${id}`,
    currency: "eur",
    parent: subscription === null ? null : { type: "subscription_details", subscription_details: { subscription } },
  };
}

/** The provider's ids of the money and of who paid, which the checkout named. */
const moneyOf = ({ id, amount_due_today: due }: DemoPayment) => (due === 0 ? null : `pi_${id.slice(4)}`);
const customerIdOf = ({ id }: DemoPayment) => `cus_${id.slice(4)}`;
/** So many days from the one that the site shows, in seconds. */
const days = (count: number, { now, settings }: ServerContext) =>
  Date.parse(`${addDays(dayOfSite(settings, now()), count)}T10:00:00Z`) / 1000;

export function failedInvoiceEvent(context: ServerContext, payment: DemoPayment, invoice: DemoInvoice) {
  return eventOf(context, "invoice.payment_failed", {
    ...invoiceObject(context, invoice),
    amount_paid: 0,
    amount_due: invoice.amount,
    amount_remaining: invoice.amount,
    attempt_count: 1,
    next_payment_attempt: days(3, context),
    billing_reason: "subscription_cycle",
    customer: customerIdOf(payment),
  });
}

/** Of a later month the charge has money of its own, and names the customer. */
function chargeOf(payment: DemoPayment, invoice: DemoInvoice) {
  const isFirst = invoice.amount === payment.amount_due_today;
  return {
    id: `ch_${invoice.id.slice(3)}`,
    payment_intent: isFirst ? moneyOf(payment) : `pi_${invoice.id.slice(3)}`,
    customer: customerIdOf(payment),
  };
}

export function refundEvent(context: ServerContext, payment: DemoPayment, invoice: DemoInvoice) {
  const { amount } = invoice;
  return eventOf(context, "charge.refunded", {
    ...chargeOf(payment, invoice),
    object: "charge",
    amount,
    amount_refunded: amount,
    refunded: true,
    currency: "eur",
  });
}

export function disputeEvent(context: ServerContext, payment: DemoPayment, invoice: DemoInvoice) {
  const { id: charge, payment_intent } = chargeOf(payment, invoice);
  return eventOf(context, "charge.dispute.created", {
    id: `du_${invoice.id.slice(3)}`,
    object: "dispute",
    amount: invoice.amount,
    charge,
    payment_intent,
    currency: "eur",
    reason: "fraudulent",
    status: "needs_response",
    evidence_details: { due_by: days(7, context) },
  });
}

export function creditNoteEvent(context: ServerContext, payment: DemoPayment, invoice: DemoInvoice) {
  return eventOf(context, "credit_note.created", {
    id: `cn_${randomUUID()}`,
    object: "credit_note",
    number: `${invoice.number}-CN-01`,
    amount: invoice.amount,
    currency: "eur",
    invoice: invoice.id,
    customer: customerIdOf(payment),
  });
}

export function subscriptionEvent(
  context: ServerContext,
  payment: DemoPayment,
  type: "customer.subscription.updated" | "customer.subscription.deleted",
) {
  const isOver = type === "customer.subscription.deleted";
  const endsAt = days(30, context);
  const event = eventOf(context, type, {
    id: payment.subscription,
    object: "subscription",
    status: isOver ? "canceled" : "active",
    cancel_at: isOver ? null : endsAt,
    cancel_at_period_end: !isOver,
    ended_at: isOver ? days(0, context) : null,
    trial_end: null,
    items: { data: [{ current_period_end: endsAt }] },
    customer: customerIdOf(payment),
  });
  if (isOver) return event;
  return { ...event, data: { ...event.data, previous_attributes: { cancel_at: null, cancel_at_period_end: false } } };
}

function eventOf({ now }: ServerContext, type: string, object: Record<string, unknown>) {
  return {
    id: `evt_${randomUUID()}`,
    object: "event",
    type,
    created: Math.floor(now().getTime() / 1000),
    data: { object },
  };
}
