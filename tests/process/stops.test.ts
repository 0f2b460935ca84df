import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { reply, startChaosReceiver, type ChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { testEngine } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { headerLines, send, type Sending } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { administrator, startProcess, startSite, type SiteProcess } from "./site-process.ts";

const publishableKey = "sb_publishable_of_the_stops";
const secretKey = "sb_secret_of_the_stops";

let instance: TestInstance;
let receiver: ChaosReceiver;
let site: SiteProcess;
let environment: Record<string, string>;

beforeAll(async () => {
  instance = await createTestInstance();
  receiver = await startChaosReceiver();
  environment = {
    PORT: String(await findFreePort()),
    LOG_LEVEL: "trace",
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    WEBHOOK_LEAD_URL: receiver.url("/lead"),
    WEBHOOK_SIGNIN_URL: receiver.url("/sign-in"),
    WEBHOOK_SECRET: newSecret(),
  };
  site = await startSite(instance, environment);
});
afterAll(async () => {
  await site?.kill();
  await receiver?.close();
  await instance?.remove();
});

const call = (method: string, path: string, { headers, ...sending }: Sending = {}) =>
  send(site.port, method, path, { headers: { apikey: publishableKey, ...headers }, ...sending });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const leadPath = "/rest/v1/rpc/create_lead_without_auth";

describe("The log", () => {
  test("says, at its most talkative, nothing of what a visitor, a customer or an administrator typed or holds", async () => {
    const marked = {
      first: "Zénaïde-Marqueur",
      last: "Quatrelivres",
      email: "zenaide.marqueur@exemple.example",
      phone: "0639980713",
      company: "Marquage & Fils",
      text: "Phrase-marquée-entre-toutes",
      password: "Bruyère-Matin-57",
      wrongPassword: "Fougère-Soir-58",
    };
    const lead = {
      ...secretariat,
      email_param: marked.email,
      first_name_param: marked.first,
      last_name_param: marked.last,
      phone_param: marked.phone,
      company_name_param: marked.company,
      welcome_message_param: marked.text,
      idempotency_key_param: randomUUID(),
    };
    const secrets: string[] = [...Object.values(marked), publishableKey, secretKey, environment.WEBHOOK_SECRET ?? ""];
    receiver.behave(reply(500, {}, marked.text));

    const signedUp = await call("POST", "/auth/v1/signup", {
      body: { email: marked.email, password: marked.password },
    });
    expect(signedUp.status).toBe(200);
    const withPassword = "/auth/v1/token?grant_type=password";
    await call("POST", withPassword, { body: { email: marked.email, password: marked.wrongPassword } });
    const signedIn = await call("POST", withPassword, { body: { email: marked.email, password: marked.password } });
    const chief = await call("POST", withPassword, { body: administrator });
    expect([signedIn.status, chief.status]).toEqual([200, 200]);
    const [customer, admin] = [signedIn.body.access_token as string, chief.body.access_token as string];
    secrets.push(customer, admin, customer.split(".")[2] ?? "", signedIn.body.refresh_token, chief.body.refresh_token);

    expect((await call("POST", leadPath, { body: lead })).status).toBe(200);
    expect(
      (await call("POST", leadPath, { body: { ...lead, email_param: `${marked.text}-sans-arobase` } })).status,
    ).toBe(400);
    await call("POST", leadPath, { body: `{"email_param": "${marked.email}", ` });
    await call("POST", "/functions/v1/signed-in", { headers: bearer(customer), body: { path: `/${marked.last}` } });
    await call("POST", "/auth/v1/recover", { body: { email: marked.email } });
    await call("PUT", "/auth/v1/user", { headers: bearer(customer), body: { data: { name: marked.first } } });
    await call("POST", "/auth/v1/token?grant_type=refresh_token", {
      body: { refresh_token: signedIn.body.refresh_token },
    });
    await call("GET", `/auth/v1/verify?type=recovery&token=${marked.text}`);
    await call("GET", `/rest/v1/admin_dashboard?email=eq.${encodeURIComponent(marked.email)}`, {
      headers: bearer(admin),
    });
    await call("POST", "/rest/v1/rpc/search_leads", { headers: bearer(admin), body: { query_param: marked.last } });
    await call("GET", `/rest/v1/leads?calls_per_month=eq.${marked.phone}x`, { headers: bearer(admin) });
    await call("PATCH", `/rest/v1/leads?email=eq.${marked.email}`, {
      headers: bearer(admin),
      body: { lead_status: marked.text },
    });
    await call("GET", `/${marked.email}?nom=${marked.last}`, {
      headers: { cookie: marked.phone, referer: `https://x.example/${marked.email}`, "user-agent": marked.last },
    });
    await call("POST", "/functions/v1/delete-user", {
      headers: bearer(`${customer}x`),
      body: { user_id: marked.email },
    });
    const rows = await call("POST", "/rest/v1/rpc/search_leads", {
      headers: bearer(admin),
      body: { query_param: marked.email },
    });
    const [found] = rows.body as { lead_id: string; user_profile_id: string; user_id: string }[];
    const erased = await call("POST", "/functions/v1/delete-user", {
      headers: { "x-admin-token": admin },
      body: { lead_id: found?.lead_id, profile_id: found?.user_profile_id, user_id: found?.user_id },
    });
    expect([rows.body.length > 0, erased.status]).toEqual([true, 200]);
    await receiver.until(() => receiver.received.length > 0);
    receiver.behave(reply(200));

    // What it prints for its operator at the start of a demonstration is meant to be read.
    const forOperator = /^(?:Ready in|  (?:Back office|Administrator|Demonstration|Browser key|Server key) )/;
    const lines = site
      .output()
      .split("\n")
      .filter((line) => !forOperator.test(line));
    const decoded = (text: string) => [
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      Buffer.from(text).toString("base64"),
    ];
    expect(lines.length).toBeGreaterThan(15);
    for (const secret of new Set(secrets.filter(Boolean))) {
      expect(lines.filter((line) => decoded(secret).some((form) => line.includes(form)))).toEqual([]);
    }
    console.log(`S-25: ${secrets.length} markers, ${lines.length} log lines, 0 found`);
  }, 60_000);
});

describe("A second process", () => {
  test.runIf(testEngine === "embedded")(
    "on the same folder is turned away, told by which process, and changes nothing",
    async () => {
      const count = async () =>
        (
          await call("GET", "/rest/v1/leads?select=id", { headers: { apikey: secretKey, prefer: "count=exact" } })
        ).headers.get("content-range");
      const before = await count();
      const second = startProcess(instance, { ...environment, PORT: String(await findFreePort()) });

      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`in use by process ${site.pid} `);
      expect(second.output()).not.toContain("Ready in");
      expect(second.output().trim().split("\n")).toHaveLength(1);
      expect(await count()).toBe(before);
      expect((await call("GET", "/readyz")).status).toBe(200);
    },
  );

  test("on the same port ends with a message, and leaves the first one alone", async ({ onTestFinished }) => {
    const other = await createTestInstance();
    onTestFinished(() => other.remove());
    const second = startProcess(other, environment);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${environment.PORT} is taken`);
    expect((await call("GET", "/readyz")).status).toBe(200);
  });
});

type Flight = { socket: Socket; finish(): void; answer: Promise<string> };

/** A lead whose head the server has taken (it says "100 Continue") and whose body is still to come. */
async function takeOff(number: number, key: string): Promise<Flight> {
  const payload = Buffer.from(
    JSON.stringify({ ...secretariat, email_param: `vol-${number}@exemple.example`, idempotency_key_param: key }),
  );
  const socket = connect({ port: site.port, host: "127.0.0.1", localAddress: `127.0.0.${10 + number}` });
  let received = "";
  let failure = "";
  socket
    .setEncoding("utf8")
    .on("data", (text: string) => (received += text))
    .on("error", (error) => (failure = error.message));
  const answer = once(socket, "close").then(() => failure + received.replace("HTTP/1.1 100 Continue\r\n\r\n", ""));
  socket.write(
    `POST ${leadPath} HTTP/1.1\r\n${headerLines([
      ["host", "localhost"],
      ["apikey", publishableKey],
      ["expect", "100-continue"],
      ["content-type", "application/json"],
      ["content-length", String(payload.length)],
    ])}\r\n`,
  );
  await vi.waitUntil(() => received.includes("100 Continue"), { timeout: 10_000, interval: 2 });
  return { socket, answer, finish: () => void socket.write(payload) };
}

async function isRefused(): Promise<boolean> {
  const socket = connect(site.port, "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => false),
    once(socket, "error").then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return outcome;
}

describe("SIGTERM", () => {
  test("with requests in flight: each is answered, none is lost, no new one is accepted, no lease is kept, exit 0", async () => {
    // The embedded engine writes them one after another, and tells the last of them "busy" after 4 s: a machine that is
    // shared with the rest of the suite writes twelve in a tenth of that.
    const flightCount = atDepth(12, 50);
    // A delivery that no receiver ever answers is under way as well.
    let hanging = 0;
    receiver.behave(() => void (hanging += 1));
    expect(
      (
        await call("POST", leadPath, {
          body: { ...secretariat, email_param: "avant@exemple.example", idempotency_key_param: randomUUID() },
        })
      ).status,
    ).toBe(200);
    await receiver.until(() => hanging > 0);
    const keys = Array.from({ length: flightCount }, () => randomUUID());
    const flights = await Promise.all(keys.map((key, number) => takeOff(number, key)));

    const startedAt = performance.now();
    site.terminate();
    while (!(await isRefused())) await wait(2);
    for (const flight of flights) flight.finish();
    const answers = await Promise.all(flights.map(({ answer }) => answer));
    const code = await site.ended;
    const tookMs = Math.round(performance.now() - startedAt);

    console.log(
      `R-11: ${flightCount} in flight, ${answers.filter((text) => text.startsWith("HTTP/1.1 200")).length} answered, exit ${code} after ${tookMs} ms`,
    );
    expect(answers.map((text) => text.slice(0, 15)).filter((status) => status !== "HTTP/1.1 200 OK")).toEqual([]);
    expect(code).toBe(0);
    const [found] = await instance.inspect(
      `select (select count(*)::int from private.submissions where idempotency_key = any($1::uuid[]) and lead_id is not null) as stored,
              (select count(*)::int from private.deliveries where status = 'waiting' and leased_by is not null) as leased,
              (select count(*)::int from private.deliveries where status = 'waiting') as waiting`,
      [keys],
    );
    expect(found).toMatchObject({ stored: flightCount, leased: 0 });
    expect(found?.waiting).toBeGreaterThan(0);
  }, 60_000);
});
