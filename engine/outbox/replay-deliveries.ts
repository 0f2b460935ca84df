import { failed, ok, type Result } from "#kit/result.ts";
import { insertAuditLine } from "#engine/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";

import { lockTarget, openTarget, targetOf, type TargetState } from "./delivery-targets.ts";

/** Why nothing was replayed, for the operator of the server; users of the site read `content`. */
export const replayProblems = {
  unknown_delivery: "There is no such delivery, or no more.",
  unknown_receiver: "There is no such receiver.",
  already_delivered: "It arrived already: it is not sent twice.",
  already_on_its_way: "It is on its way already.",
  emptied: "What it said was erased after 30 days: nothing is left to send.",
  receiver_not_configured: "Its receiver is no longer in the configuration.",
  nothing_to_replay: "Nothing gave up there.",
} as const;

export type ReplayProblem = keyof typeof replayProblems;

/** `mail` is the mail server, which is no receiver of the configuration. */
export type ReplayTarget = { delivery: string } | { receiver: string } | "all";

/** `actor` is the administrator's account; null is a command on the server. */
type Replay = { now: Date; actor: string | null };

/**
 * Puts deliveries that were given up back in the queue with the same id, as if they were new: their three days start
 * again. One that waits for its next try is tried now.
 *
 * A receiver is asked even if it had said that it is gone: a person decided so. In parallel, one of two calls is told
 * that the delivery is on its way.
 *
 * @returns how many were put back
 */
export async function replayDeliveries(
  tx: Tx,
  target: ReplayTarget,
  replay: Replay,
): Promise<Result<number, ReplayProblem>> {
  const replayed = await replayTarget(tx, target, replay);
  if (replayed.ok) await tx.query("select pg_notify('deliveries', '')");
  return replayed;
}

async function replayTarget(tx: Tx, target: ReplayTarget, replay: Replay): Promise<Result<number, ReplayProblem>> {
  if (target === "all") return replayAll(tx, replay);
  if ("delivery" in target) return replayOne(tx, target.delivery, replay);
  return replayReceiver(tx, target.receiver === "mail" ? null : target.receiver, replay);
}

type DeliveryRow = {
  receiver_id: string | null;
  lead_id: string | null;
  status: "waiting" | "delivered" | "dead";
  created_at: string;
  has_body: boolean;
  is_leased: boolean;
  is_due: boolean;
};

async function replayOne(tx: Tx, id: string, replay: Replay): Promise<Result<number, ReplayProblem>> {
  const found = await tx.query<{ receiver_id: string | null }>(
    "select receiver_id from private.deliveries where id = $1",
    [id],
  );
  if (!found.rows[0]) return failed("unknown_delivery");

  // Locks the target first, in the same order as recording a result does.
  const target = await lockTarget(tx, targetOf(found.rows[0].receiver_id));
  const delivery = await lockDelivery(tx, id, replay.now);
  if (!delivery) return failed("unknown_delivery");
  const problem = findProblem(delivery, target, replay.now);
  if (problem) return failed(problem);

  await tx.query(
    delivery.status === "dead"
      ? `${putBack} where id = $1`
      : "update private.deliveries set next_try_at = $2 where id = $1",
    [id, replay.now.toISOString()],
  );
  await openTarget(tx, targetOf(delivery.receiver_id));
  await insertAuditLine(tx, {
    actor: replay.actor,
    action: "delivery.replayed",
    rowId: delivery.lead_id,
    detail: { delivery: id, queuedAt: delivery.created_at },
  });
  return ok(1);
}

function findProblem(delivery: DeliveryRow, target: TargetState | undefined, now: Date): ReplayProblem | undefined {
  if (delivery.status === "delivered") return "already_delivered";
  if (!delivery.has_body) return "emptied";
  if (target && !target.isConfigured) return "receiver_not_configured";
  const isOpen = target !== undefined && target.isEnabled && !(target.pause && target.pause.pausedUntil > now);
  const isOnItsWay = delivery.status === "waiting" && (delivery.is_leased || (delivery.is_due && isOpen));
  return isOnItsWay ? "already_on_its_way" : undefined;
}

/** Due within a second is due: who asked at the same moment may have read another clock, a little ahead. */
async function lockDelivery(tx: Tx, id: string, now: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await tx.query<DeliveryRow>(
    `select receiver_id, lead_id, status, created_at::text,
            jsonb_typeof(body) = 'object' and body <> '{}' as has_body,
            coalesce(leased_until > now(), false) as is_leased,
            attempts = 0 or next_try_at <= $2::timestamptz + interval '1 s' as is_due
     from private.deliveries where id = $1 for update`,
    [id, now.toISOString()],
  );
  return rows[0];
}

async function replayReceiver(
  tx: Tx,
  receiverId: string | null,
  replay: Replay,
): Promise<Result<number, ReplayProblem>> {
  const target = await lockTarget(tx, targetOf(receiverId));
  if (receiverId && !target) return failed("unknown_receiver");
  if (target && !target.isConfigured) return failed("receiver_not_configured");
  const count = await replayDead(tx, receiverId, replay);
  return count > 0 ? ok(count) : failed("nothing_to_replay");
}

async function replayAll(tx: Tx, replay: Replay): Promise<Result<number, ReplayProblem>> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from private.receivers where disabled_reason is distinct from 'not_configured' order by id",
  );
  let count = 0;
  for (const receiverId of [...rows.map(({ id }) => id), null]) {
    await lockTarget(tx, targetOf(receiverId));
    count += await replayDead(tx, receiverId, replay);
  }
  return count > 0 ? ok(count) : failed("nothing_to_replay");
}

/** What has nothing left to send stays given up. */
async function replayDead(tx: Tx, receiverId: string | null, replay: Replay): Promise<number> {
  const { rowCount } = await tx.query(
    `${putBack} where status = 'dead' and jsonb_typeof(body) = 'object' and body <> '{}'
       and receiver_id is not distinct from $1`,
    [receiverId, replay.now.toISOString()],
  );
  if (rowCount === 0) return 0;
  await openTarget(tx, targetOf(receiverId));
  await insertAuditLine(tx, {
    actor: replay.actor,
    action: "deliveries.replayed",
    detail: { receiver: receiverId ?? "mail", count: rowCount },
  });
  return rowCount;
}

const putBack = `
  update private.deliveries
  set status = 'waiting', attempts = 0, next_try_at = $2, created_at = $2, leased_by = null, leased_until = null`;
