import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { DemoPayment } from "#domain/contracts/demo-page.ts";
import type { ServerContext } from "#server/context.ts";

const timeoutMs = 5_000;
const retryEveryMs = 5_000;
const maxTries = 120;

/**
 * Tells the site that it was paid, as the provider would: over HTTP, under its signature, and again while the site
 * fails.
 *
 * @returns after the first try
 */
export async function sendPaymentEvent(context: ServerContext, payment: DemoPayment): Promise<void> {
  const payload = JSON.stringify(eventOf(context, payment));
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
    if (!response.ok) log.warn({ status: response.status }, "the site did not take a payment event");
    return response.status < 500;
  } catch (error) {
    log.warn({ err: error }, "the site could not be told of a payment");
    return false;
  }
}

/** The fields of a checkout session that the site reads, where the provider writes them. */
function eventOf({ now }: ServerContext, { id, email, reference, offer, volume, amount_due_today: due }: DemoPayment) {
  return {
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(now().getTime() / 1000),
    data: {
      object: {
        id,
        object: "checkout.session",
        client_reference_id: reference || null,
        payment_status: due === 0 ? "no_payment_required" : "paid",
        amount_total: due,
        currency: "eur",
        metadata: volume === undefined ? { offer } : { offer, volume },
        customer_details: { email: email || null },
      },
    },
  };
}
