import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, onTestFinished } from "vitest";

import { findFreePort } from "#tests/support/free-port.ts";
import { startTestOutbox, stopAll } from "#tests/outbox/outbox-support.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("send-test-mail").extend("mailBy", ({ context }) => async (smtpUrl: string) => {
  const mail = { smtpUrl, from: "Ariane <bonjour@ariane.example>" };
  await startTestOutbox({ ...context, settings: { ...context.settings, mail } });
});

afterEach(stopAll);

/** @returns the address of a mail server that does so, and whose mails it took */
async function startMailServer(behaviour: SMTPServerOptions = {}): Promise<{ url: string; recipients: string[] }> {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, callback) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on("end", () => callback());
    },
    ...behaviour,
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { recipients, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

describe("A test mail", () => {
  test("is for managers with a live session", async ({ context, db, post }) => {
    for (const { who, status, headers } of await listStrangers(context, db)) {
      expect([who, (await post({}, headers)).status]).toEqual([who, status]);
    }
    const { rowCount } = await db.inspect("select from private.deliveries");
    expect(rowCount).toBe(0);
  });

  test("goes to the caller alone, whatever is asked", async ({ admin, mailBy, post }) => {
    const { url, recipients } = await startMailServer();
    await mailBy(url);
    const { status, body } = await post({ to: "intrus@exemple.fr" });
    expect([status, body]).toEqual([200, expect.objectContaining({ to: admin.email, status: "delivered" })]);
    expect(recipients).toEqual([admin.email]);
  });

  test("tells what the mail server says of it, without addresses", async ({ admin, mailBy, post }) => {
    const { url } = await startMailServer({
      onRcptTo({ address }, _session, callback) {
        callback(Object.assign(new Error(`5.7.1 <${address}> relaying denied`), { responseCode: 554 }));
      },
    });
    await mailBy(url);
    expect((await post({})).body).toEqual({
      to: admin.email,
      status: "dead",
      last_status: 554,
      last_error: "eenvelope",
      last_answer: "554 5.7.1 <…> relaying denied",
    });
  });

  test("waits where the mail server is away, which is said", async ({ mailBy, post }) => {
    await mailBy(`smtp://127.0.0.1:${await findFreePort()}`);
    expect((await post({})).body).toMatchObject({ status: "waiting", last_error: "esocket", last_answer: null });
  });
});
