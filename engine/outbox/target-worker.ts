import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "pino";

import type { Database } from "#engine/db/database.ts";
import type { DeliveryOutcome } from "#engine/mail/outcome.ts";

import { claimDeliveries, releaseLeases, type ClaimedDeliveries, type Delivery } from "./claims.ts";
import { nameOf, type DeliveryTarget } from "./delivery-targets.ts";
import { recordOutcome, type Recorded } from "./results.ts";
import type { OutboxTimings } from "./timings.ts";

export type WorkerServices = {
  db: Database;
  log: Logger;
  now: () => Date;
  random: () => number;
  timings: OutboxTimings;
  workerId: string;
  deliver: (target: DeliveryTarget, delivery: Delivery, signal: AbortSignal) => Promise<DeliveryOutcome>;
  /** When the leases of this worker were last known to be good, on a monotonic clock. */
  leasesRenewedAt: () => number;
  /** No new try once this is aborted. */
  stopping: AbortSignal;
  /** Ends even the try that is on its way. */
  cutting: AbortSignal;
};

export type TargetWorker = {
  target: DeliveryTarget;
  /** Something may be due. */
  wake(): void;
  /** Resolves when nothing is due or on its way. */
  settled(): Promise<void>;
};

/**
 * Serves one target, one delivery after the other: whatever happens to this target delays no other, and a process
 * that dies between an answer and its record repeats one delivery at most.
 */
export function createTargetWorker(target: DeliveryTarget, services: WorkerServices): TargetWorker {
  const { log, now, stopping } = services;
  let running: Promise<void> | undefined;
  let isWokenAgain = false;
  let probeTimer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopping.aborted) return;
    isWokenAgain = true;
    running ??= run();
  }

  async function run(): Promise<void> {
    while (isWokenAgain && !stopping.aborted) {
      isWokenAgain = false;
      try {
        const pausedUntil = await serve(target, services);
        clearTimeout(probeTimer);
        if (pausedUntil) probeTimer = setTimeout(wake, Math.max(0, pausedUntil.getTime() - now().getTime())).unref();
      } catch (error) {
        // The loop outlives what the database does to it; the next poll tries again.
        log.error({ err: error, target: nameOf(target) }, "the outbox could not work");
      }
    }
    // Synchronous with the last look at `isWokenAgain`: no call to wake() falls between the two.
    running = undefined;
  }

  return {
    target,
    wake,
    async settled() {
      while (running) await running;
    },
  };
}

/** Delivers until nothing is due. @returns when to come back, for a paused target */
async function serve(target: DeliveryTarget, services: WorkerServices): Promise<Date | undefined> {
  const { db, workerId, now, timings, stopping } = services;
  while (!stopping.aborted) {
    const claimedAt = performance.now();
    const claim = await claimDeliveries(db, target, { workerId, now: now(), timings });
    if (claim.deliveries.length === 0) return claim.pausedUntil;

    const end = await deliverBatch(target, claim, claimedAt, services);
    if (end.pausedUntil) return end.pausedUntil;
    if (end.isDisabled) return undefined;
  }
  return undefined;
}

type BatchEnd = Pick<Recorded, "pausedUntil" | "isDisabled">;

/** Delivers a batch until the target fails, and gives back what is left then. */
async function deliverBatch(
  target: DeliveryTarget,
  claim: ClaimedDeliveries,
  claimedAt: number,
  services: WorkerServices,
): Promise<BatchEnd> {
  const waiting = [...claim.deliveries];
  const end: BatchEnd = { pausedUntil: undefined, isDisabled: false };

  while (waiting.length > 0 && !end.pausedUntil && !end.isDisabled) {
    const isLeaseOld =
      performance.now() - Math.max(claimedAt, services.leasesRenewedAt()) > services.timings.leaseMs * 0.75;
    if (services.stopping.aborted || isLeaseOld) break;
    const delivery = waiting.shift()!;
    const outcome = await services.deliver(target, delivery, services.cutting);
    if (outcome.kind === "interrupted") {
      waiting.unshift(delivery);
      break;
    }
    Object.assign(end, await recordPersistently(target, delivery, outcome, claim.isProbe, services));
  }

  const left = waiting.map(({ id }) => id);
  if (left.length > 0) await releaseLeases(services.db, services.workerId, left);
  return end;
}

const longestRecordWaitMs = 2000;

/**
 * Retries the recording until the database accepts it: after a 2xx only this keeps the receiver from a repeat, and
 * while the database is away no other worker can claim.
 */
async function recordPersistently(
  target: DeliveryTarget,
  delivery: Delivery,
  outcome: Exclude<DeliveryOutcome, { kind: "interrupted" }>,
  isProbe: boolean,
  services: WorkerServices,
): Promise<Recorded> {
  const { db, log, now, random, timings, cutting } = services;
  for (let waitMs = 50; ; waitMs = Math.min(longestRecordWaitMs, waitMs * 2)) {
    try {
      const recorded = await recordOutcome(db, target, delivery, outcome, { isProbe, now: now(), timings, random });
      report(target, delivery, outcome, recorded, log);
      return recorded;
    } catch (error) {
      if (cutting.aborted) throw error;
      log.error({ err: error, delivery: delivery.id }, "a delivery's result could not be recorded yet");
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}

/** Ids and codes only: a body, an address or an answer never reaches the log. */
function report(
  target: DeliveryTarget,
  delivery: Delivery,
  outcome: DeliveryOutcome,
  recorded: Recorded,
  log: Logger,
): void {
  const { kind, answer: _answer, ...facts } = { answer: undefined, ...outcome };
  const line = { target: nameOf(target), delivery: delivery.id, event: delivery.event, outcome: kind, ...facts };
  if (recorded.isDisabled) log.error({ ...line, alert: "receiver_gone" }, "a receiver is gone and was disabled");
  else if (recorded.isDead) log.error({ ...line, alert: "delivery_dead" }, "a delivery was given up");
  else if (kind === "delivered") log.debug(line, "delivered");
  else log.warn(line, "a delivery failed and stays in the queue");
}
