import type { Tx } from "#engine/db/database.ts";

import { sendSmsTopic } from "./receivers.ts";

export type TextMessage = {
  /** The payload of the send-SMS hook, without the client's address: the message goes to another company. */
  body: {
    metadata: { uuid: string; time: string; name: string };
    user: Record<string, unknown>;
    /** `sms_type`: of a second factor. */
    sms: { otp: string; phone: string; sms_type?: "mfa" };
  };
  /** Later, the code opens nothing: it is not sent any more. */
  expiresAt: Date;
};

/** How a text message waits in the queue: `message` is what is posted. */
export type QueuedTextMessage = { message: TextMessage["body"]; expires_at: string };

/** Writes the message in the caller's transaction: it leaves after the commit, never before and never without it. */
export async function queueTextMessage(tx: Tx, { body: message, expiresAt }: TextMessage): Promise<void> {
  const queued: QueuedTextMessage = { message, expires_at: expiresAt.toISOString() };
  await tx.query(
    `insert into private.deliveries (id, kind, receiver_id, event, body)
     select gen_random_uuid(), 'webhook', id, 'sms.code', $2
     from private.receivers where topic = $1 and disabled_at is null`,
    [sendSmsTopic, JSON.stringify(queued)],
  );
  await tx.query("select pg_notify('deliveries', '')");
}
