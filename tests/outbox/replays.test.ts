import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";

import { listOpenDeliveries, listReceivers } from "#engine/outbox/open-deliveries.ts";
import { replayDeliveries, type ReplayTarget } from "#engine/outbox/replay-deliveries.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";

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
const secret = newSecret();

const contextOf = (...urls: string[]) => outboxContext(db, { leadUrls: urls, secrets: [secret] });

function replay(target: ReplayTarget) {
  return db.asServer((tx) => replayDeliveries(tx, target, { now: new Date(), actor: null }));
}

const replayed = (count: number) => ({ ok: true, value: count });
const refused = (problem: string) => ({ ok: false, problem });

async function countOfAudit(): Promise<number> {
  const { rows } = await db.inspect("select 1 from private.audit_log where action like 'deliver%'");
  return rows.length;
}

/** One event that its receiver refused ten times. @returns its id */
async function makeDead(): Promise<string> {
  receiver.behave(reply(422));
  await queueLeadEvents(db, 1);
  await eventually(() => allHave(db, "dead"), "the tenth refusal");
  const [delivery] = await readDeliveries(db);
  return delivery!.id;
}

describe("An event that gave up", () => {
  test("arrives once when it is replayed ten times at once, signed, with the id and the body of its first try", async () => {
    const outbox = await startTestOutbox(contextOf(receiver.url()));
    const id = await makeDead();
    const [first] = receiver.received;
    receiver.behave(reply(200));

    const answers = await Promise.all(Array.from({ length: 10 }, () => replay({ delivery: id })));
    await outbox.drain();

    expect(answers.filter(({ ok }) => ok)).toEqual([replayed(1)]);
    const accepted = receiver.received.filter(({ answered }) => answered === 200);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]).toMatchObject({ id, body: first!.body });
    const { headers, body } = accepted[0]!;
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(await countOfAudit()).toBe(1);
  });

  test("is refused once it has arrived, and nothing is sent", async () => {
    const outbox = await startTestOutbox(contextOf(receiver.url()));
    const id = await makeDead();
    receiver.behave(reply(200));
    await replay({ delivery: id });
    await outbox.drain();
    const count = receiver.received.length;

    expect(await replay({ delivery: id })).toEqual(refused("already_delivered"));
    await outbox.drain();
    expect(receiver.received).toHaveLength(count);
  });

  test("has its ten tries and three days again", async () => {
    const outbox = await startTestOutbox(contextOf(receiver.url()));
    const id = await makeDead();
    await db.inspect("update private.deliveries set created_at = now() - interval '80 hours'");
    expect(await replay({ delivery: id })).toEqual(replayed(1));
    await eventually(() => allHave(db, "dead"), "ten more refusals");
    await outbox.drain();
    expect(receiver.received).toHaveLength(20);
    expect(new Set(receiver.received.map(({ id: sent }) => sent))).toEqual(new Set([id]));
  });

  test("goes to a receiver that had said that it is gone, since a person decided so", async () => {
    const outbox = await startTestOutbox(contextOf(receiver.url()));
    receiver.behave(reply(410));
    await queueLeadEvents(db, 1);
    await eventually(() => allHave(db, "dead"), "the receiver that is gone");
    expect(await db.asServer(listReceivers)).toMatchObject([{ dead: 1, disabled: "gone" }, { name: "mail" }]);

    receiver.behave(reply(200));
    const [delivery] = await readDeliveries(db);
    expect(await replay({ delivery: delivery!.id })).toEqual(replayed(1));
    await outbox.drain();
    expect(await allHave(db, "delivered")).toBe(true);
  });

  test("stays given up while the configuration does not name its receiver", async () => {
    await startTestOutbox(contextOf(receiver.url()));
    const id = await makeDead();
    await stopAll();
    await registerReceivers(db, contextOf().settings, new Date());
    const { rows } = await db.inspect<{ id: string }>("select id from private.receivers where topic = 'lead'");

    expect(await replay({ delivery: id })).toEqual(refused("receiver_not_configured"));
    expect(await replay({ receiver: rows[0]!.id })).toEqual(refused("receiver_not_configured"));
    expect(await replay("all")).toEqual(refused("nothing_to_replay"));
    expect(await allHave(db, "dead")).toBe(true);
    expect(await countOfAudit()).toBe(0);
  });
});

describe("What waits", () => {
  test("for its next try is tried now, and once", async () => {
    receiver.behave(reply(422));
    const outbox = await startTestOutbox(contextOf(receiver.url()), { timings: { retryDelaysMs: [3_600_000] } });
    await queueLeadEvents(db, 1);
    await eventually(async () => (await readDeliveries(db))[0]?.attempts === 1, "the first refusal");
    const [delivery] = await readDeliveries(db);
    receiver.behave(reply(200));

    const answers = await Promise.all([1, 2, 3].map(() => replay({ delivery: delivery!.id })));
    await outbox.drain();
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(receiver.received.map(({ answered }) => answered)).toEqual([422, 200]);
  });

  test("for a receiver that asked for a day of rest is tried now", async () => {
    receiver.behave(reply(503, { "retry-after": "86400" }));
    const outbox = await startTestOutbox(contextOf(receiver.url()));
    await queueLeadEvents(db, 1);
    await eventually(async () => (await readDeliveries(db))[0]?.last_status === 503, "the pause");
    const [open] = await db.asServer(listOpenDeliveries);
    receiver.behave(reply(200));

    expect(await replay({ delivery: open!.id })).toEqual(replayed(1));
    await outbox.drain();
    expect(await allHave(db, "delivered")).toBe(true);
  });

  test("and is due, or on its way, is left alone", async () => {
    await registerReceivers(db, contextOf(receiver.url()).settings, new Date());
    await queueLeadEvents(db, 1);
    const [delivery] = await readDeliveries(db);
    expect(await replay({ delivery: delivery!.id })).toEqual(refused("already_on_its_way"));
    await db.inspect(
      "update private.deliveries set attempts = 1, next_try_at = now() + interval '1 hour', leased_until = now() + interval '10 s'",
    );
    expect(await replay({ delivery: delivery!.id })).toEqual(refused("already_on_its_way"));
  });
});

describe("All of a receiver", () => {
  test("is replayed by one call, and none of another receiver; concurrent calls deliver each once", async () => {
    const other = await startChaosReceiver(reply(422));
    try {
      receiver.behave(reply(422));
      const outbox = await startTestOutbox(contextOf(receiver.url(), other.url()));
      await queueLeadEvents(db, 25);
      await eventually(() => allHave(db, "dead"), "fifty dead deliveries");
      receiver.behave(reply(200));
      const { rows } = await db.inspect<{ id: string }>("select id from private.receivers where url = $1", [
        receiver.url(),
      ]);

      const answers = await Promise.all([1, 2, 3].map(() => replay({ receiver: rows[0]!.id })));
      await outbox.drain();
      expect(answers.filter(({ ok }) => ok)).toEqual([replayed(25)]);
      expect(receiver.received.filter(({ answered }) => answered === 200)).toHaveLength(25);
      expect(other.received).toHaveLength(250);
      expect(await countOfAudit()).toBe(1);
    } finally {
      await stopAll();
      await other.close();
    }
  });

  test("leaves what has nothing left to say; mails and unknown receivers are told apart", async () => {
    await registerReceivers(db, contextOf(receiver.url()).settings, new Date());
    await db.inspect(
      `insert into private.deliveries (kind, event, body, status)
       values ('mail', 'mail.recovery', '{}', 'dead'), ('mail', 'mail.recovery', '{"to": "a@b.example"}', 'dead')`,
    );
    expect(await replay({ receiver: "mail" })).toEqual(replayed(1));
    expect(await replay({ receiver: "mail" })).toEqual(refused("nothing_to_replay"));
    expect(await replay({ receiver: "00000000-0000-4000-8000-000000000000" })).toEqual(refused("unknown_receiver"));
    expect(await replay({ delivery: "00000000-0000-4000-8000-000000000000" })).toEqual(refused("unknown_delivery"));
    expect((await readDeliveries(db)).map(({ status }) => status).toSorted()).toEqual(["dead", "waiting"]);
  });
});

test("A lead whose event is replayed has one event still", async () => {
  const outbox = await startTestOutbox(contextOf(receiver.url()));
  receiver.behave(reply(422));
  await db.asServer((tx) =>
    tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb))", [
      JSON.stringify({
        idempotency_key: crypto.randomUUID(),
        form: "secretariat",
        email: "a@b.example",
        contact: {},
        answers: {},
      }),
    ]),
  );
  await eventually(async () => (await readDeliveries(db)).some(({ status }) => status === "dead"), "the refusal");
  const [open] = await db.asServer(listOpenDeliveries);
  receiver.behave(reply(200));
  expect(await replay({ delivery: open!.id })).toEqual(replayed(1));
  await outbox.drain();

  const events = (await readDeliveries(db)).filter(({ kind }) => kind === "webhook");
  expect(events).toMatchObject([{ id: open!.id, status: "delivered", attempts: 1 }]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test("What is listed names a receiver by its host, which holds no secret, and alike ones by a number", async () => {
  const urls = [
    "https://u:p@hook.example/secret-1",
    "https://hook.example/secret-2",
    "https://other.example/x?token=1",
  ];
  await registerReceivers(db, contextOf(...urls).settings, new Date());
  await queueLeadEvents(db, 1);
  await db.inspect("update private.deliveries set status = 'dead', last_error = 'http_422', attempts = 10");
  const { rows } = await db.asServer((tx) =>
    tx.query<{ host: string; number: number | null; dead_count: number }>(
      "select host, number, dead_count from private.delivery_receivers() where topic = 'lead' order by host, number",
    ),
  );
  expect(rows).toEqual([
    { host: "hook.example", number: 1, dead_count: 1 },
    { host: "hook.example", number: 2, dead_count: 1 },
    { host: "other.example", number: null, dead_count: 1 },
  ]);
  const listed = await db.asServer(async (tx) => ({
    all: (await tx.query("select * from private.open_deliveries()")).rows,
    command: [await listOpenDeliveries(tx), await listReceivers(tx)],
  }));
  expect(JSON.stringify(listed)).not.toMatch(/secret-|token=|u:p|"number":1,.*questionnaire.*body/);
});
