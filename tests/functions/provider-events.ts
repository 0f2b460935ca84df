import Stripe from "stripe";

import type { ServerContext } from "#server/context/context.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";

export const providerSecret = "whsec_of_the_tests";

/** What makes its signature another one than the provider's of now. */
export type Seal = { signedWith?: string; at?: Date; header?: string };

/** @param event as the provider writes it; a text is sent as it is */
export async function postProviderEvent(context: ServerContext, event: unknown, seal: Seal = {}) {
  const { signedWith = providerSecret, at = context.now(), header } = seal;
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp });
  const response = await mountFunctions(context).request("/functions/v1/payment-events", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
