import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";

import type { DeliverMail, MailMessage } from "#engine/mail/message.ts";
import { replayDeliveries } from "#engine/outbox/replay-deliveries.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import { allHave, eventually, outboxContext, readDeliveries, startTestOutbox, stopAll } from "./outbox-support.ts";

const link = "https://ariane.example/auth/v1/verify?token=a";
const db = await openDatabaseForFile();

afterEach(async () => {
  await stopAll();
  await db.reset();
});

type Sunk = { recipients: string[]; message: string };

/** A mail server that keeps what it takes. `faults` makes a try fail; a fault that is used up is gone. */
async function startSink(faults: Partial<SMTPServerOptions>[] = []) {
  const taken: Sunk[] = [];
  const keep: SMTPServerOptions["onData"] = (stream, session, callback) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      taken.push({ recipients, message: Buffer.concat(chunks).toString() });
      callback();
    });
  };
  const waiting = [...faults];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect(session, callback) {
      if (waiting[0]?.onConnect) return waiting.shift()!.onConnect!.call(this, session, callback);
      callback();
    },
    onMailFrom(address, session, callback) {
      if (waiting[0]?.onMailFrom) return waiting.shift()!.onMailFrom!.call(this, address, session, callback);
      callback();
    },
    onRcptTo(address, session, callback) {
      if (waiting[0]?.onRcptTo) return waiting.shift()!.onRcptTo!.call(this, address, session, callback);
      callback();
    },
    onData(stream, session, callback) {
      if (waiting[0]?.onData) return waiting.shift()!.onData!.call(this, stream, session, callback);
      keep.call(this, stream, session, callback);
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { taken, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

const answer = (responseCode: number, words = "no") => Object.assign(new Error(words), { responseCode });

function mailContext(smtpUrl: string | undefined) {
  const context = outboxContext(db);
  const mail = { smtpUrl, from: "Ariane <bonjour@ariane.example>" };
  return { ...context, settings: { ...context.settings, mail } };
}

const queueRecovery = (to: string) => db.asServer((tx) => queueMail(tx, { to, template: "recovery", data: { link } }));

test("A mail queued in a transaction leaves after its commit, to one recipient, with its text and its link", async () => {
  const sink = await startSink();
  await startTestOutbox(mailContext(sink.url));
  await queueRecovery("claire@exemple.fr");
  await eventually(async () => sink.taken.length === 1, "the mail");

  const [mail] = sink.taken;
  expect(mail?.recipients).toEqual(["claire@exemple.fr"]);
  expect(mail?.message).toMatch(/^From: Ariane <bonjour@ariane\.example>\r$/m);
  expect(mail?.message).toMatch(/^To: claire@exemple\.fr\r$/m);
  const [delivery] = await readDeliveries(db);
  expect(mail?.message).toContain(`Message-ID: <${delivery?.id}@ariane.example>`);
});

test("A mail queued in a transaction that fails never leaves", async () => {
  const sink = await startSink();
  const outbox = await startTestOutbox(mailContext(sink.url));
  const failing = db.asServer(async (tx) => {
    await queueMail(tx, { to: "claire@exemple.fr", template: "recovery", data: { link } });
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  await outbox.drain();
  expect(sink.taken).toHaveLength(0);
});

describe("No mail is lost when the mail server", () => {
  const read: SMTPServerOptions["onData"] = (stream) => void stream.resume();

  test.each<[string, Partial<SMTPServerOptions>]>([
    ["turns connections away", { onConnect: (_session, callback) => callback(answer(421)) }],
    ["refuses the recipient for now (451)", { onRcptTo: (_address, _session, callback) => callback(answer(451)) }],
    ["finds the mailbox full (552)", { onRcptTo: (_address, _session, callback) => callback(answer(552)) }],
    ["refuses the site's own address (550)", { onMailFrom: (_address, _session, callback) => callback(answer(550)) }],
    [
      "refuses the message (452)",
      { onData: (stream, session, callback) => (read.call(null!, stream, session, callback), callback(answer(452))) },
    ],
  ])("%s, three times", async (_title, fault) => {
    const sink = await startSink([fault, fault, fault]);
    await startTestOutbox(mailContext(sink.url));
    await queueRecovery("claire@exemple.fr");
    await eventually(() => allHave(db, "delivered"), "the mail after three refusals");
    expect(sink.taken).toHaveLength(1);
  });

  test("cuts the line after the message, which then arrives at most once more", async () => {
    const { url, taken } = await startCuttingServer(2);
    await startTestOutbox(mailContext(url));
    await queueRecovery("claire@exemple.fr");
    await eventually(() => allHave(db, "delivered"), "the mail after two cuts");
    expect(taken.length).toBe(3);
    expect(new Set(taken.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])).size).toBe(1);
  });

  test("is away, then back", async () => {
    const port = await findFreePort();
    await startTestOutbox(mailContext(`smtp://127.0.0.1:${port}`));
    await queueRecovery("claire@exemple.fr");
    await queueRecovery("jean@exemple.fr");
    await eventually(async () => (await readDeliveries(db)).some(({ last_error }) => last_error !== null), "a failure");
    expect(await readDeliveries(db)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);

    const { taken } = await startCuttingServer(0, port);
    await eventually(() => allHave(db, "delivered"), "both mails");
    expect(taken).toHaveLength(2);
  });
});

describe("A mail that its server refuses for good is given up at once, with what the server said", () => {
  const words = "5.1.1 <claire@exemple.fr>: no\nsuch   user";
  const read: SMTPServerOptions["onData"] = (stream) => void stream.resume();

  test.each<[string, Partial<SMTPServerOptions>, object]>([
    [
      "of its recipient (550)",
      { onRcptTo: (_address, _session, callback) => callback(answer(550, words)) },
      { last_status: 550, last_error: "eenvelope", last_answer: "550 5.1.1 <…>: no such user" },
    ],
    [
      "of the message (554)",
      {
        onData(stream, session, callback) {
          read.call(null!, stream, session, callback);
          callback(answer(554, `5.7.1 ${"x".repeat(400)}`));
        },
      },
      { last_status: 554, last_error: "emessage", last_answer: `554 5.7.1 ${"x".repeat(290)}` },
    ],
  ])("%s", async (_title, fault, facts) => {
    const sink = await startSink([fault]);
    const outbox = await startTestOutbox(mailContext(sink.url));
    await queueRecovery("claire@exemple.fr");
    await outbox.drain();
    expect(await readDeliveries(db)).toMatchObject([{ status: "dead", attempts: 1, ...facts }]);
    expect(sink.taken).toHaveLength(0);
    const { rows } = await db.inspect("select last_answer from private.open_deliveries()");
    expect(rows).toEqual([{ last_answer: expect.stringMatching(/^55\d 5/) }]);

    // A person puts the cause right and sends it again.
    await db.asServer((tx) => replayDeliveries(tx, "all", { now: new Date(), actor: null }));
    await outbox.drain();
    expect(await readDeliveries(db)).toMatchObject([{ status: "delivered", last_answer: null }]);
  });
});

test("A server that refuses one recipient 10 times has the mail among the dead letters, and the others arrive", async () => {
  const no: Partial<SMTPServerOptions> = {
    onRcptTo: (address, _session, callback) => callback(address.address.startsWith("claire") ? answer(450) : null),
  };
  const sink = await startSink(Array.from({ length: 40 }, () => no));
  await startTestOutbox(mailContext(sink.url));
  await queueRecovery("claire@exemple.fr");
  await queueRecovery("jean@exemple.fr");
  await eventually(async () => (await readDeliveries(db)).every(({ status }) => status !== "waiting"), "the end");
  expect((await readDeliveries(db)).map(({ status, attempts }) => ({ status, attempts }))).toEqual([
    { status: "dead", attempts: 10 },
    { status: "delivered", attempts: 1 },
  ]);
});

const attempts = atDepth(100, 500);
test(`${attempts} attempts to slip in a header or a recipient give none`, async () => {
  const sink = await startCuttingServer(0);
  await startTestOutbox(mailContext(sink.url));
  const lineEnds = ["\r\n", "\n", "\r", "\u0085", "\u2028"];
  const additions = [
    "Bcc: intrus@exemple.fr",
    "To: intrus@exemple.fr",
    "X-Extra: 1",
    "\r\nCorps",
    "RCPT TO:<intrus@exemple.fr>",
  ];
  const injections = lineEnds.flatMap((lineEnd) => additions.map((addition) => `${lineEnd}${addition}`));

  const tries = Array.from({ length: attempts }, (_, index) => attack(index, injections[index % injections.length]!));
  await db.inspect(
    "insert into private.deliveries (kind, event, body) select 'mail', 'mail.test', body from jsonb_array_elements($1::jsonb) as body",
    [JSON.stringify(tries)],
  );
  await db.inspect("select pg_notify('deliveries', '')");
  await eventually(async () => (await readDeliveries(db)).every(({ status }) => status !== "waiting"), "all mails");

  expect(sink.taken.length, "those whose addition is only text of the message").toBeGreaterThan(attempts / 5);
  for (const { recipients, message } of sink.taken) {
    expect(recipients).toEqual(["claire@exemple.fr"]);
    const [head] = message.split("\n\n", 1);
    expect(head).not.toMatch(/^(bcc|x-extra|rcpt)/im);
    expect(head?.match(/^to:/gim)).toHaveLength(1);
  }
});

/** The injection in each place that a body has, one after the other. */
function attack(index: number, injection: string): Record<string, unknown> {
  const to = "claire@exemple.fr";
  const places = [
    { to: `${to}${injection}`, template: "recovery", data: { link } },
    { to: `${injection}${to}`, template: "recovery", data: { link } },
    { to, template: "recovery", data: { link: `${link}${injection}` } },
    { to, template: "email-change", data: { link, newEmail: `nouveau@exemple.fr${injection}` } },
    { to, template: "confirm-signup", data: { link, code: `123456${injection}` } },
    { to, template: "invitation", data: { link, code: `123456${injection}` } },
    { to, template: `recovery${injection}`, data: { link } },
  ];
  return places[Math.floor(index / 5) % places.length]!;
}

test("Without a mail server the mailbox of the demonstration takes the mails, and what it refuses waits for it", async () => {
  const mailbox: MailMessage[] = [];
  let isDown = true;
  const deliverMail: DeliverMail = async (message) => {
    if (isDown) throw new Error("The mailbox is switched off.");
    mailbox.push(message);
  };
  await startTestOutbox(mailContext(undefined), { deliverMail });
  await queueRecovery("claire@exemple.fr");
  await eventually(async () => (await readDeliveries(db))[0]?.last_error === "mailbox_refused", "the refusal");
  isDown = false;
  await eventually(() => allHave(db, "delivered"), "the mail");
  expect(mailbox).toMatchObject([{ to: "claire@exemple.fr", from: "Ariane <bonjour@ariane.example>" }]);
});

/** Speaks just enough SMTP to take a message and hang up instead of saying so, `cuts` times. */
async function startCuttingServer(cuts: number, port = 0): Promise<{ url: string; taken: Sunk[] }> {
  const taken: Sunk[] = [];
  const sockets = new Set<Socket>();
  let left = cuts;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    let message: string | undefined;
    let recipients: string[] = [];
    let pending = "";
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      pending += chunk.toString();
      for (let end = pending.indexOf("\r\n"); end >= 0; end = pending.indexOf("\r\n")) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (message === undefined) {
          if (line === "DATA") message = "";
          if (line.startsWith("MAIL FROM:")) recipients = [];
          if (line.startsWith("RCPT TO:")) recipients.push(line.slice("RCPT TO:<".length, -1));
          if (line === "QUIT") return void socket.end("221 bye\r\n");
          socket.write(line === "DATA" ? "354 go on\r\n" : "250 ok\r\n");
        } else if (line === ".") {
          taken.push({ recipients, message });
          message = undefined;
          if (left-- > 0) return void socket.destroy();
          socket.write("250 taken\r\n");
        } else message += `${line}\n`;
      }
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return { taken, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
