import type { Tx } from "#engine/db/database.ts";

/** Where deliveries go: one receiver, or the mail server. Each is served on its own, so none waits for another. */
export type DeliveryTarget = { kind: "webhook"; receiverId: string; url: string; topic: string } | { kind: "mail" };

/** A target in trouble since `failures` tries; nothing is sent to it before `pausedUntil`. */
export type Pause = { pausedUntil: Date; failures: number };

export type TargetState = {
  /** False once it said that it is gone, or the configuration names it no more. */
  isEnabled: boolean;
  isConfigured: boolean;
  pause: Pause | undefined;
};

/** What tells a target from the others. */
type TargetKey = { kind: "webhook"; receiverId: string } | { kind: "mail" };

/** @param receiverId null is the mail server */
export function targetOf(receiverId: string | null): TargetKey {
  return receiverId === null ? { kind: "mail" } : { kind: "webhook", receiverId };
}

export function nameOf(target: DeliveryTarget): string {
  return target.kind === "mail" ? "mail" : target.receiverId;
}

/** Receivers that the configuration names and that did not say they are gone. */
export async function listTargets(tx: Tx): Promise<DeliveryTarget[]> {
  const { rows } = await tx.query<{ id: string; url: string; topic: string }>(
    "select id, url, topic from private.receivers where disabled_at is null order by id",
  );
  const receivers = rows.map(({ id, ...named }): DeliveryTarget => ({ kind: "webhook", receiverId: id, ...named }));
  return [...receivers, { kind: "mail" }];
}

/**
 * The state of a target, locked until the transaction ends: two workers never decide on one pause at a time. Undefined
 * for a receiver that is not there.
 *
 * The lock leaves foreign keys alone (`no key update`), so queuing an event never waits for it.
 */
export async function lockTarget(tx: Tx, target: TargetKey): Promise<TargetState | undefined> {
  if (target.kind === "mail") return lockMailServer(tx);
  const { rows } = await tx.query<ReceiverRow>(
    `select paused_until, failure_count, disabled_at is null as is_enabled,
            disabled_reason is distinct from 'not_configured' as is_configured
     from private.receivers where id = $1 for no key update`,
    [target.receiverId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const pause = row.paused_until
    ? { pausedUntil: new Date(row.paused_until), failures: row.failure_count ?? 0 }
    : undefined;
  return { isEnabled: row.is_enabled, isConfigured: row.is_configured, pause };
}

type ReceiverRow = {
  paused_until: Date | null;
  failure_count: number | null;
  is_enabled: boolean;
  is_configured: boolean;
};

export async function savePause(tx: Tx, target: TargetKey, pause: Pause | undefined): Promise<void> {
  if (target.kind === "mail") return saveMailPause(tx, pause);
  await tx.query("update private.receivers set paused_until = $2, failure_count = $3 where id = $1", [
    target.receiverId,
    pause?.pausedUntil.toISOString() ?? null,
    pause?.failures ?? 0,
  ]);
}

export async function disableReceiver(tx: Tx, receiverId: string, reason: string, now: Date): Promise<void> {
  await tx.query(
    `update private.receivers set disabled_at = $2, disabled_reason = $3, paused_until = null, failure_count = 0
     where id = $1 and disabled_at is null`,
    [receiverId, now.toISOString(), reason],
  );
}

/** Ends the pause, and the silence of a receiver that had said that it is gone. */
export async function openTarget(tx: Tx, target: TargetKey): Promise<void> {
  if (target.kind === "mail") return saveMailPause(tx, undefined);
  await tx.query(
    `update private.receivers
     set disabled_at = null, disabled_reason = null, paused_until = null, failure_count = 0
     where id = $1 and disabled_reason is distinct from 'not_configured'`,
    [target.receiverId],
  );
}

/** The mail server is no receiver: its pause is a setting, so that every process sees it. */
const mailPauseKey = "mail_pause";

async function lockMailServer(tx: Tx): Promise<TargetState> {
  const { rows } = await tx.query<{ paused_until: string | null; failures: number | null }>(
    `select value ->> 'paused_until' as paused_until, (value ->> 'failures')::int as failures
     from private.settings where key = $1 for no key update`,
    [mailPauseKey],
  );
  const row = rows[0];
  const pause = row?.paused_until
    ? { pausedUntil: new Date(row.paused_until), failures: row.failures ?? 0 }
    : undefined;
  return { isEnabled: true, isConfigured: true, pause };
}

async function saveMailPause(tx: Tx, pause: Pause | undefined): Promise<void> {
  const value = pause ? { paused_until: pause.pausedUntil.toISOString(), failures: pause.failures } : {};
  await tx.query(
    `insert into private.settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [mailPauseKey, JSON.stringify(value)],
  );
}
