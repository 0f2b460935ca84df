import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";

import type { AppEnv } from "#engine/context.ts";
import type { Database } from "#engine/db/database.ts";
import { listLimits } from "#subjects/leads/server/list-limits.ts";
import { createRestService } from "#engine/rest/rest-service.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const leadCount = 700;
/** Pages that were read; a test may make one of them fail. */
const pages = { count: 0, failing: 0 };

const db = await openDatabaseForFile();
const watched: Database = {
  ...db,
  readAsCaller(caller, settings, statement) {
    pages.count += 1;
    if (pages.count === pages.failing) throw new Error("The connection was lost.");
    return db.readAsCaller(caller, settings, statement);
  },
};
const context = createTestContext({ db: watched });
const admin = await signIn(createTestContext({ db }), db, { isAdministrator: true });
const app = new Hono<AppEnv>().route("/rest/v1", createRestService(context, { answerLimits: listLimits }));
const ask = async (path: string, headers?: Record<string, string>, method = "GET") =>
  app.request(`/rest/v1/${path}`, {
    method,
    headers: { apikey: context.settings.publishableKey, authorization: `Bearer ${admin.token}`, ...headers },
  });

// Forty at the same moment, so that pages end among them; and a moment in microseconds.
await db.inspect(
  `with profiles as (
     insert into public.user_profiles (email)
     select 'lead' || n || '@exemple.fr' from generate_series(1, $1::int) as n returning id
   )
   insert into public.leads (user_profile_id, funnel_origin, created_at, payment_status)
   select id, 'secretariat', timestamptz '2026-01-01T00:00:00.123456Z' + (n / 40) * interval '1 day 1 microsecond', n % 3 = 0
   from (select id, row_number() over () as n from profiles) as numbered`,
  [leadCount],
);

beforeEach(() => void Object.assign(pages, { count: 0, failing: 0 }));

async function idsBy(order: string, where = "true"): Promise<unknown[]> {
  const { rows } = await db.inspect(`select id from public.leads where ${where} order by ${order}`);
  return rows.map(({ id }) => id);
}

const idsOf = async (response: Response) =>
  ((await response.json()) as { lead_id: string }[]).map((row) => row.lead_id);

test.each([
  ["select=*&order=created_at.desc", "created_at desc, id desc", "true"],
  ["select=*&order=created_at.asc", "created_at, id", "true"],
  ["order=created_at.desc.nullslast,lead_id.desc", "created_at desc, id desc", "true"],
  ["select=*&payment_status=eq.true&order=created_at.desc", "created_at desc, id desc", "payment_status"],
  ["", "created_at, id", "true"],
])("The list asked for with « %s » comes whole, each lead once and in its order", async (search, order, where) => {
  const response = await ask(`admin_dashboard?${search}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  expect(await idsOf(response)).toEqual(await idsBy(order, where));
});

test("Rows are written as in one answer", async () => {
  const whole = (await (await ask("admin_dashboard?order=created_at.desc")).json()) as unknown[];
  const part = await ask("admin_dashboard?order=created_at.desc,lead_id.desc&limit=400");
  expect(whole.slice(0, 400)).toEqual(await part.json());
});

test("No more of it is read than its reader takes", async () => {
  const reader = (await ask("admin_dashboard?order=created_at.desc")).body?.getReader();
  await reader?.read();
  expect(pages.count).toBeLessThanOrEqual(2);
  await reader?.cancel();
});

test("A database that fails half-way breaks the answer off: what came is no JSON", async () => {
  pages.failing = 3;
  const response = await ask("admin_dashboard?order=created_at.desc");
  await expect(response.text()).rejects.toThrow("The connection was lost.");
});

test("What asks for a part, a count, one row or another order gets one answer", async () => {
  const counted = await ask("admin_dashboard?order=created_at.desc", { prefer: "count=exact" });
  expect(counted.headers.get("content-range")).toBe(`0-${leadCount - 1}/${leadCount}`);
  const part = await ask("admin_dashboard?order=created_at.desc&limit=300");
  expect(part.headers.get("content-range")).toBe("0-299/*");
  const other = await ask("admin_dashboard?order=email");
  expect(other.headers.get("content-range")).toBe(`0-${leadCount - 1}/*`);
  const head = await ask("admin_dashboard?order=created_at.desc", {}, "HEAD");
  expect([head.status, head.headers.get("content-range")]).toEqual([200, `0-${leadCount - 1}/*`]);
});

test("Unknown columns and orders are refused before anything is answered", async () => {
  expect((await ask("admin_dashboard?order=created_at.desc&nom=eq.1")).status).toBe(400);
  expect((await ask("admin_dashboard?order=nom")).status).toBe(400);
});
