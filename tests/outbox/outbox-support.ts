import { randomUUID } from "node:crypto";

import { afterAll, afterEach } from "vitest";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { createMailComposer } from "#server/mail/mail-composer.ts";
import { startOutbox, type Outbox, type OutboxOptions } from "#engine/outbox/outbox.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile, type TestDatabase } from "#tests/support/database.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";

import { type ChaosReceiver, reply, startChaosReceiver } from "./chaos-receiver.ts";
import { receiversOf } from "#tests/support/receivers.ts";

/** The real schedule, a hundred times faster; a lease still outlives a slow machine's pauses. */
export const fast = {
  leaseMs: 3000,
  pollMs: 50,
  lookAgainMs: 2,
  answerTimeoutMs: 1000,
  longestProbeMs: 100,
  retryDelaysMs: [20, 20, 20, 20, 20, 20, 20, 20, 20],
  stopGraceMs: 1000,
};

type ContextOptions = {
  leadUrls?: string[];
  signInUrls?: string[];
  secrets?: string[];
  /** No hook without it: the demonstration's own server does not run here. */
  sendSms?: { uri: string; secrets: string[] };
  now?: () => Date;
};

export function outboxContext(db: TestDatabase, options: ContextOptions = {}): ServerContext {
  const context = createTestContext({ db, ...(options.now && { now: options.now }) });
  const { leadUrls = [], signInUrls = [], secrets = [newSecret()], sendSms } = options;
  const auth = { ...context.settings.auth, sendSms };
  return {
    ...context,
    settings: { ...context.settings, auth, webhooks: { receivers: receiversOf({ leadUrls, signInUrls }), secrets } },
  };
}

/** Outboxes that a test started, stopped by `stopAll` whatever the test did. */
const running = new Set<Outbox>();

export async function startTestOutbox(context: ServerContext, options: Partial<OutboxOptions> = {}): Promise<Outbox> {
  const outbox = await startOutbox(context, {
    composeMail: createMailComposer(context, drawLetter),
    ...options,
    timings: { ...fast, ...options.timings },
  });
  running.add(outbox);
  return outbox;
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((outbox) => outbox.stop()));
  running.clear();
}

/**
 * A database and a receiver for the tests of the file that asks: after each no outbox runs, nothing is left in the queue,
 * and the receiver has forgotten all and answers 200.
 */
export async function openOutboxForFile(): Promise<{ db: TestDatabase; receiver: ChaosReceiver }> {
  const db = await openDatabaseForFile();
  const receiver = await startChaosReceiver();
  afterEach(async () => {
    await stopAll();
    await db.reset();
    receiver.received.length = 0;
    receiver.behave(reply(200));
  });
  afterAll(() => receiver.close());
  return { db, receiver };
}

/** Puts events in the queue of every lead receiver, as a submission does. @returns their ids by receiver address */
export async function queueLeadEvents(db: TestDatabase, count: number): Promise<Map<string, string[]>> {
  const { rows } = await db.inspect<{ id: string; url: string }>(
    `with queued as (
       insert into private.deliveries (id, kind, receiver_id, event, body)
       select gen_random_uuid(), 'webhook', receiver.id, 'questionnaire.submitted',
              jsonb_build_object('event', 'questionnaire.submitted', 'reference', $2::text, 'number', number)
       from generate_series(1, $1) as number, private.receivers as receiver
       where receiver.topic = 'lead' and receiver.disabled_at is null
       returning id, receiver_id
     ), told as (select pg_notify('deliveries', ''))
     select queued.id, receiver.url from queued join private.receivers as receiver on receiver.id = receiver_id, told`,
    [count, randomUUID()],
  );
  const ids = new Map<string, string[]>();
  for (const { id, url } of rows) ids.set(url, [...(ids.get(url) ?? []), id]);
  return ids;
}

export type DeliveryRow = {
  id: string;
  kind: "webhook" | "mail";
  status: "waiting" | "delivered" | "dead";
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
  leased_by: string | null;
  next_try_at: Date;
  body: Record<string, unknown>;
};

export async function readDeliveries(db: TestDatabase): Promise<DeliveryRow[]> {
  const { rows } = await db.inspect<DeliveryRow>("select * from private.deliveries order by created_at, id");
  return rows;
}

/** Asks again and again, since what is waited for is a row another connection writes. */
export async function eventually(check: () => Promise<boolean>, whatFor: string): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > endsAt) throw new Error(`Waited in vain for: ${whatFor}.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

export async function allHave(db: TestDatabase, status: DeliveryRow["status"]): Promise<boolean> {
  const deliveries = await readDeliveries(db);
  return deliveries.every((delivery) => delivery.status === status);
}
