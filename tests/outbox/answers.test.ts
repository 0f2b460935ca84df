import { createServer, type AddressInfo } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  allHave,
  eventually,
  fast,
  outboxContext,
  queueLeadEvents,
  readDeliveries,
  startTestOutbox,
  stopAll,
} from "./outbox-support.ts";
import { makeSelfSigned } from "./self-signed.ts";
import { reply, startChaosReceiver, type Behaviour, type ChaosReceiver } from "./chaos-receiver.ts";

const db = await openDatabaseForFile();
const receivers: ChaosReceiver[] = [];

async function receiverThat(behaviour: Behaviour, tls?: { key: string; cert: string }): Promise<ChaosReceiver> {
  const receiver = await startChaosReceiver(behaviour, tls);
  receivers.push(receiver);
  return receiver;
}

afterEach(async () => {
  await stopAll();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await db.reset();
});

/** One event to one address. @returns its row once it was tried */
async function tryOnce(url: string) {
  // Nothing after the first answer: the probes of this endpoint come much later.
  await startTestOutbox(outboxContext(db, { leadUrls: [url] }), { timings: { longestProbeMs: 600_000 } });
  await queueLeadEvents(db, 1);
  await eventually(async () => {
    const [delivery] = await readDeliveries(db);
    return delivery?.status !== "waiting" || delivery.last_error !== null;
  }, "the first try");
  const [delivery] = await readDeliveries(db);
  return delivery!;
}

async function readReceiver() {
  const { rows } = await db.inspect<{ disabled_reason: string | null; paused_until: Date | null }>(
    "select disabled_reason, paused_until from private.receivers where topic = 'lead'",
  );
  return rows[0]!;
}

/** The limits of the real schedule, divided by 15: an answer has one second. */
const lateMs = (14 / 15) * fast.answerTimeoutMs * 0.8;

describe("What counts as delivered is the status line", () => {
  test("2xx just before the limit", async () => {
    const receiver = await receiverThat((...given) => void setTimeout(() => reply(204)(...given), lateMs));
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "delivered", last_status: 204 });
  });

  test("2xx whose body breaks off", async () => {
    const receiver = await receiverThat((response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
    });
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "delivered" });
    expect(receiver.received).toHaveLength(1);
  });

  test("2xx whose body never ends, of which 64 KiB are read", async () => {
    let bytesRead = Infinity;
    const receiver = await receiverThat((response, _received, request) => {
      const before = request.socket.bytesWritten;
      const chunk = Buffer.alloc(16 * 1024);
      const pour = () => {
        while (response.writable && response.write(chunk));
      };
      response.on("drain", pour);
      response.on("close", () => (bytesRead = request.socket.bytesWritten - before));
      response.writeHead(200);
      pour();
    });
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "delivered" });
    await eventually(async () => bytesRead < Infinity, "the cut");
    expect(bytesRead, "64 KiB and what fits in the sockets").toBeLessThan(8 * 1024 * 1024);
  });

  test("2xx with a body that is not what it says", async () => {
    const receiver = await receiverThat(reply(200, { "content-type": "application/json" }, "{not json"));
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "delivered" });
  });
});

describe("An endpoint in trouble is paused and the event waits", () => {
  test("no answer in time", async () => {
    const receiver = await receiverThat(() => {});
    const startedAt = performance.now();
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "waiting", attempts: 0, last_error: "timeout" });
    expect(performance.now() - startedAt).toBeGreaterThan(fast.answerTimeoutMs);
    expect((await readReceiver()).paused_until).not.toBeNull();
  });

  test("connection reset", async () => {
    const receiver = await receiverThat((_response, _received, request) => request.socket.resetAndDestroy());
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "waiting", attempts: 0, last_error: "econnreset" });
    expect((await readReceiver()).paused_until).not.toBeNull();
  });

  test("connection refused", async () => {
    const port = await closedPort();
    const delivery = await tryOnce(`http://127.0.0.1:${port}/`);
    expect(delivery).toMatchObject({ status: "waiting", last_error: "econnrefused" });
    expect((await readReceiver()).paused_until).not.toBeNull();
  });

  test("unknown host", async () => {
    const delivery = await tryOnce("http://receiver.invalid/");
    expect(delivery.status).toBe("waiting");
    expect(delivery.last_error).toMatch(/^(enotfound|eai_again|timeout)$/);
    expect((await readReceiver()).paused_until).not.toBeNull();
  });

  test("a self-signed certificate", async () => {
    const receiver = await receiverThat(reply(200), makeSelfSigned());
    const delivery = await tryOnce(receiver.url());
    expect(delivery).toMatchObject({ status: "waiting", last_error: "depth_zero_self_signed_cert" });
    expect(receiver.received).toHaveLength(0);
  });

  test("an answer that is not HTTP", async () => {
    const receiver = await receiverThat((_response, _received, request) => void request.socket.end("GARBAGE\r\n\r\n"));
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "waiting", attempts: 0 });
  });

  test.each([301, 302, 303, 307, 308])("redirect %i, which is never followed", async (status) => {
    const elsewhere = await receiverThat(reply(200));
    const receiver = await receiverThat(reply(status, { location: elsewhere.url() }));
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "waiting", last_status: status });
    expect(elsewhere.received).toHaveLength(0);
  });

  test.each([500, 502, 503, 429])("status %i", async (status) => {
    const receiver = await receiverThat(reply(status));
    expect(await tryOnce(receiver.url())).toMatchObject({ status: "waiting", attempts: 0, last_status: status });
    expect((await readReceiver()).paused_until).not.toBeNull();
  });

  test.each([429, 503])(
    "status %i with Retry-After, which is honoured and over which nothing is sent",
    async (status) => {
      const receiver = await receiverThat(reply(status, { "retry-after": "1" }));
      await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()] }));
      await queueLeadEvents(db, 5);
      await receiver.until(() => receiver.received.length === 1);
      receiver.behave(reply(200));
      await eventually(() => allHave(db, "delivered"), "the deliveries");
      expect(receiver.received[1]!.at - receiver.received[0]!.at).toBeGreaterThan(990);
      expect((await readReceiver()).paused_until).toBeNull();
    },
  );
});

describe("A refusal concerns one event", () => {
  test.each([400, 401, 403, 404, 408, 413, 422])("status %i", async (status) => {
    const receiver = await receiverThat(reply(status));
    const delivery = await tryOnce(receiver.url());
    expect(delivery).toMatchObject({ attempts: expect.any(Number), last_status: status });
    expect(delivery.attempts).toBeGreaterThan(0);
    expect((await readReceiver()).paused_until).toBeNull();
  });
});

test("A receiver that is gone is disabled, and asked again after a start that still names it", async () => {
  const receiver = await receiverThat(reply(410));
  const delivery = await tryOnce(receiver.url());
  expect(delivery).toMatchObject({ status: "dead", last_status: 410 });
  expect(await readReceiver()).toMatchObject({ disabled_reason: "gone" });
  expect((await queueLeadEvents(db, 3)).size, "no event is made for it").toBe(0);
  await stopAll();
  expect(receiver.received).toHaveLength(1);

  receiver.behave(reply(200));
  await startTestOutbox(outboxContext(db, { leadUrls: [receiver.url()] }));
  await queueLeadEvents(db, 1);
  await receiver.until(() => receiver.received.length === 2);
  expect(await readReceiver()).toMatchObject({ disabled_reason: null });
});

test("Receivers are those of the settings, whatever the table said before", async () => {
  const [first, second] = ["https://one.example/hook", "https://two.example/hook"];
  const list = async () => {
    const { rows } = await db.inspect("select topic, url, disabled_reason from private.receivers order by url, topic");
    return rows;
  };
  await registerReceivers(
    db,
    outboxContext(db, { leadUrls: [first, second, first], signInUrls: [first] }).settings,
    new Date(),
  );
  await registerReceivers(db, outboxContext(db, { leadUrls: [second], signInUrls: [first] }).settings, new Date());
  expect(await list()).toEqual([
    { topic: "lead", url: first, disabled_reason: "not_configured" },
    { topic: "sign_in", url: first, disabled_reason: null },
    { topic: "lead", url: second, disabled_reason: null },
  ]);

  const { settings } = outboxContext(db, { leadUrls: [first] });
  await registerReceivers(db, settings, new Date());
  expect(await list()).toMatchObject([
    { disabled_reason: null },
    { disabled_reason: "not_configured" },
    { disabled_reason: "not_configured" },
  ]);
  const { rows } = await db.inspect("select value from private.settings where key = 'site_origin'");
  expect(rows).toEqual([{ value: settings.site.origin }]);
});

function closedPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
