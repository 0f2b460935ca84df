import type { Database, Tx } from "#engine/db/database.ts";

import { lockTarget, savePause, type DeliveryTarget } from "./delivery-targets.ts";
import type { OutboxTimings } from "./timings.ts";

/** `id` is the `webhook-id`, the same on every try. `attempts` counts the tries that its receiver judged. */
export type Delivery = {
  id: string;
  event: string;
  body: unknown;
  attempts: number;
  /** Of the request that caused it, then of the try that is under way. */
  traceparent: string | null;
};

export type ClaimedDeliveries = {
  deliveries: Delivery[];
  /** The target is paused and this one delivery asks whether it is back. */
  isProbe: boolean;
  /** When the target may be asked again, if it is paused. */
  pausedUntil: Date | undefined;
};

type ClaimOptions = { workerId: string; now: Date; timings: OutboxTimings };

const nothing: ClaimedDeliveries = { deliveries: [], isProbe: false, pausedUntil: undefined };
/** Small, so that a worker that dies gives little back, and large enough to spread the cost of a claim. */
const batchSize = 20;

/**
 * Takes what is due for a target and commits: the receiver is called after the transaction, never inside.
 *
 * Leases are measured by the database's clock, which all workers share; schedules by the server's.
 */
export async function claimDeliveries(
  db: Database,
  target: DeliveryTarget,
  options: ClaimOptions,
): Promise<ClaimedDeliveries> {
  const { now, timings } = options;
  return db.asServer(async (tx) => {
    const state = await lockTarget(tx, target);
    if (!state?.isEnabled) return nothing;
    const { pause } = state;
    if (pause && pause.pausedUntil > now) return { ...nothing, pausedUntil: pause.pausedUntil };

    const deliveries = await takeDue(tx, target, options, pause ? 1 : batchSize);
    const isProbe = pause !== undefined && deliveries.length > 0;
    // One probe at a time: the pause keeps other workers from sending one.
    if (isProbe) {
      const pausedUntil = new Date(now.getTime() + timings.answerTimeoutMs + timings.pollMs);
      await savePause(tx, target, { ...pause, pausedUntil });
    }
    return { deliveries, isProbe, pausedUntil: undefined };
  });
}

async function takeDue(tx: Tx, target: DeliveryTarget, { workerId, now, timings }: ClaimOptions, limit: number) {
  const isMail = target.kind === "mail";
  const { rows } = await tx.query<Delivery & { next_try_at: Date; created_at: Date }>(
    isMail ? takeMails : takeWebhooks,
    [
      workerId,
      timings.leaseMs,
      now.toISOString(),
      new Date(now.getTime() - timings.giveUpAfterMs).toISOString(),
      limit,
      ...(isMail ? [] : [target.receiverId]),
    ],
  );
  return rows
    .toSorted((a, b) => Number(a.next_try_at) - Number(b.next_try_at) || Number(a.created_at) - Number(b.created_at))
    .map(({ id, event, body, attempts, traceparent }): Delivery => ({ id, event, body, attempts, traceparent }));
}

/**
 * A first try is due at once, whatever the clocks say. A lease that ends later than any worker asks for was given
 * before the clock went back: it counts as ended.
 */
const take = (destination: string) => `
  with due as materialized (
    select id from private.deliveries
    where status = 'waiting' and ${destination}
      and (leased_until is null or leased_until <= now() or leased_until > now() + $2 * interval '2 milliseconds')
      and (attempts = 0 or next_try_at <= $3)
      and created_at > $4
    order by next_try_at, created_at, id
    limit $5
    for update skip locked
  )
  update private.deliveries as delivery
  set leased_by = $1, leased_until = now() + $2 * interval '1 millisecond'
  from due where delivery.id = due.id
  returning delivery.id, delivery.event, delivery.body, delivery.attempts, delivery.traceparent,
            delivery.next_try_at, delivery.created_at`;

const takeWebhooks = take("kind = 'webhook' and receiver_id = $6");
const takeMails = take("kind = 'mail'");

/** Says that this worker is alive and still busy with all it holds. */
export async function renewLeases(db: Database, workerId: string, leaseMs: number): Promise<void> {
  await db.asServer((tx) =>
    tx.query(
      `update private.deliveries set leased_until = now() + $2 * interval '1 millisecond'
       where status = 'waiting' and leased_by = $1`,
      [workerId, leaseMs],
    ),
  );
}

/** Releases the leases of this worker, all or some of them: any worker may claim them at once. */
export async function releaseLeases(db: Database, workerId: string, ids?: string[]): Promise<void> {
  await db.asServer((tx) =>
    tx.query(
      `update private.deliveries set leased_by = null, leased_until = null
       where status = 'waiting' and leased_by = $1 and ($2::uuid[] is null or id = any($2::uuid[]))`,
      [workerId, ids ?? null],
    ),
  );
}

/** Sends to the dead letters what is older than any try may be. @returns how many */
export async function giveUpOld(db: Database, now: Date, { giveUpAfterMs }: OutboxTimings): Promise<number> {
  const { rowCount } = await db.asServer((tx) =>
    tx.query(
      `update private.deliveries
       set status = 'dead', last_error = coalesce(last_error, 'too_old'), leased_by = null, leased_until = null
       where status = 'waiting' and created_at <= $1 and (leased_until is null or leased_until <= now())`,
      [new Date(now.getTime() - giveUpAfterMs).toISOString()],
    ),
  );
  return rowCount;
}
