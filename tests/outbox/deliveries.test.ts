import { setTimeout as sleep } from "node:timers/promises";

import pino from "pino";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { createClockWatch } from "#engine/outbox/clock-watch.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { replayDeliveries } from "#engine/outbox/replay-deliveries.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";

import {
  allHave,
  eventually,
  openOutboxForFile,
  outboxContext,
  queueLeadEvents,
  readDeliveries,
  startTestOutbox,
  stopAll,
} from "./outbox-support.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { reply, startChaosReceiver } from "./chaos-receiver.ts";

const { db, receiver } = await openOutboxForFile();

test("An event that commits is posted as JSON, signed for the published library, and recorded", async () => {
  const secret = newSecret();
  await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url("/lead")], secrets: [secret] }));
  await queueLeadEvents(db, 1);
  await receiver.until(() => receiver.received.length === 1);
  await eventually(() => allHave(db, "delivered"), "the record");

  const [received] = receiver.received;
  const [delivery] = await readDeliveries(db);
  expect(received).toMatchObject({ path: "/lead", id: delivery?.id });
  expect(received?.headers["content-type"]).toBe("application/json");
  expect(new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>)).toEqual(
    delivery?.body,
  );
  expect(delivery).toMatchObject({ attempts: 1, last_status: 200, last_error: null, leased_by: null });
});

test("Signatures hold for the old and the new secret while one replaces the other, and for nothing that was changed", async () => {
  const [old, fresh] = [newSecret(), newSecret()];
  await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()], secrets: [fresh, old] }));
  await queueLeadEvents(db, 20);
  await receiver.until(() => receiver.received.length === 20);

  for (const { headers, body } of receiver.received) {
    const sent = headers as Record<string, string>;
    for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, sent)).not.toThrow();
    const late = String(Number(sent["webhook-timestamp"]) - 301);
    expect(() => new Webhook(newSecret()).verify(body, sent)).toThrow("No matching signature");
    expect(() => new Webhook(old).verify(`${body} `, sent)).toThrow("No matching signature");
    expect(() => new Webhook(old).verify(body, { ...sent, "webhook-id": "another" })).toThrow("No matching signature");
    expect(() => new Webhook(old).verify(body, { ...sent, "webhook-timestamp": late })).toThrow("too old");
  }
});

/** Source: promise R-05; half an hour is 18 s by the schedule of tests. */
const eventsOfOutage = atDepth(200, 10_000);
const outageMs = atDepth(0, 18_000);

test(`While a receiver is down ${eventsOfOutage} events wait, one at a time asks for it, and all arrive once when it is back`, async () => {
  const downAt = performance.now();
  receiver.behave(reply(503));
  await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()] }));
  const ids = (await queueLeadEvents(db, eventsOfOutage)).get(receiver.url());
  await receiver.until(() => receiver.received.length >= 12 && performance.now() - downAt >= outageMs);

  const probed = new Set(receiver.received.map(({ id }) => id));
  expect(probed.size, "each probe is another event").toBe(receiver.received.length);
  const gaps = receiver.received.slice(1).map(({ at }, index) => at - receiver.received[index]!.at);
  expect(Math.max(...gaps), "a hundredth of 30 s, with room for a busy machine").toBeLessThan(1000);

  const backAt = performance.now();
  receiver.behave(reply(200));
  await receiver.until(() => receiver.received.filter(({ answered }) => answered === 200).length >= eventsOfOutage);
  const drainedMs = performance.now() - backAt;
  await eventually(() => allHave(db, "delivered"), "the record of each");
  const accepted = receiver.received.filter(({ answered }) => answered === 200).map(({ id }) => id);
  console.log(
    `R-05: ${accepted.length} events of ${eventsOfOutage}, ${accepted.length - new Set(accepted).size} twice, ` +
      `${probed.size} probes, drained ${(drainedMs / 1000).toFixed(1)} s after the return`,
  );
  expect(accepted.toSorted()).toEqual(ids?.toSorted());
  expect(drainedMs).toBeLessThan(atDepth(Infinity, 60_000));
}, 180_000);

test("An endpoint that hangs delays no other", async () => {
  const hanging = await startChaosReceiver(() => {});
  try {
    await startTestOutbox(outboxContext(db, { leadUrls: [hanging.url(), receiver.url()] }));
    for (let round = 1; round <= 5; round++) {
      const queuedAt = performance.now();
      await queueLeadEvents(db, 4);
      await receiver.until(() => receiver.received.length === 4 * round);
      expect(performance.now() - queuedAt).toBeLessThan(2000);
    }
    await hanging.until(() => hanging.received.length > 0);
  } finally {
    await stopAll();
    await hanging.close();
  }
});

test("An event that its receiver refuses is tried 10 times alone, then shown as dead, and goes again when replayed", async () => {
  const refused = new Set<string>();
  receiver.behave((response, received, request) => {
    if (refused.size === 0) refused.add(received.id);
    reply(refused.has(received.id) ? 422 : 200)(response, received, request);
  });
  const outbox = await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()] }));
  await queueLeadEvents(db, 30);
  const [refusedId] = await eventuallyDead(db);

  const tries = receiver.received.filter(({ id }) => id === refusedId);
  expect(tries).toHaveLength(10);
  const others = (await readDeliveries(db)).filter(({ id }) => id !== refusedId);
  expect(others.every(({ status, attempts }) => status === "delivered" && attempts === 1)).toBe(true);
  expect(receiver.received.indexOf(tries[9]!), "the others did not wait for it").toBeGreaterThan(29);

  receiver.behave(reply(200));
  const replay = { now: new Date(), actor: null };
  const replayed = await db.asServer((tx) => replayDeliveries(tx, { delivery: refusedId! }, replay));
  expect(replayed).toEqual({ ok: true, value: 1 });
  await outbox.drain();
  expect(await allHave(db, "delivered")).toBe(true);
  expect(receiver.received.at(-1)?.id).toBe(refusedId);
  const { rows } = await db.inspect("select detail ->> 'delivery' as delivery from private.audit_log");
  expect(rows).toEqual([{ delivery: refusedId }]);
});

test("While many leads come the table is looked at a few times a second, not for each", async () => {
  const lookAgainMs = 200;
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  let looks = 0;
  const asServer: typeof db.asServer = (...work) => {
    looks += 1;
    return db.asServer(...work);
  };
  // No receiver takes them: beside the looks there is nothing to do.
  receiver.behave(reply(503));
  const timings = { pollMs: 60_000, longestProbeMs: 600_000, lookAgainMs };
  await startTestOutbox({ ...context, db: { ...db, asServer } }, { timings });
  await queueLeadEvents(db, 1);
  await receiver.until(() => receiver.received.length === 1);
  await sleep(300);

  looks = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 1000) {
    await queueLeadEvents(db, 1);
    await sleep(5);
  }
  const targets = 2; // mail, and the receiver
  expect(looks).toBeGreaterThanOrEqual(targets);
  expect(looks).toBeLessThanOrEqual(targets * ((performance.now() - startedAt) / lookAgainMs + 2));
});

async function eventuallyDead(database: TestDatabase): Promise<string[]> {
  const dead = async () => (await readDeliveries(database)).filter(({ status }) => status === "dead");
  await eventually(async () => (await dead()).length > 0, "a dead delivery");
  return (await dead()).map(({ id }) => id);
}

test("Nothing is tried for longer than three days", async () => {
  let now = new Date();
  const context = outboxContext(db, { leadUrls: [receiver.url()], now: () => now });
  receiver.behave(reply(500));
  await startTestOutbox(context);
  await queueLeadEvents(db, 3);
  await receiver.until(() => receiver.received.length >= 1);

  now = new Date(now.getTime() + 72 * 3600 * 1000 + 60_000);
  receiver.behave(reply(200));
  await eventually(() => allHave(db, "dead"), "three dead deliveries");
  expect(receiver.received.every(({ answered }) => answered === 500)).toBe(true);
});

test("A stop waits for the answer that is coming, gives the rest back, and another worker goes on", async () => {
  const answers: (() => void)[] = [];
  receiver.behave((response, received, request) => void answers.push(() => reply(200)(response, received, request)));
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  const outbox = await startTestOutbox(context);
  await queueLeadEvents(db, 8);
  await receiver.until(() => receiver.received.length === 1);

  const stopped = outbox.stop();
  answers[0]?.();
  await stopped;
  expect(outbox.isRunning()).toBe(false);
  const left = await readDeliveries(db);
  expect(left.filter(({ status }) => status === "delivered")).toHaveLength(1);
  expect(left.every(({ leased_by }) => leased_by === null)).toBe(true);

  receiver.behave(reply(200));
  await startTestOutbox(context);
  await eventually(() => allHave(db, "delivered"), "the rest");
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
});

test("A stop gives up an answer that does not come, and counts no try", async () => {
  receiver.behave(() => {});
  const outbox = await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()] }), {
    timings: { answerTimeoutMs: 60_000, stopGraceMs: 100 },
  });
  await queueLeadEvents(db, 2);
  await receiver.until(() => receiver.received.length === 1);
  await outbox.stop();

  const left = await readDeliveries(db);
  expect(left.every(({ status, attempts, leased_by }) => status === "waiting" && attempts === 0 && !leased_by)).toBe(
    true,
  );
});

test("Two workers on one queue send each event once", async () => {
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  await Promise.all([startTestOutbox(context), startTestOutbox(context), startTestOutbox(context)]);
  await queueLeadEvents(db, 300);
  await eventually(() => allHave(db, "delivered"), "300 deliveries");
  expect(receiver.received).toHaveLength(300);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(300);
});

test("What a worker leased and never renewed is taken up by another", async () => {
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  await registerReceivers(db, context.settings, new Date());
  await queueLeadEvents(db, 3);
  await db.inspect("update private.deliveries set leased_by = 'a dead worker', leased_until = now() + interval '1 s'");
  const startedAt = performance.now();
  await startTestOutbox(context);
  await eventually(() => allHave(db, "delivered"), "the leases to run out");
  expect(performance.now() - startedAt).toBeGreaterThan(500);
});

test("A lease given before the clock went back an hour does not block other workers", async () => {
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  await registerReceivers(db, context.settings, new Date());
  await queueLeadEvents(db, 3);
  await db.inspect("update private.deliveries set leased_by = 'a dead worker', leased_until = now() + interval '1 h'");
  await startTestOutbox(context);
  await eventually(() => allHave(db, "delivered"), "the deliveries");
  expect(receiver.received).toHaveLength(3);
});

test("What was to be tried later goes within a minute once the clock went back, not an hour later", async () => {
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  await registerReceivers(db, context.settings, new Date());
  await queueLeadEvents(db, 50);
  await db.inspect("update private.deliveries set attempts = 1, next_try_at = now() + interval '1 h'");
  await db.inspect("update private.receivers set paused_until = now() + interval '1 h', failure_count = 3");
  await createClockWatch(context.now).bringForward(db);

  const waits = (await readDeliveries(db)).map(({ next_try_at }) => next_try_at.getTime() - Date.now());
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(Math.max(...waits) - Math.min(...waits), "spread, not a burst").toBeGreaterThan(20_000);
  const { rows } = await db.inspect("select 1 from private.receivers where paused_until > now()");
  expect(rows).toEqual([]);
});

test("A form that is stored reaches every lead receiver with its fields", async () => {
  const other = await startChaosReceiver();
  try {
    await startTestOutbox(
      outboxContext(db, { leadUrls: [receiver.url(), other.url()], signInUrls: [receiver.url("/in")] }),
    );
    await db.asCaller({ role: "anon", claims: { role: "anon" } }, {}, (tx) =>
      tx.query(
        `select public.create_lead_without_auth(email_param => 'claire@exemple.fr', funnel_origin_param => 'secretariat',
           first_name_param => 'Claire', business_hours_param => array['24h'])`,
      ),
    );
    await Promise.all([receiver, other].map((each) => each.until(() => each.received.length === 1)));
    const sent = [receiver, other].map((each) => JSON.parse(each.received[0]!.body) as Record<string, unknown>);
    expect(sent[0]).toMatchObject({
      email: "claire@exemple.fr",
      firstName: "Claire",
      funnel: "secretariat",
      businessHours: ["24h"],
    });
    expect(sent[1]).toEqual(sent[0]);
  } finally {
    await stopAll();
    await other.close();
  }
});

test("Logs carry ids and codes: no body, no address, no answer", async () => {
  const lines: string[] = [];
  const context = outboxContext(db, { leadUrls: [receiver.url("/hook?token=marker-url")] });
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  receiver.behave(reply(500, { "retry-after": "0" }, "marker-answer"));
  const outbox = await startTestOutbox({ ...context, log });
  await db.inspect(
    `insert into private.deliveries (kind, receiver_id, event, body)
     select 'webhook', id, 'questionnaire.submitted', '{"email": "marker-body@example.fr"}' from private.receivers
     where topic = 'lead' and disabled_at is null`,
  );
  await outbox.drain();
  receiver.behave(reply(410, {}, "marker-answer"));
  await eventually(() => allHave(db, "dead"), "the receiver to be gone");
  await outbox.stop();

  expect(lines.some((line) => line.includes("http_500"))).toBe(true);
  expect(lines.join("")).not.toContain("marker");
  expect(lines.some((line) => line.includes("receiver_gone"))).toBe(true);
});
