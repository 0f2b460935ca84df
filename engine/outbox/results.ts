import type { Database, Tx } from "#engine/db/database.ts";
import type { DeliveryOutcome } from "#engine/mail/outcome.ts";

import type { Delivery } from "./claims.ts";
import { disableReceiver, lockTarget, savePause, type DeliveryTarget } from "./delivery-targets.ts";
import { probeDelayMs, retryDelayMs, type OutboxTimings } from "./timings.ts";

type RecordOptions = { isProbe: boolean; now: Date; timings: OutboxTimings; random: () => number };

/** What the result changed beyond the delivery itself. */
export type Recorded = { isDead: boolean; pausedUntil: Date | undefined; isDisabled: boolean };

/**
 * Writes what became of a try, in one transaction with what it means for the target.
 *
 * A delivery that is no longer waiting (erased with what it tells of, or recorded by another worker) is left alone.
 */
export async function recordOutcome(
  db: Database,
  target: DeliveryTarget,
  delivery: Delivery,
  outcome: Exclude<DeliveryOutcome, { kind: "interrupted" }>,
  options: RecordOptions,
): Promise<Recorded> {
  return db.asServer(async (tx) => {
    // The target first, always: two workers that lock in one order do not deadlock.
    const pausedUntil = await recordForTarget(tx, target, outcome, options);
    const isDead = await recordForDelivery(tx, delivery, outcome, options);
    return { isDead, pausedUntil, isDisabled: outcome.kind === "gone" };
  });
}

async function recordForTarget(
  tx: Tx,
  target: DeliveryTarget,
  outcome: DeliveryOutcome,
  { isProbe, now, timings, random }: RecordOptions,
): Promise<Date | undefined> {
  if (outcome.kind === "gone" && target.kind === "webhook") {
    await disableReceiver(tx, target.receiverId, "gone", now);
    return undefined;
  }
  if (outcome.kind === "delivered") {
    if (isProbe) await savePause(tx, target, undefined);
    return undefined;
  }
  // A target that refuses its probe answers, but has not taken anything yet: only a success releases the rest.
  if (outcome.kind !== "outage" && !isProbe) return undefined;

  const state = await lockTarget(tx, target);
  const failures = (state?.pause?.failures ?? 0) + 1;
  const pausedUntil = new Date(now.getTime() + waitAfter(outcome, probeDelayMs(failures, timings, random)));
  await savePause(tx, target, { pausedUntil, failures });
  return pausedUntil;
}

function waitAfter(outcome: DeliveryOutcome, usualMs: number): number {
  // It never reached the target, so it says nothing about it: the next one probes at once.
  if (outcome.kind === "unsendable") return 0;
  return (outcome.kind === "outage" ? outcome.retryAfterMs : undefined) ?? usualMs;
}

async function recordForDelivery(
  tx: Tx,
  { id, attempts }: Delivery,
  outcome: DeliveryOutcome,
  { now, timings, random }: RecordOptions,
): Promise<boolean> {
  switch (outcome.kind) {
    case "delivered":
      await tx.query(
        `update private.deliveries
         set status = 'delivered', delivered_at = $2, attempts = attempts + 1, last_status = $3, last_error = null,
             last_answer = null, leased_by = null, leased_until = null
         where id = $1 and status = 'waiting'`,
        [id, now.toISOString(), outcome.status],
      );
      return false;
    case "outage":
      // To the end of the turn, and not one of its own tries: the target failed, not this delivery.
      await tx.query(keepWaiting, [id, now.toISOString(), ...factsOf(outcome), 0]);
      return false;
    case "refused": {
      const delayMs = retryDelayMs(attempts + 1, timings, random);
      if (delayMs === undefined) break;
      const nextTryAt = new Date(now.getTime() + delayMs);
      await tx.query(keepWaiting, [id, nextTryAt.toISOString(), ...factsOf(outcome), 1]);
      return false;
    }
    case "gone":
    case "interrupted":
    case "rejected":
    case "unsendable":
      break;
  }
  await tx.query(
    `update private.deliveries
     set status = 'dead', attempts = attempts + 1, last_status = $2, last_error = $3, last_answer = $4,
         leased_by = null, leased_until = null
     where id = $1 and status = 'waiting'`,
    [id, ...factsOf(outcome)],
  );
  return true;
}

/** Status, code and sentence of the last try. */
function factsOf(outcome: Exclude<DeliveryOutcome, { kind: "delivered" }>): [number | null, string, string | null] {
  const status = "status" in outcome ? outcome.status : null;
  const error = "error" in outcome ? outcome.error : outcome.kind;
  return [status, error, "answer" in outcome ? (outcome.answer ?? null) : null];
}

const keepWaiting = `
  update private.deliveries
  set next_try_at = $2, last_status = $3, last_error = $4, last_answer = $5, attempts = attempts + $6,
      leased_by = null, leased_until = null
  where id = $1 and status = 'waiting'`;
