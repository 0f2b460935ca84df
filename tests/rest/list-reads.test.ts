import { Hono } from "hono";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { recordListReads } from "#subjects/leads/server/list-reads.ts";
import { createRestService } from "#engine/rest/rest-service.ts";
import { backgroundHeader } from "#kit/background-header.ts";
import { type Person, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let admin: Person;

beforeEach(async () => {
  context = createTestContext({ db });
  admin = await signIn(context, db, { isAdministrator: true });
});
afterEach(() => db.reset());

/** A process of the site, which remembers nothing of another. */
function startProcess() {
  const app = new Hono<AppEnv>().route("/rest/v1", createRestService(context, { afterRead: recordListReads(context) }));
  return async ({ token }: Person, path: string, body?: unknown, headers = {}): Promise<number> => {
    const { status } = await app.request(`/rest/v1/${path}`, {
      headers: {
        apikey: context.settings.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return status;
  };
}

async function lines() {
  const { rows } = await db.inspect<{ actor: string; detail: unknown }>(
    "select actor, detail from private.audit_log where action = 'leads.listed' order by id",
  );
  return rows;
}

test("An administrator who reads the list leaves one line a minute, by however many processes", async () => {
  const [ask, askAnother] = [startProcess(), startProcess()];
  expect(await ask(admin, "admin_dashboard?email=eq.claire@exemple.fr")).toBe(200);
  expect(await ask(admin, "admin_dashboard")).toBe(200);
  expect(await askAnother(admin, "rpc/search_leads", { query_param: "Claire" })).toBe(200);
  expect(await lines()).toEqual([{ actor: admin.userId, detail: { list: "leads" } }]);
});

test("Twenty reads at the same moment leave one line", async () => {
  const asks = Array.from({ length: 20 }, startProcess);
  await Promise.all(asks.map((ask) => ask(admin, "admin_dashboard")));
  expect(await lines()).toHaveLength(1);
});

test("A minute later, and for another administrator, there is another line", async () => {
  await db.inspect(
    `insert into private.audit_log (actor, action, at) values ($1, 'leads.listed', now() - interval '61 seconds')`,
    [admin.userId],
  );
  const ask = startProcess();
  await ask(admin, "rpc/search_leads", { query_param: "Claire" });
  expect(await lines()).toMatchObject([{ actor: admin.userId }, { actor: admin.userId, detail: { list: "search" } }]);
  const other = await signIn(context, db, { isAdministrator: true });
  await ask(other, "admin_dashboard");
  expect((await lines()).map(({ actor }) => actor)).toEqual([admin.userId, admin.userId, other.userId]);
});

test("A screen left alone is not written down each minute, and does not prolong its session", async () => {
  let sinceMs = 0;
  const start = Date.now();
  context = createTestContext({ db, now: () => new Date(start + sinceMs) });
  const ask = startProcess();
  await db.inspect(
    `update auth.sessions
     set idle_limit = '30 min', not_after = now() + interval '30 min', ends_at = now() + interval '8 h'
     where user_id = $1`,
    [admin.userId],
  );
  const endOfSession = async () =>
    (await db.inspect("select not_after from auth.sessions where user_id = $1", [admin.userId])).rows[0]?.not_after;
  const linesAfter = async (ms: number, headers = {}) => {
    sinceMs = ms;
    await db.inspect("alter table private.audit_log disable trigger user");
    await db.inspect("update private.audit_log set at = at - interval '61 seconds' where action = 'leads.listed'");
    await db.inspect("alter table private.audit_log enable trigger user");
    expect(await ask(admin, "rpc/worklist", {}, headers)).toBe(200);
    return (await lines()).length;
  };
  const background = { [backgroundHeader]: "1" };

  expect(await linesAfter(0, background)).toBe(1);
  const end = await endOfSession();
  expect(await linesAfter(10 * 60_000, background)).toBe(1);
  expect(await linesAfter(20 * 60_000, background)).toBe(1);
  expect(await endOfSession()).toEqual(end);
  expect(await linesAfter(21 * 60_000)).toBe(2);
  expect(await endOfSession()).not.toEqual(end);
});

test("Who may not read leaves none: a customer, an administrator without their second factor", async () => {
  const ask = startProcess();
  const strangers = [await signIn(context, db), await signIn(context, db, { isAdministrator: true, hasFactor: true })];
  for (const stranger of strangers) {
    await ask(stranger, "admin_dashboard");
    expect(await ask(stranger, "rpc/search_leads", { query_param: "" })).toBe(403);
  }
  expect(await lines()).toEqual([]);
});
