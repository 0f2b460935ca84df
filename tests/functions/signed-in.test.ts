import { afterEach, beforeEach, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mountFunctions, signIn, type Person } from "#tests/fixtures/accounts.ts";
import { receiversOf } from "#tests/support/receivers.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const db = await openDatabaseForFile();
let context: ServerContext;

beforeEach(async () => {
  context = createTestContext({ db, now: () => now });
  const webhooks = {
    receivers: receiversOf({
      leadUrls: ["https://lead.example/"],
      signInUrls: ["https://one.example/", "https://two.example/"],
    }),
    secrets: [],
  };
  await registerReceivers(db, { ...context.settings, webhooks }, now);
});

afterEach(() => db.reset());

function call(headers: Record<string, string>, body?: string): Promise<Response> {
  const api = mountFunctions(context);
  return Promise.resolve(
    api.request("/functions/v1/signed-in", { method: "POST", headers, ...(body !== undefined && { body }) }),
  );
}

/** As the published client calls: the public key beside the user's token. */
const headersOf = ({ token }: Person) => ({
  apikey: context.settings.publishableKey,
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});

async function readEvents() {
  const { rows } = await db.inspect<{ url: string; event: string; body: Record<string, unknown> }>(
    `select receiver.url, event, body from private.deliveries join private.receivers as receiver on receiver.id = receiver_id
     order by receiver.url`,
  );
  return rows;
}

test("A sign-in is told to each sign-in receiver, with the address of the token and the page it happened on", async () => {
  const person = await signIn(context, db, { email: "claire@exemple.fr" });
  const response = await call(
    headersOf(person),
    JSON.stringify({ path: "/inscription-secretariat", email: "autre@exemple.fr" }),
  );
  expect([response.status, await response.json()]).toEqual([200, { recorded: true }]);
  const body = {
    event: "user.signed_in",
    email: "claire@exemple.fr",
    timestamp: "2026-11-20T10:00:00.000Z",
    source: `${context.settings.site.origin}/inscription-secretariat`,
  };
  expect(await readEvents()).toEqual([
    { url: "https://one.example/", event: "user.signed_in", body },
    { url: "https://two.example/", event: "user.signed_in", body },
  ]);
});

test("A session is announced once, however often and however fast it is said", async () => {
  const person = await signIn(context, db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(headersOf(person), "{}")));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await readEvents()).toHaveLength(2);
  const again = await signIn(context, db);
  await call(headersOf(again));
  expect(await readEvents()).toHaveLength(4);
});

test("An administrator's sign-in is not announced", async () => {
  const admin = await signIn(context, db, { isAdministrator: true });
  const response = await call(headersOf(admin));
  expect(await response.json()).toEqual({ recorded: false });
  expect(await readEvents()).toHaveLength(0);
});

test("Without a live session of an account there is nothing to tell", async () => {
  const ended = await signIn(context, db);
  await db.inspect("delete from auth.sessions where id = $1", [ended.sessionId]);
  const key = context.settings.publishableKey;
  for (const headers of [{}, { apikey: key }, { authorization: `Bearer ${key}` }, { authorization: "Bearer x" }]) {
    expect((await call(headers)).status).toBe(401);
  }
  expect((await call(headersOf(ended))).status).toBe(401);
  expect(await readEvents()).toHaveLength(0);
});

test.each([
  ["//evil.example/", "/"],
  ["https://evil.example/", "/"],
  ["/\\evil.example", "/"],
  ["/a b", "/"],
  ["/page?token=secret", "/"],
  [5, "/"],
  [`/${"a".repeat(400)}`, "/"],
  ["/closing", "/closing"],
])("A page said to be %j is written as %s", async (path, written) => {
  const person = await signIn(context, db);
  await call(headersOf(person), JSON.stringify({ path }));
  const [event] = await readEvents();
  expect(event?.body.source).toBe(`${context.settings.site.origin}${written}`);
});

test("Without a page in the body, the page is the one the browser names, if it is ours", async () => {
  const { origin } = context.settings.site;
  const [first, second] = [await signIn(context, db), await signIn(context, db)];
  await call({ ...headersOf(first), referer: `${origin}/inscription-marketing?etape=1` });
  await call({ ...headersOf(second), referer: "https://evil.example/page" });
  const sources = new Set((await readEvents()).map(({ body }) => body.source));
  expect(sources).toEqual(new Set([`${origin}/inscription-marketing`, `${origin}/`]));
});

test("A body that is no JSON is refused and records nothing", async () => {
  const person = await signIn(context, db);
  expect((await call(headersOf(person), "{")).status).toBe(400);
  expect((await call({ ...headersOf(person), "content-type": "text/plain" }, "a")).status).toBe(415);
  expect((await call(headersOf(person), JSON.stringify({ path: "a".repeat(70_000) }))).status).toBe(413);
  expect(await readEvents()).toHaveLength(0);
});

test.each([
  ["GET", "/functions/v1/signed-in", 405],
  ["PUT", "/functions/v1/delete-user", 405],
  ["POST", "/functions/v1/nothing-here", 404],
  ["POST", "/functions/v1/", 404],
  ["POST", "/functions/v1/a/b/c", 404],
])("%s %s answers %i in JSON", async (method, path, status) => {
  const response = await mountFunctions(context).request(path, {
    method,
    headers: { apikey: context.settings.publishableKey },
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test("A function that does not exist tells nothing to a caller without a key", async () => {
  const response = await mountFunctions(context).request("/functions/v1/nothing-here", { method: "POST" });
  expect(response.status).toBe(401);
});
