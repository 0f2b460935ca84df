import { Webhook } from "standardwebhooks";

import type { DeliveryOutcome } from "#engine/mail/outcome.ts";

import type { Delivery } from "./claims.ts";
import type { WebhookClient } from "./post-webhook.ts";
import { retryAfterMs } from "./timings.ts";
import { webhookSecret } from "./webhook-secret.ts";

type Options = {
  client: WebhookClient;
  /** Standard Webhooks form (`whsec_…`). Several while a secret is being replaced: one signature each. */
  secrets: string[];
  userAgent: string;
  timeoutMs: number;
  now: () => Date;
};

export type DeliverWebhook = (url: string, delivery: Delivery, signal: AbortSignal) => Promise<DeliveryOutcome>;

export function createWebhookDelivery({ client, secrets, userAgent, timeoutMs, now }: Options): DeliverWebhook {
  const keys = secrets.map((secret) => new Webhook(webhookSecret(secret)));

  return async (url, { id, body, traceparent }, signal) => {
    const payload = JSON.stringify(body);
    const headers = {
      "content-type": "application/json",
      "user-agent": userAgent,
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now().getTime() / 1000)),
      "webhook-signature": keys.map((key) => key.sign(id, now(), payload)).join(" "),
      ...(traceparent !== null && { traceparent }),
    };
    try {
      const answer = await client.post({ url, headers, body: payload, timeoutMs, signal });
      return judge(answer.status, retryAfterMs(answer.retryAfter, now()));
    } catch (error) {
      if (signal.aborted) return { kind: "interrupted" };
      return { kind: "outage", status: null, error: codeOf(error) };
    }
  };
}

/** A redirect is an outage: the owner of the receiver has to change the setting, and deliveries wait until then. */
function judge(status: number, retryAfter: number | undefined): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: "delivered", status };
  if (status === 410) return { kind: "gone", status };
  if (status >= 400 && status < 500 && status !== 429) return { kind: "refused", status, error: `http_${status}` };
  const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter };
  return { kind: "outage", status, error: `http_${status}`, ...wait };
}

/** A code, never a message: messages of the network layer quote addresses. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code.toLowerCase() : "network_failure";
}
