import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { atDepth } from "#tests/support/depth.ts";
import { send, type JsonAnswer } from "#tests/support/http-client.ts";
import { serveTests, startHttpServer } from "#tests/support/http-server.ts";

import { findFault } from "./answer-faults.ts";
import { makeCredentials } from "./credentials.ts";

/** Hundreds of calls in a row, on a machine that may be doing something else. */
vi.setConfig({ testTimeout: 90_000 });

const { db, server } = await serveTests();
/** On the same database, and with nothing of what the first one remembers. */
const restarted = await startHttpServer({ db });
afterAll(() => restarted.close());
const credentials = await makeCredentials(server, db);

beforeEach(() => emptyBuckets(db, server.context));

type Call = { method?: string; path: string; body?: unknown; token?: string; headers?: Record<string, string> };

type Limited = {
  name: string;
  /** How many at once, and how many more an hour gives: the documentation of what an address may do. */
  capacity: number;
  perHour: number;
  /** The call, different each time where the body is what another limit counts. */
  call: (number: number) => Call;
  /** What is counted, when it is not the address. */
  per?: "account" | "mailbox" | "submission";
  atATime?: number;
};

/** A number that no call before has used. */
const capacityOfAll = 10_000;
const email = (number: number | string = randomUUID()) => `visiteur-${number}@exemple.example`;
const lead = (number: number) => ({ email_param: email(number), funnel_origin_param: "secretariat" });

/** One of ten submissions, over and over: each is new once, then known. */
const keyOf = (number: number) => `5f0d7c1e-0000-4000-8000-${String(number).padStart(12, "0")}`;
const repeat = (number: number) => ({ ...lead(number % 10), idempotency_key_param: keyOf(number % 10) });

/** An order whose answers are new each time, under the key of one of a few. */
function orderAgain(kind: "closing" | "conference", order: number, number: number): Call {
  const person = { firstName: `Nom ${number}`, lastName: "Ravel", email: email(`${kind}-${order}`) };
  const asked = {
    phone: "06 39 98 41 07",
    company: "Ravel",
    role: "commercial",
    prospectsCount: "500",
    objectives: ["meetings"],
  };
  return {
    path: `/functions/v1/register-${kind}`,
    body: kind === "closing" ? { ...person, ...asked } : { ...person, companyName: "Ravel" },
    headers: { "idempotency-key": keyOf(100 + order + (kind === "closing" ? 50 : 0)) },
  };
}

const askForText = (phone: string) => ({ path: "/auth/v1/otp", body: { phone, create_user: false } });

const limited: Limited[] = [
  { name: "ID tokens", capacity: 60, perHour: 720,
    call: () => ({ path: "/auth/v1/token?grant_type=id_token", body: {} }) },
  { name: "wallets", capacity: 30, perHour: 360,
    call: () => ({ path: "/auth/v1/token?grant_type=web3", body: { chain: "solana" } }) },
  { name: "sign-up", capacity: 30, perHour: 120, call: () => ({ path: "/auth/v1/signup", body: { email: "x" } }) },
  { name: "an anonymous sign-in", capacity: 20, perHour: 30, call: () => ({ path: "/auth/v1/signup", body: {} }) },
  { name: "a password", capacity: 60, perHour: 200, atATime: 1, call: (number) => ({ path: "/auth/v1/token?grant_type=password", body: { email: email(number), password: "Faux-mot-1" } }) },
  { name: "a password of one account", capacity: 5, perHour: 30, per: "account", atATime: 1, call: () => ({ path: "/auth/v1/token?grant_type=password", body: { email: email("seul"), password: "Faux-mot-1" } }) },
  { name: "a refresh token", capacity: 150, perHour: 1800, call: () => ({ path: "/auth/v1/token?grant_type=refresh_token", body: {} }) },
  { name: "a code", capacity: 60, perHour: 720, call: () => ({ path: "/auth/v1/token?grant_type=pkce", body: {} }) },
  { name: "a forgotten password", capacity: 30, perHour: 30, call: (number) => ({ path: "/auth/v1/recover", body: { email: email(number) } }) },
  { name: "a mail once more", capacity: 30, perHour: 30, call: (number) => ({ path: "/auth/v1/resend", body: { type: "signup", email: email(number) } }) },
  { name: "mails to one mailbox", capacity: 5, perHour: 5 / 24, per: "mailbox", atATime: 1, call: () => ({ path: "/auth/v1/recover", body: { email: email("boite") } }) },
  { name: "a mailed code", capacity: 30, perHour: 360, call: () => ({ path: "/auth/v1/verify", body: {} }) },
  { name: "a way in not offered", capacity: 60, perHour: 720, call: () => ({ path: "/auth/v1/sso", body: {} }) },
  { name: "a one-time sign-in", capacity: 60, perHour: 120, call: () => ({ path: "/auth/v1/otp", body: {} }) },
  { name: "text messages", capacity: 15, perHour: 15, call: (number) => askForText(`3363998${1000 + number}`) },
  { name: "texts to a phone", capacity: 5, perHour: 5 / 24, per: "mailbox", atATime: 1, call: () => askForText("33") },
  { name: "the provider", capacity: 60, perHour: 720, call: () => ({ method: "GET", path: "/auth/v1/authorize?provider=google" }) },
  { name: "signing out", capacity: 120, perHour: 3600, per: "account", call: () => ({ path: "/auth/v1/logout?scope=x", token: credentials.customer }) },
  { name: "factors", capacity: 60, perHour: 720, per: "account",
    call: () => ({ path: "/auth/v1/factors", body: {}, token: credentials.customer }) },
  { name: "a factor's challenge", capacity: 30, perHour: 900,
    call: () => ({ path: "/auth/v1/factors/x/challenge", body: {}, token: credentials.customer }) },
  { name: "a factor's code", capacity: 30, perHour: 900,
    call: () => ({ path: "/auth/v1/factors/x/verify", body: {}, token: credentials.customer }) },
  { name: "a passkey", capacity: 60, perHour: 720,
    call: () => ({ path: "/auth/v1/passkeys/authentication/verify", body: {} }) },
  { name: "a questionnaire", capacity: 60, perHour: 60, call: (number) => ({ path: "/rest/v1/rpc/create_lead_without_auth", body: lead(number) }) },
  { name: "questionnaires of one e-mail", capacity: 10, perHour: 10, per: "mailbox", call: () => ({ path: "/rest/v1/rpc/create_lead_without_auth", body: lead(0) }) },
  { name: "an order", capacity: 60, perHour: 60, call: (number) => ({ path: "/functions/v1/register-conference", body: { firstName: "H", lastName: "R", companyName: "R", email: email(number) } }) },
  { name: "a questionnaire, known or not", capacity: 300, perHour: 600, call: (number) => ({ path: "/rest/v1/rpc/create_lead_without_auth", body: repeat(number) }) },
  { name: "one questionnaire sent again", capacity: 120, perHour: 20, per: "submission", call: (number) => ({ path: "/rest/v1/rpc/create_lead_without_auth", body: { ...repeat(0), first_name_param: `Nom ${number}` } }) },
  { name: "a questionnaire that is none", capacity: 300, perHour: 600, call: (number) => ({ path: "/rest/v1/rpc/create_lead_without_auth", body: { ...repeat(number), funnel_origin_param: "autre" } }) },
  { name: "an order, known or not", capacity: 300, perHour: 600, call: (number) => orderAgain("conference", number % 10, number) },
  { name: "one order of calls sent again", capacity: 120, perHour: 20, per: "submission", call: (number) => orderAgain("closing", 0, number) },
  { name: "one registration sent again", capacity: 120, perHour: 20, per: "submission", call: (number) => orderAgain("conference", 0, number) },
  { name: "an order that is none", capacity: 300, perHour: 600, call: () => ({ path: "/functions/v1/register-closing", body: {} }) },
  { name: "a profile", capacity: 120, perHour: 1200, per: "account", call: () => ({ path: "/rest/v1/rpc/create_profile_if_not_exists", body: { user_id_param: null, registration_path_param: "/" }, token: credentials.customer }) },
  { name: "a newsletter's link", capacity: 30, perHour: 300, call: () => ({ path: "/functions/v1/confirm-newsletter", body: {} }) },
  { name: "a link to a first password", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/set-first-password", body: {} }) },
  { name: "a cookie choice", capacity: 60, perHour: 600, call: () => ({ path: "/functions/v1/record-consent", body: {} }) },
  { name: "a step of a funnel", capacity: 120, perHour: 1200,
    call: () => ({ path: "/functions/v1/count-step", body: {} }) },
  { name: "reports of a browser", capacity: 60, perHour: 600, call: () => ({ path: "/functions/v1/report", body: {} }) },
  { name: "a payment event", capacity: 600, perHour: 6000, call: () => ({ path: "/functions/v1/payment-events", body: {} }) },
  { name: "a click that confirms", capacity: 60, perHour: 600, call: () => ({ path: "/functions/v1/payment-started", body: {} }) },
  { name: "a resume link", capacity: 30, perHour: 30, call: () => ({ path: "/functions/v1/send-resume-link", body: {} }) },
  { name: "resume links to one mailbox", capacity: 5, perHour: 5 / 24, per: "mailbox", call: () => ({ path: "/functions/v1/send-resume-link", body: { funnel: "marketing", answers: { email: email("reprise") } } }) },
  { name: "a company", capacity: 60, perHour: 600,
    call: () => ({ path: "/functions/v1/find-company", body: {} }) },
  { name: "opening a resume link", capacity: 60, perHour: 600, call: () => ({ path: "/functions/v1/open-resume-link", body: {} }) },
  { name: "create-account", capacity: 60, perHour: 600, call: () => ({ path: "/functions/v1/create-account", body: {} }) },
  { name: "delete-account", capacity: 30, perHour: 120, call: () => ({ path: "/functions/v1/delete-account", body: {} }) },
  { name: "list-own-sessions", capacity: 120, perHour: 1200,
    call: () => ({ path: "/functions/v1/list-own-sessions", body: {} }) },
  { name: "end-own-sessions", capacity: 60, perHour: 600,
    call: () => ({ path: "/functions/v1/end-own-sessions", body: {} }) },
  { name: "read-own-orders", capacity: 120, perHour: 1200,
    call: () => ({ path: "/functions/v1/read-own-orders", body: {} }) },
  { name: "change-answers", capacity: 30, perHour: 60,
    call: () => ({ path: "/functions/v1/change-answers", body: {} }) },
  { name: "delete-user", capacity: 600, perHour: 3600, call: () => ({ path: "/functions/v1/delete-user", body: {} }) },
  { name: "reset-administrator-factors", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/reset-administrator-factors", body: {} }) },
  { name: "list-administrators", capacity: 120, perHour: 1200,
    call: () => ({ path: "/functions/v1/list-administrators", body: {} }) },
  { name: "invite-administrator", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/invite-administrator", body: {} }) },
  { name: "set-administrator-role", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/set-administrator-role", body: {} }) },
  { name: "set-turns", capacity: 60, perHour: 600,
    call: () => ({ path: "/functions/v1/set-turns", body: {} }) },
  { name: "set-own-name", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/set-own-name", body: {} }) },
  { name: "withdraw-administrator", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/withdraw-administrator", body: {} }) },
  { name: "end-administrator-sessions", capacity: 30, perHour: 120,
    call: () => ({ path: "/functions/v1/end-administrator-sessions", body: {} }) },
  { name: "replay-deliveries", capacity: 120, perHour: 3600, call: () => ({ path: "/functions/v1/replay-deliveries", body: {} }) },
  { name: "attach-payment", capacity: 120, perHour: 3600, call: () => ({ path: "/functions/v1/attach-payment", body: {} }) },
  { name: "dismiss-payment", capacity: 120, perHour: 3600,
    call: () => ({ path: "/functions/v1/dismiss-payment", body: {} }) },
  { name: "settle-billing", capacity: 120, perHour: 3600,
    call: () => ({ path: "/functions/v1/settle-billing", body: {} }) },
  { name: "export-account", capacity: 30, perHour: 120, call: () => ({ path: "/functions/v1/export-account", body: {} }) },
  { name: "signed-in", capacity: 240, perHour: 2400, call: () => ({ path: "/functions/v1/signed-in", body: {} }) },
]; // prettier-ignore

function ask(
  { method = "POST", path, body, token, headers }: Call,
  from: string,
  port = server.port,
): Promise<JsonAnswer> {
  const authorization = token && { authorization: `Bearer ${token}` };
  return send(port, method, path, {
    body,
    from,
    headers: { apikey: credentials.publishableKey, ...authorization, ...headers },
  });
}

type Exhausted = { allowed: number; refusal: JsonAnswer; startedAt: number };

/** Of a larger bucket most tokens are spent in its row: a full run asks for each of them. */
const tokensAsked = atDepth(4, Infinity);

/** Makes one call, and leaves some tokens in the bucket that counted it. @returns how many tokens are spent */
async function spendMost({ call, capacity }: Limited, from: string): Promise<number> {
  expect((await ask(call(0), from)).status).not.toBe(429);
  const { rowCount } = await db.inspect("update private.rate_buckets set tokens = $2 where tokens = $1::float8 - 1", [
    capacity,
    tokensAsked,
  ]);
  expect(rowCount, `buckets of ${capacity} that counted the call`).toBe(1);
  return capacity - tokensAsked;
}

/** Asks until refused. @returns how often it was not, and the refusal */
async function exhaust(each: Limited, from: string): Promise<Exhausted> {
  const { call, capacity, atATime = 16 } = each;
  const startedAt = performance.now();
  let allowed = capacity > 2 * tokensAsked ? await spendMost(each, from) : 0;
  for (let sent = allowed; sent < capacity * 2 + 50;) {
    const batch = Math.min(atATime, Math.max(1, capacity - sent));
    const answers = await Promise.all(Array.from({ length: batch }, (_, index) => ask(call(sent + index), from)));
    sent += batch;
    allowed += answers.filter(({ status }) => status !== 429).length;
    const refusal = answers.find(({ status }) => status === 429);
    if (refusal) return { allowed, refusal, startedAt };
  }
  throw new Error(`Nobody was refused, ${allowed} times.`);
}

/** What a bucket can have gained since then. */
function refilledSince(startedAt: number, { perHour }: Limited): number {
  return Math.ceil(((performance.now() - startedAt) / 3_600_000) * perHour);
}

/** Whether the bucket is still as empty as time allows. */
async function isRefused(each: Limited, from: string, startedAt: number, port = server.port): Promise<boolean> {
  for (let tries = 0; tries <= refilledSince(startedAt, each); tries += 1) {
    if ((await ask(each.call(0), from, port)).status === 429) return true;
  }
  return false;
}

test.each(limited)(
  "$name: $capacity are allowed, the next waits as long as it is told, others do not, and a restart forgets nothing",
  async (each) => {
    const [hasty, other] = ["127.0.0.10", "127.0.0.11"];
    const { allowed, refusal, startedAt } = await exhaust(each, hasty);
    expect(allowed).toBeGreaterThanOrEqual(each.capacity);
    expect(allowed).toBeLessThanOrEqual(each.capacity + refilledSince(startedAt, each));
    const { method = "POST", path } = each.call(0);
    expect(findFault({ method, target: path, sent: "" }, refusal)).toBeUndefined();
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(Math.ceil(3600 / each.perHour));

    expect(await isRefused(each, hasty, startedAt, restarted.port)).toBe(true);
    const isShared = each.per !== undefined;
    const fromOther = ask(each.call(isShared ? 0 : capacityOfAll), other).then(({ status }) => status === 429);
    expect((await fromOther) || (isShared && (await isRefused(each, other, startedAt)))).toBe(isShared);
  },
);

test("Every address a stranger may post to is in the table, or answers nothing but a refusal", async () => {
  const posts = [
    "/auth/v1/token",
    "/auth/v1/factors",
    "/auth/v1/factors/x/verify",
    "/auth/v1/admin/users",
    "/auth/v1/invite",
    "/rest/v1/leads",
    "/rest/v1/user_profiles",
    "/rest/v1/rpc/search_leads",
    "/rest/v1/rpc/create_profile_if_not_exists",
    "/operations/administrators",
    "/operations/replays",
  ];
  for (const path of posts) {
    const { status } = await ask(
      { path, body: path.endsWith("search_leads") ? { query_param: "a" } : {} },
      "127.0.0.12",
    );
    expect([path, [400, 401, 403, 404, 422].includes(status)]).toEqual([path, true]);
  }
});

const forgedHeaders: Record<string, string>[] = [
  ...["1.2.3.4", "1.2.3.4, 5.6.7.8", "127.0.0.1", "127.0.0.99", "10.0.0.1, 127.0.0.1", "::1", "::ffff:1.2.3.4", "[2001:db8::1]:80", "unknown", "_hidden", "1.2.3.4:80", ",", ", 9.9.9.9", "9.9.9.9,", "%31.2.3.4", '"1.2.3.4"', "0x7f.1", "1.2.3.4\t"].map((value) => ({ "x-forwarded-for": value })),
  { "x-real-ip": "1.2.3.4" },
  { forwarded: "for=1.2.3.4" },
  { "X-Forwarded-For": "1.2.3.4", "x-forwarded-for": "5.6.7.8" },
  { "true-client-ip": "1.2.3.4", "cf-connecting-ip": "1.2.3.4", "x-client-ip": "1.2.3.4" },
]; // prettier-ignore

test("A refused address passes with the secret key, whole, and with nothing that holds it", async () => {
  const questionnaire = limited.find(({ name }) => name === "a questionnaire, known or not")!;
  const { secretKey } = server.context.settings;
  await exhaust(questionnaire, "127.0.0.21");
  const askWith = async (headers: Record<string, string>) =>
    (await ask({ ...questionnaire.call(0), headers }, "127.0.0.21")).status;

  expect(await askWith({ apikey: secretKey })).toBe(200);
  expect(await askWith({ authorization: `Bearer ${secretKey}x` })).toBe(429);
  expect(await askWith({ authorization: `Basic ${secretKey}` })).toBe(429);
});

describe("Where a request says that it comes from", () => {
  const questionnaire = limited.find(({ name }) => name === "a questionnaire")!;

  test(`changes nothing, in ${forgedHeaders.length} ways of saying it`, async () => {
    await exhaust(questionnaire, "127.0.0.20");
    for (const [number, headers] of forgedHeaders.entries()) {
      const { status } = await ask({ ...questionnaire.call(1000 + number), headers }, "127.0.0.20");
      expect([headers, status]).toEqual([headers, 429]);
    }
  });

  test("is believed of a configured proxy alone, and of what that proxy wrote", async () => {
    const behindProxy = await startHttpServer({ db, environment: { TRUSTED_PROXY: "127.0.0.30" } });
    const through = (forwarded: string, from = "127.0.0.30") =>
      ask({ ...questionnaire.call(Math.random()), headers: { "x-forwarded-for": forwarded } }, from, behindProxy.port);
    await Promise.all(Array.from({ length: questionnaire.capacity }, () => through("203.0.113.5")));

    expect((await through("203.0.113.5")).status).toBe(429);
    expect((await through("198.51.100.1, 203.0.113.5")).status).toBe(429);
    expect((await through("203.0.113.6")).status).toBe(200);
    expect((await through("203.0.113.5, 203.0.113.7")).status).toBe(200);
    expect((await through("203.0.113.5", "127.0.0.31")).status).toBe(200);
    await behindProxy.close();
  });
});
