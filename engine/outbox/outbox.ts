import { randomUUID } from "node:crypto";

import type { EngineContext } from "#engine/context.ts";
import { createMailTransport, type MailTransport } from "#engine/mail/mail-transport.ts";
import type { ComposeMail, DeliverMail } from "#engine/mail/message.ts";
import type { DeliveryOutcome } from "#engine/mail/outcome.ts";
import type { SpanOptions } from "#engine/traces/traces.ts";

import { giveUpOld, releaseLeases, renewLeases, type Delivery } from "./claims.ts";
import { createClockWatch } from "./clock-watch.ts";
import { createWebhookDelivery } from "./deliver-webhook.ts";
import { listTargets, nameOf, type DeliveryTarget } from "./delivery-targets.ts";
import { createTargetWorker, type TargetWorker, type WorkerServices } from "./target-worker.ts";
import { createWebhookClient } from "./post-webhook.ts";
import { createTextDelivery } from "./deliver-text.ts";
import { registerReceivers, sendSmsTopic } from "./receivers.ts";
import { outboxTimings, type OutboxTimings } from "./timings.ts";

export type Outbox = {
  /** Waits for what is on its way, a few seconds at most, and gives back the rest. */
  stop(): Promise<void>;
  isRunning(): boolean;
  /** Resolves when nothing is due any more. For tests and for a stop that wants an empty queue. */
  drain(): Promise<void>;
};

export type OutboxOptions = {
  composeMail: ComposeMail;
  /** Takes mails where there is no mail server: the demonstration's mailbox. */
  deliverMail?: DeliverMail | undefined;
  timings?: Partial<OutboxTimings>;
  random?: () => number;
};

/**
 * Sends what the table `private.deliveries` holds: signed webhooks and mails.
 *
 * The table is the queue: what is committed there leaves at least once, with the same id on every try. Any number of
 * processes may work on it.
 */
export async function startOutbox(context: EngineContext, options: OutboxOptions): Promise<Outbox> {
  const { db, log, now, settings } = context;
  const timings = { ...outboxTimings, ...options.timings };
  const workerId = randomUUID();
  const stopping = new AbortController();
  const cutting = new AbortController();
  const { deliver, close } = createDelivery(context, timings, options);
  let renewedAt = -Infinity;

  await registerReceivers(db, settings, now());
  const workers = createWorkers({
    db,
    log,
    now,
    timings,
    workerId,
    deliver,
    random: options.random ?? Math.random,
    leasesRenewedAt: () => renewedAt,
    stopping: stopping.signal,
    cutting: cutting.signal,
  });
  const poll = createPoll(context, timings, workers);
  const stopListening = await db.listen(
    "deliveries",
    coalesce(() => workers.wake(), timings.lookAgainMs),
  );
  await poll();

  const polling = setInterval(() => void poll(), timings.pollMs);
  const renewing = setInterval(() => void renew(), timings.leaseMs / 2);

  async function renew(): Promise<void> {
    const startedAt = performance.now();
    try {
      await renewLeases(db, workerId, timings.leaseMs);
      renewedAt = startedAt;
    } catch (error) {
      log.error({ err: error }, "the outbox could not renew its leases");
    }
  }

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    clearInterval(polling);
    await stopListening().catch((error: unknown) => log.warn({ err: error }, "the outbox could not stop listening"));
    const cut = setTimeout(() => cutting.abort(), timings.stopGraceMs);
    await workers.settled();
    clearTimeout(cut);
    clearInterval(renewing);
    close();
    await releaseLeases(db, workerId).catch((error: unknown) =>
      log.error({ err: error }, "the outbox could not give back its leases: they run out by themselves"),
    );
  }

  return {
    stop,
    isRunning: () => !stopping.signal.aborted,
    async drain() {
      await poll();
      await workers.settled();
    },
  };
}

const coalesceMs = 20;

/**
 * Coalesces notifications: many rows at once ring many times, and one look at the table serves them all. The first
 * look is soon, those after it are `pauseMs` apart.
 */
function coalesce(work: () => void, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = -Infinity;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        lookedAt = performance.now();
        work();
      },
      Math.max(coalesceMs, lookedAt + pauseMs - performance.now()),
    );
  };
}

type TargetWorkers = { use(targets: DeliveryTarget[]): void; wake(): void; settled(): Promise<void> };

/** One worker per target that is in use now. */
function createWorkers(services: WorkerServices): TargetWorkers {
  const workers = new Map<string, TargetWorker>();
  return {
    use(targets) {
      const names = new Set(targets.map(nameOf));
      for (const name of workers.keys()) if (!names.has(name)) workers.delete(name);
      for (const target of targets) {
        if (!workers.has(nameOf(target))) workers.set(nameOf(target), createTargetWorker(target, services));
      }
    },
    wake() {
      for (const worker of workers.values()) worker.wake();
    },
    async settled() {
      await Promise.all([...workers.values()].map((worker) => worker.settled()));
    },
  };
}

/** Polling, every few seconds: nothing depends on a notification arriving. */
function createPoll(
  { db, log, now }: EngineContext,
  timings: OutboxTimings,
  workers: TargetWorkers,
): () => Promise<void> {
  const clock = createClockWatch(now);
  return async () => {
    try {
      if (clock.wentBack()) await clock.bringForward(db);
      const given = await giveUpOld(db, now(), timings);
      if (given > 0) log.error({ alert: "deliveries_dead", count: given }, "deliveries were given up as too old");
      workers.use(await db.asServer(listTargets));
      workers.wake();
    } catch (error) {
      log.error({ err: error }, "the outbox could not poll its table");
    }
  };
}

type Delivering = { deliver: WorkerServices["deliver"]; close: () => void };

function createDelivery(
  { settings, now, traces }: EngineContext,
  timings: OutboxTimings,
  { deliverMail, composeMail }: OutboxOptions,
): Delivering {
  const client = createWebhookClient();
  const transport = createMailTransport(settings.mail, deliverMail);
  const options = { client, now, userAgent: `${settings.site.slug}-webhooks`, timeoutMs: timings.answerTimeoutMs };
  const deliverWebhook = createWebhookDelivery({ ...options, secrets: settings.webhooks.secrets });
  const deliverText = createTextDelivery(
    createWebhookDelivery({ ...options, secrets: settings.auth.sendSms?.secrets ?? [] }),
    now,
  );
  const deliverTo = (target: DeliveryTarget & { kind: "webhook" }) =>
    target.topic === sendSmsTopic ? deliverText : deliverWebhook;
  const deliver: WorkerServices["deliver"] = (target, delivery, signal) =>
    target.kind === "webhook"
      ? deliverTo(target)(target.url, delivery, signal)
      : sendMail(delivery, composeMail, transport, signal);
  return {
    deliver: (target, delivery, signal) =>
      traces.resume(delivery.traceparent, describeTry(target, delivery), async (span) => {
        const outcome = await deliver(target, { ...delivery, traceparent: span.traceparent ?? null }, signal);
        const status = "status" in outcome ? (outcome.status ?? undefined) : undefined;
        span.set({ "site.delivery.outcome": outcome.kind, "http.response.status_code": status });
        return outcome;
      }),
    close() {
      client.close();
      transport.close();
    },
  };
}

/** What is tried, without to whom. */
function describeTry({ kind }: DeliveryTarget, { id, event, attempts }: Delivery): SpanOptions {
  const attributes = { "messaging.message.id": id, "site.delivery.event": event, "site.delivery.attempts": attempts };
  return { name: `deliver ${kind}`, kind: "producer", attributes };
}

async function sendMail(
  { id, body }: Delivery,
  composeMail: ComposeMail,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const message = composeMail(id, body);
  if (!message.ok) return { kind: "unsendable", error: message.problem };
  return transport.send(message.value, signal);
}
