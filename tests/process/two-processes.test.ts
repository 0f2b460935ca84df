import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { SiteDocument } from "#domain/site/site-config.ts";
import { secretariat } from "#tests/leads/sending.ts";
import { type EventReader, readEvents } from "#tests/live/event-reader.ts";
import { testEngine } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { administrator, type SiteProcess, startSite } from "./site-process.ts";

const publishableKey = "sb_publishable_of_two_processes";
const secretKey = "sb_secret_of_two_processes_0123456789";
/** Until both say the same. Only a full run judges: a busy machine may not even ask within it. */
const coherentMs = isFull ? 1000 : 15_000;
/** The same of what is published. */
const publishedMs = isFull ? 2000 : 15_000;
/** Of both, as behind a balancer: it signs their tokens. */
const siteUrl = "http://localhost:3000";

let instance: TestInstance;
let processes: [SiteProcess, SiteProcess];
let token: string;

async function start(): Promise<SiteProcess> {
  const port = String(await findFreePort());
  return startSite(instance, {
    PORT: port,
    SITE_URL: siteUrl,
    LOG_LEVEL: "error",
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
  });
}

async function ask(site: SiteProcess, path: string, body: object | undefined, bearer = publishableKey) {
  return fetch(`http://localhost:${site.port}${path}`, {
    method: body ? "POST" : "GET",
    headers: { apikey: publishableKey, authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function post(site: SiteProcess, path: string, body: object) {
  const answer = await ask(site, path, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

async function signIn(site: SiteProcess): Promise<string> {
  return String((await post(site, "/auth/v1/token?grant_type=password", administrator)).access_token);
}

/** Who it is, and whether they see a lead: row security shows none to a user whose session has ended. */
async function isBelieved(site: SiteProcess, bearer: string): Promise<boolean[]> {
  const user = await ask(site, "/auth/v1/user", undefined, bearer);
  const leads = await ask(site, "/rest/v1/admin_dashboard?select=lead_id&limit=1", undefined, bearer);
  return [user.ok, leads.ok && ((await leads.json()) as unknown[]).length > 0];
}

async function follow(site: SiteProcess, lastId?: string): Promise<EventReader> {
  const answer = await fetch(`http://localhost:${site.port}/functions/v1/lead-events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastId !== undefined && { "last-event-id": lastId }) },
  });
  const stream = readEvents(answer);
  await stream.next("ready");
  return stream;
}

const sendLead = (site: SiteProcess) =>
  post(site, "/rest/v1/rpc/create_lead_without_auth", {
    ...secretariat,
    email_param: `${crypto.randomUUID()}@exemple.example`,
    idempotency_key_param: crypto.randomUUID(),
  });

/** Without those of the demonstration, which may arrive as late. */
async function sentLeads(): Promise<string[]> {
  const leads = await instance.inspect<{ id: string }>(
    "select id from public.leads where email ~ '^[0-9a-f-]{36}@exemple\\.example$' order by id",
  );
  return leads.map(({ id }) => id);
}

/** What each shows as the phone of the site until all show this one, without repeats. */
async function watchPhone(phone: string): Promise<string[][]> {
  const seen = processes.map((): string[] => []);
  const look = async (site: SiteProcess, shown: string[]) => {
    const page = await (await fetch(`http://localhost:${site.port}/mentions-legales`)).text();
    const now = /href="tel:([^"]+)"/.exec(page)?.[1] ?? "none";
    if (shown.at(-1) !== now) shown.push(now);
    return now;
  };
  const lookAtAll = () => Promise.all(processes.map((site, index) => look(site, seen[index] ?? [])));
  await expect.poll(lookAtAll, { interval: 20 }).toEqual(processes.map(() => phone));
  return seen;
}

const createdOn = ({ events }: EventReader) =>
  events.filter(({ name, data }) => name === "lead" && data.change === "created").map(({ data }) => data.lead_id);

describe.skipIf(testEngine !== "postgres")("Two processes on one database", () => {
  beforeAll(async () => {
    instance = await createTestInstance();
    processes = [await start(), await start()];
    token = await signIn(processes[0]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await instance.remove();
  });

  test("tell each of their streams what either of them wrote", async () => {
    const streams = [await follow(processes[0]), await follow(processes[1])];
    for (const site of processes) await sendLead(site);
    const sent = await sentLeads();
    expect(sent).toHaveLength(2);
    for (const stream of streams) {
      const timesTold = () => sent.map((id) => createdOn(stream).filter((told) => told === id).length);
      await expect.poll(timesTold).toEqual([1, 1]);
    }
    for (const stream of streams) await stream.close();
  });

  test("believe neither a session that ended at the other, nor a key that was given up there", async () => {
    const [one, other] = processes;
    const ends = {
      session: (bearer: string) => ask(one, "/auth/v1/logout?scope=local", {}, bearer),
      key: () => ask(one, "/operations/signing-keys", { now: true }, secretKey),
    };
    for (const [name, end] of Object.entries(ends)) {
      const bearer = await signIn(other);
      expect(await isBelieved(other, bearer)).toEqual([true, true]);
      expect((await end(bearer)).status).toBeLessThan(300);
      const endedAtMs = performance.now();
      await expect.poll(() => isBelieved(other, bearer), { interval: 10 }).toEqual([false, false]);
      const tookMs = performance.now() - endedAtMs;
      console.log(`coherence: an ended ${name} is believed for ${tookMs.toFixed(0)} ms by the other process`);
      expect(tookMs).toBeLessThan(coherentMs);
    }
    token = await signIn(one);
    expect(await isBelieved(other, token)).toEqual([true, true]);
  });

  test("count what one address does at either of them together", async () => {
    const [one, other] = processes;
    const wrong = { email: "nobody@exemple.example", password: "ce-n-est-pas-le-bon" };
    const guess = async (site: SiteProcess) => (await ask(site, "/auth/v1/token?grant_type=password", wrong)).status;
    let guesses = 0;
    while ((await guess(one)) !== 429) expect((guesses += 1)).toBeLessThan(200);
    expect(guesses).toBeGreaterThan(3);
    expect(await guess(other)).toBe(429);
  });

  test("show what is published at either of them, and once its instant has come what waited for it", async () => {
    const [one] = processes;
    const answer = await ask(one, "/operations/site-settings", undefined, secretKey);
    const { document } = (await answer.json()) as { document: SiteDocument };
    const withPhone = (phone: string) => ({ ...document, contact: { ...document.contact, phone } });
    await watchPhone(document.contact.phone.replaceAll(" ", "").replace(/^0/, "+33"));

    const asked = { document: withPhone("01 99 00 11 22"), isTried: false };
    expect((await ask(one, "/operations/site-settings", asked, secretKey)).status).toBe(200);
    const publishedAtMs = performance.now();
    await watchPhone("+33199001122");
    expect(performance.now() - publishedAtMs).toBeLessThan(publishedMs);

    await instance.inspect(
      "select private.write_site_version($1, 'import', null, '', clock_timestamp() + interval '1 second', null)",
      [JSON.stringify(withPhone("01 99 00 33 44"))],
    );
    const [waiting] = await instance.inspect<{ at: Date }>(
      "select effective_at as at from private.site_versions order by version desc limit 1",
    );
    const seen = await watchPhone("+33199003344");
    const lateMs = Date.now() - Number(waiting?.at);
    console.log(`coherence: both show a version ${lateMs} ms after its instant`);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(publishedMs);
    // Before its instant the one that was, from then on this one, never back.
    expect(seen).toEqual(processes.map(() => ["+33199001122", "+33199003344"]));
  });

  test("let a stream go on at the other when one stops, which it does without waiting for its streams", async () => {
    const before = await follow(processes[1]);
    await sendLead(processes[0]);
    const { id } = await before.next("lead", { change: "created" });

    const startedAtMs = performance.now();
    processes[1].terminate();
    expect(await processes[1].ended).toBe(0);
    expect(performance.now() - startedAtMs).toBeLessThan(5000);
    await expect.poll(() => before.isOver()).toBe(true);

    await sendLead(processes[0]);
    const after = await follow(processes[0], id);
    // What was told already may be told again.
    const isNews = (leadId: unknown) => !createdOn(before).includes(leadId);
    await expect.poll(() => createdOn(after).filter(isNews)).toHaveLength(1);
    expect(after.events.some(({ name }) => name === "everything")).toBe(false);
    await after.close();
  });

  fullTest("begin with the version whose instant came while both were stopped", { timeout: 120_000 }, async () => {
    const answer = await ask(processes[0], "/operations/site-settings", undefined, secretKey);
    const { document } = (await answer.json()) as { document: SiteDocument };
    const waiting = { ...document, contact: { ...document.contact, phone: "01 99 00 55 66" } };
    await instance.inspect(
      "select private.write_site_version($1, 'import', null, '', clock_timestamp() + interval '1 second', null)",
      [JSON.stringify(waiting)],
    );
    processes[0].terminate();
    await processes[0].ended;
    const hasBegun = async () => {
      const [row] = await instance.inspect<{ begun: boolean }>(
        "select effective_at <= clock_timestamp() as begun from private.site_versions order by version desc limit 1",
      );
      return row?.begun;
    };
    await expect.poll(hasBegun).toBe(true);
    processes = [await start(), await start()];
    expect(await watchPhone("+33199005566")).toEqual([["+33199005566"], ["+33199005566"]]);
  });
});
