import type { Tx } from "#engine/db/database.ts";

export type QueuedEvent = {
  /** Of the receivers that are told. */
  topic: string;
  /** A past fact, such as `account.erased`. Also the `event` of the body. */
  event: string;
  body: Record<string, unknown>;
};

/** Writes one delivery per enabled receiver of the topic, in the caller's transaction. */
export async function queueEvent(tx: Tx, { topic, event, body }: QueuedEvent): Promise<void> {
  await tx.query(
    `insert into private.deliveries (id, kind, receiver_id, event, body)
     select gen_random_uuid(), 'webhook', id, $2, $3
     from private.receivers where topic = $1 and disabled_at is null`,
    [topic, event, JSON.stringify({ event, ...body })],
  );
  await tx.query("select pg_notify('deliveries', '')");
}
