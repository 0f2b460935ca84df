import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

import { beforeEach, expect, test, vi } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { headerLines, send, visitorAddress } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { secretariat } from "#tests/leads/sending.ts";

const { db, server } = await serveTests({
  WEBHOOK_LEAD_URL: "https://un.example,https://deux.example",
  WEBHOOK_SECRET: `whsec_${"a".repeat(32)}`,
});

beforeEach(async () => {
  await db.reset();
  await registerReceivers(db, server.context.settings, new Date());
});

const path = "/rest/v1/rpc/create_lead_without_auth";
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const submit = (key: string, index = 0, email = secretariat.email_param) =>
  send(server.port, "POST", path, {
    from: visitorAddress(index),
    headers: { apikey: server.context.settings.publishableKey },
    body: { ...secretariat, email_param: email, idempotency_key_param: key },
  });

/** Where the machine is busy elsewhere the door refuses a part of a burst (decision 0047): those come again, as from the queue. */
async function asTheQueueDoes(submitOnce: () => ReturnType<typeof submit>): ReturnType<typeof submit> {
  const answer = await submitOnce();
  if (answer.status !== 503) return answer;
  await setTimeout(Number(answer.headers.get("retry-after")) * 1000);
  return asTheQueueDoes(submitOnce);
}

async function counts() {
  const { rows } = await db.inspect(
    `select (select count(*)::int from public.user_profiles) as profiles, (select count(*)::int from public.leads) as leads,
            (select count(*)::int from private.submissions) as submissions,
            (select count(*)::int from private.deliveries where event = 'questionnaire.submitted') as events`,
  );
  return rows[0];
}

test("100 submissions at the same moment with one key are one lead and one event per receiver, and all read the same", async () => {
  const key = randomUUID();
  const answers = await times(100, (index) => asTheQueueDoes(() => submit(key, index)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
    new Set([`200 ${JSON.stringify({ accepted: true, reference: key })}`]),
  );
  expect(await counts()).toEqual({ profiles: 1, leads: 1, submissions: 1, events: 2 });
});

test("A key that is counted once opens no way around the limit of a mailbox", async () => {
  await times(10, (index) => submit(randomUUID(), index));
  const fresh = randomUUID();
  const refused = await times(20, (index) => submit(fresh, index));
  expect(refused.filter(({ status }) => status !== 429)).toEqual([]);

  const counted = randomUUID();
  const dedupeKey = { purpose: "submission", subject: `${counted}\nautre@exemple.example` };
  await server.context.limits.consumeAll([], async () => ({ tokens: [], dedupeKey }));
  expect((await submit(counted)).status).toBe(429);
  expect(await counts()).toMatchObject({ leads: 1, submissions: 10 });
});

test("100 different people at the same moment are 100 leads", async () => {
  const answers = await times(100, (index) => {
    const key = randomUUID();
    return asTheQueueDoes(() => submit(key, index, `p${index}@exemple.example`));
  });
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await counts()).toEqual({ profiles: 100, leads: 100, submissions: 100, events: 200 });
});

test("10 calls for one's profile at the same moment are one profile", async () => {
  const { userId, token } = await signIn(server.context, db);
  const answers = await times(10, () =>
    send(server.port, "POST", "/rest/v1/rpc/create_profile_if_not_exists", {
      headers: { apikey: server.context.settings.publishableKey, authorization: `Bearer ${token}` },
      body: { user_id_param: userId, registration_path_param: "/inscription-secretariat" },
    }),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await counts()).toMatchObject({ profiles: 1, leads: 1 });
});

/** Sends this much of the request, then breaks the connection without reading anything. */
async function sendAndVanish(key: string, email: string, share: number): Promise<void> {
  const payload = JSON.stringify({ ...secretariat, email_param: email, idempotency_key_param: key });
  const head = headerLines([
    ["host", "localhost:3000"],
    ["apikey", server.context.settings.publishableKey],
    ["content-type", "application/json"],
    ["content-length", String(Buffer.byteLength(payload))],
  ]);
  const request = Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${payload}`);
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(request.subarray(0, Math.ceil(request.length * share)), resolve));
  socket.resetAndDestroy();
  await once(socket, "close");
}

test("A connection that is cut and a retry with the same key are one lead, whatever the point, 40 times of 40", async () => {
  const cuts = 40;
  const failuresBefore = server.failures.length;
  for (let cut = 0; cut < cuts; cut += 1) {
    const [key, email] = [randomUUID(), `coupe-${cut}@exemple.example`];
    // Every other request is complete: it may be at work when the retry comes.
    await sendAndVanish(key, email, cut % 2 ? 1 : cut / cuts);
    expect((await submit(key, cut, email)).status).toBe(200);
  }
  // What was at work when its visitor left ends by itself.
  await vi.waitFor(async () =>
    expect(await counts()).toEqual({ profiles: cuts, leads: cuts, submissions: cuts, events: cuts * 2 }),
  );
  expect(server.failures.slice(failuresBefore)).toEqual([]);
});
