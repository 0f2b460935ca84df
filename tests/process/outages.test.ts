import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { followUp, marketing, secretariat } from "#tests/leads/sending.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { reply, startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { testEngine } from "#tests/support/database.ts";
import { atDepth, isFull } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send, visitorAddress } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { openBrowser } from "./browser-queue.ts";
import { startMailServer } from "./mail-server.ts";
import { startSite, type SiteProcess } from "./site-process.ts";

const submissionCount = atDepth(40, 100);
/** Two minutes and more: `npm run prove` asks for it. */
const isTooLong = testEngine !== "postgres" && !isFull;
const writersAtOnce = 8;
/** Long enough for the pauses of the outbox to reach their longest, when set so. */
const outageMs = atDepth(4000, 40_000);

async function prepare(variables: Record<string, string> = {}) {
  const instance = await createTestInstance();
  onTestFinished(() => instance.remove());
  const receiver = await startChaosReceiver();
  onTestFinished(() => receiver.close());
  const environment = {
    PORT: String(await findFreePort()),
    LOG_LEVEL: "fatal",
    PUBLISHABLE_KEY: "sb_publishable_of_the_outages",
    SECRET_KEY: "sb_secret_of_the_outages",
    WEBHOOK_LEAD_URL: receiver.url("/lead"),
    WEBHOOK_SIGNIN_URL: receiver.url("/sign-in"),
    WEBHOOK_SECRET: newSecret(),
    ...variables,
  };
  const start = async () => {
    const site = await startSite(instance, environment);
    onTestFinished(() => site.kill());
    return site;
  };
  return { instance, receiver, environment, start };
}

async function countOurs(instance: TestInstance) {
  const [row] = await instance.inspect(
    `with mine as (select * from private.submissions where email like 'panne-%')
     select (select count(*)::int from mine) as submissions,
            (select count(distinct lead_id)::int from mine) as leads,
            (select count(*)::int from public.leads where email like 'panne-%') as rows_of_leads,
            (select count(*)::int from public.user_profiles where email like 'panne-%') as profiles,
            (select count(*)::int from private.deliveries
             where kind = 'webhook' and lead_id in (select lead_id from mine)) as events`,
  );
  return row;
}

const allOfThem = {
  submissions: submissionCount,
  leads: submissionCount,
  rows_of_leads: submissionCount,
  profiles: submissionCount,
  events: submissionCount,
};

async function stop(site: SiteProcess): Promise<void> {
  site.terminate();
  expect(await site.ended).toBe(0);
}

test.skipIf(isTooLong)(
  `With receiver, mail and payment down ${submissionCount} submissions are ${submissionCount} leads; all that was to be said is said within 60 s of their return, nothing twice`,
  { timeout: 180_000 + outageMs },
  async () => {
    const mailPort = await findFreePort();
    const { instance, receiver, environment, start } = await prepare({ SMTP_URL: `smtp://127.0.0.1:${mailPort}` });
    receiver.behave(reply(503));
    const site = await start();
    const post = (path: string, body: unknown, index: number) =>
      send(site.port, "POST", path, {
        from: visitorAddress(index),
        headers: { apikey: environment.PUBLISHABLE_KEY },
        body,
      });
    const pull = (payments: string) => send(site.port, "PUT", "/demo/switches.json", { body: { payments } });
    const askToPay = async () => (await send(site.port, "GET", "/demo/paiement/secretariat/50")).status;
    await pull("down");
    expect(await askToPay()).toBe(503);

    const questionnaires = [secretariat, marketing, followUp];
    const numbers = Array.from({ length: submissionCount }, (_, index) => index).values();
    const submitAll = async () => {
      for (const index of numbers) {
        const answered = { ...questionnaires[index % 3], email_param: `panne-${index}@exemple.example` };
        const body = { ...answered, idempotency_key_param: randomUUID() };
        const { status, text } = await post("/rest/v1/rpc/create_lead_without_auth", body, index);
        expect([index, status, text]).toEqual([index, 200, expect.any(String)]);
      }
    };
    await Promise.all(Array.from({ length: writersAtOnce }, submitAll));
    const customers = Array.from({ length: 5 }, (_, index) => `client-${index}@exemple.example`);
    for (const [index, email] of customers.entries()) {
      await post("/auth/v1/signup", { email, password: "Bruyère-Matin-57" }, index);
      expect((await post("/auth/v1/recover", { email }, index)).status).toBe(200);
    }
    await wait(outageMs);
    expect(receiver.received.every(({ answered }) => answered === 503)).toBe(true);

    const backAt = performance.now();
    const mailServer = await startMailServer(mailPort);
    onTestFinished(() => mailServer.close());
    const mailed = mailServer.recipients;
    receiver.behave(reply(200));
    await pull("ok");
    await vi.waitFor(
      async () => {
        const { text } = await send(site.port, "GET", "/metrics");
        expect(text).not.toMatch(/site_deliveries\{status="waiting"\} [1-9]/);
        expect(text).toMatch(/site_deliveries\{status="delivered"\} [1-9]/);
        expect(text).not.toMatch(/site_deliveries\{status="dead"\} [1-9]/);
      },
      { timeout: 90_000, interval: 50 },
    );
    const tookMs = performance.now() - backAt;

    const accepted = receiver.received.filter(({ answered }) => answered === 200);
    const ofLeads = accepted.filter(({ path }) => path === "/lead");
    console.log(
      `R-05: ${submissionCount} stored, ${receiver.received.length - accepted.length} refused while down, ${accepted.length} events and ${mailed.length} mails ${(tookMs / 1000).toFixed(1)} s after the return`,
    );
    expect(tookMs).toBeLessThan(60_000);
    expect(new Set(accepted.map(({ id }) => id)).size, "no id is accepted twice").toBe(accepted.length);
    expect(ofLeads).toHaveLength(submissionCount);
    for (const email of customers) expect(mailed.filter((recipient) => recipient === email)).toHaveLength(1);
    expect(await askToPay()).toBe(200);

    await stop(site);
    expect(await countOurs(instance)).toEqual(allOfThem);
  },
);

test.skipIf(isTooLong)(
  `With the API down at step 3, then killed while it comes back, ${submissionCount} submissions of a browser are ${submissionCount} leads, none twice`,
  { timeout: 300_000 },
  async () => {
    const { instance, receiver, environment, start } = await prepare({ TRUSTED_PROXY: "127.0.0.1" });
    const api = { url: `http://localhost:${environment.PORT}`, publishableKey: environment.PUBLISHABLE_KEY };
    const browser = openBrowser();
    onTestFinished(() => browser.close());

    const first = await browser.openPage(api);
    const outcomes = await first.submit(submissionCount);
    expect(
      outcomes.filter((outcome) => outcome !== "waiting"),
      "step 4 has come, nothing is refused",
    ).toEqual([]);
    expect(browser.waiting()).toBe(submissionCount);
    first.close();

    const dying = await start();
    const second = await browser.openPage(api);
    const isQuarterStored = browser.whenStored(submissionCount / 4);
    second.resume();
    await isQuarterStored;
    const killed = dying.kill();
    // Answers that were sent and not read by then are lost: those submissions are sent again.
    second.close();
    await killed;
    const storedBefore = browser.stored();
    expect(browser.waiting(), "the rest still waits").toBeGreaterThan(0);

    const site = await start();
    const third = await browser.openPage(api);
    third.resume();
    await vi.waitUntil(() => browser.waiting() === 0, { interval: 20 });
    await vi.waitFor(
      async () => {
        const { text } = await send(site.port, "GET", "/metrics");
        expect(text).not.toMatch(/site_deliveries\{status="waiting"\} [1-9]/);
        expect(text).toMatch(/site_deliveries\{status="delivered"\} [1-9]/);
      },
      { timeout: 60_000, interval: 100 },
    );
    await stop(site);

    console.log(
      `R-10: ${submissionCount} queued, ${storedBefore} answered before the kill, ${browser.asked()} requests in all`,
    );
    expect(await countOurs(instance)).toEqual(allOfThem);
    const references = receiver.received.map(({ body }) => (JSON.parse(body) as { reference: string }).reference);
    expect(new Set(references).size).toBe(submissionCount);
  },
);
