import type { DeliverWebhook } from "./deliver-webhook.ts";
import type { QueuedTextMessage } from "./queue-text-message.ts";

/** Posts what the send-SMS hook is to be given, as long as its code still opens something. */
export function createTextDelivery(deliver: DeliverWebhook, now: () => Date): DeliverWebhook {
  return async (url, delivery, signal) => {
    const { message, expires_at: expiresAt } = delivery.body as Partial<QueuedTextMessage>;
    if (message === undefined || expiresAt === undefined) return { kind: "unsendable", error: "malformed" };
    if (new Date(expiresAt) <= now()) return { kind: "unsendable", error: "expired" };
    return deliver(url, { ...delivery, body: message }, signal);
  };
}
