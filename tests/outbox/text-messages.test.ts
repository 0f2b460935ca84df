import { randomBytes, randomUUID } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { queueTextMessage } from "#engine/outbox/queue-text-message.ts";

import { reply } from "./chaos-receiver.ts";
import {
  allHave,
  eventually,
  openOutboxForFile,
  outboxContext,
  readDeliveries,
  startTestOutbox,
} from "./outbox-support.ts";

const standard = `whsec_${randomBytes(24).toString("base64")}`;

const { db, receiver: hook } = await openOutboxForFile();

/** A secret as Supabase writes it. */
const startHooked = () =>
  startTestOutbox(outboxContext(db, { sendSms: { uri: hook.url("/sms"), secrets: [`v1,${standard}`] } }));

async function queueCode(lifeMs = 600_000) {
  const metadata = { uuid: randomUUID(), time: new Date().toISOString(), name: "send-sms" };
  const body = {
    metadata,
    user: { id: randomUUID(), phone: "33639984107" },
    sms: { otp: "123456", phone: "33639984107" },
  };
  await db.asServer((tx) => queueTextMessage(tx, { body, expiresAt: new Date(Date.now() + lifeMs) }));
  return body;
}

test("A code for a phone reaches the hook, signed with its own secret, and nothing else goes with it", async () => {
  await startHooked();
  const body = await queueCode();
  await eventually(() => allHave(db, "delivered"), "the hook has its code");
  const [received, ...others] = hook.received;
  expect(others).toEqual([]);
  expect(JSON.parse(received!.body)).toEqual(body);
  expect(() => new Webhook(standard).verify(received!.body, received!.headers as Record<string, string>)).not.toThrow();
});

test("A hook that fails is asked again until it takes the code, under the same id", async () => {
  hook.behave(reply(503));
  await startHooked();
  await queueCode();
  await eventually(() => Promise.resolve(hook.received.length >= 2), "a second try");
  hook.behave(reply(200));
  await eventually(() => allHave(db, "delivered"), "the hook has its code");
  expect(new Set(hook.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("A code that opens nothing any more is not sent", async () => {
  await startHooked();
  await queueCode(-1);
  await eventually(() => allHave(db, "dead"), "the code is given up");
  expect(hook.received).toEqual([]);
  expect((await readDeliveries(db))[0]).toMatchObject({ last_error: "expired" });
});

test("Without a hook no code is queued", async () => {
  await startTestOutbox(outboxContext(db));
  await queueCode();
  expect(await readDeliveries(db)).toEqual([]);
});
