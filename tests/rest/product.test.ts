import { randomUUID } from "node:crypto";

import { beforeEach, describe, expect, test } from "vitest";

import { listLimits } from "#subjects/leads/server/list-limits.ts";
import { limitSubmissions } from "#subjects/leads/server/submission-limits.ts";
import { createTestContext, emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mount, signToken } from "./bookshop.ts";

const db = await openDatabaseForFile();
const context = createTestContext({ db });
const app = mount(context, {
  answerLimits: listLimits,
  beforeProcedure: { create_lead_without_auth: limitSubmissions(context) },
});
const { secretKey } = context.settings;

beforeEach(async () => {
  await db.reset();
  await emptyBuckets(db, context);
});

type Asking = RequestInit & { token?: string; address?: string };

async function ask(path: string, { token, address = "192.0.2.1", headers, ...init }: Asking = {}): Promise<Response> {
  const sent = new Headers({
    apikey: context.settings.publishableKey,
    "x-test-address": address,
    ...(headers as object),
  });
  if (token) sent.set("authorization", `Bearer ${token}`);
  if (init.body) sent.set("content-type", "application/json");
  return app.request(`http://site.test/rest/v1/${path}`, { ...init, headers: sent });
}

async function signIn(userId: string): Promise<string> {
  const sessionId = randomUUID();
  await db.inspect(
    `insert into auth.sessions (id, user_id, refresh_token_hmac_key, not_after, ends_at)
     values ($1, $2, '\\x00', now() + interval '1 hour', now() + interval '1 hour')`,
    [sessionId, userId],
  );
  return signToken(context, userId, sessionId);
}

async function createAdministrator(): Promise<string> {
  const id = randomUUID();
  await db.inspect("insert into auth.users (id, email) values ($1, $2)", [id, `${id}@example.test`]);
  await db.inspect("insert into public.admin_users (user_id) values ($1)", [id]);
  return signIn(id);
}

async function createLeads(count: number): Promise<void> {
  await db.inspect(
    `with profiles as (insert into public.user_profiles (email, last_name)
       select 'lead' || n || '@example.test', 'Durand' from generate_series(1, $1::int) as n returning id)
     insert into public.leads (user_profile_id, funnel_origin) select id, 'secretariat' from profiles`,
    [count],
  );
}

const submission = (changes: object = {}) => ({
  method: "POST",
  body: JSON.stringify({
    email_param: "marie@example.test",
    funnel_origin_param: "secretariat",
    idempotency_key_param: randomUUID(),
    ...changes,
  }),
});

/** Every text as long as the tables let it be, in letters of four bytes. */
async function createWidestLeads(count: number): Promise<void> {
  await createLeads(count);
  await db.inspect(
    `update public.leads set
       email = repeat('𝄞', 300), first_name = repeat('𝄞', 300), last_name = repeat('𝄞', 300), phone = repeat('𝄞', 300),
       company_name = repeat('𝄞', 300), business_type = repeat('𝄞', 300), intention = repeat('𝄞', 300),
       voice = repeat('𝄞', 300), prospects_per_month = repeat('𝄞', 300), current_clients = repeat('𝄞', 300),
       role = repeat('𝄞', 300), prospects_count = repeat('𝄞', 300), knowledge_base_url = repeat('𝄞', 2000),
       welcome_message = repeat('𝄞', 4000), marketing_needs = repeat('𝄞', 4000),
       client_followup_goals = repeat('𝄞', 4000), knowledge_base_text = repeat('𝄞', 4400),
       business_hours = array[repeat('𝄞', 600)], objectives = array[repeat('𝄞', 600)],
       extra_answers = jsonb_build_object('texte', repeat('x', 8000))`,
  );
}

/** A customer without a lead, and their profile. */
async function createCustomer(): Promise<{ token: string; profileId: string }> {
  const id = randomUUID();
  await db.inspect("insert into auth.users (id, email) values ($1, $2)", [id, `${id}@example.test`]);
  const { rows } = await db.inspect("insert into public.user_profiles (user_id, email) values ($1, $2) returning id", [
    id,
    `${id}@example.test`,
  ]);
  return { token: await signIn(id), profileId: rows[0]?.id as string };
}

describe("A lead that a customer inserts", () => {
  const insert = (token: string, row: object) =>
    ask("leads", { token, method: "POST", body: JSON.stringify(row), headers: { prefer: "return=representation" } });

  test("may state its own defaults", async () => {
    const { token, profileId } = await createCustomer();
    const row = {
      user_profile_id: profileId,
      funnel_origin: "suiviclient",
      lead_status: "to_contact",
      payment_status: false,
    };
    const inserted = await insert(token, row);
    expect([inserted.status, await inserted.json()]).toEqual([201, [expect.objectContaining(row)]]);
  });

  test.each([
    { lead_status: "client", payment_status: false },
    { lead_status: "to_contact", payment_status: true },
    { lead_status: null, payment_status: false },
    { lead_status: "to_contact", payment_status: false, created_at: "2020-01-01" },
  ])("cannot state %o", async (stated) => {
    const { token, profileId } = await createCustomer();
    const refused = await insert(token, { user_profile_id: profileId, funnel_origin: "suiviclient", ...stated });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, "42501"]);
    expect((await db.inspect("select from public.leads where user_profile_id = $1", [profileId])).rows).toEqual([]);
  });
});

describe("The administrators' list", () => {
  test("is answered whatever people wrote: by windows of 100, and whole, which is more than one answer holds", async () => {
    await createWidestLeads(190);
    const token = await createAdministrator();
    const window = await ask("admin_dashboard?select=*&order=lead_id&limit=100", { token });
    const text = await window.text();
    expect([window.status, (JSON.parse(text) as unknown[]).length]).toEqual([200, 100]);
    expect(Buffer.byteLength(text)).toBeGreaterThan(8_000_000);

    const whole = await ask("admin_dashboard?select=*", { token });
    expect([whole.status, ((await whole.json()) as unknown[]).length]).toEqual([200, 190]);
    const cut = await ask("admin_dashboard?select=*&order=email", { token });
    expect([cut.status, ((await cut.json()) as { code: string }).code]).toEqual([413, "54000"]);
  });

  test("leaves its line when a lead is opened, whatever end of the transaction its reader prefers", async () => {
    await createLeads(1);
    const token = await createAdministrator();
    const { rows } = await db.inspect("select id from public.leads");
    const opened = await ask("rpc/record_lead_opened", {
      token,
      method: "POST",
      body: JSON.stringify({ lead_id_param: rows[0]?.id }),
      headers: { prefer: "tx=rollback" },
    });
    expect([opened.status, opened.headers.get("preference-applied")]).toEqual([204, null]);
    const { rows: lines } = await db.inspect("select count(*)::int as count from private.audit_log");
    expect(lines).toEqual([{ count: 1 }]);
  });

  test("is not cut at 1000 rows for them, and is for a trusted server", async () => {
    await createLeads(1005);
    const token = await createAdministrator();
    const prefer = { prefer: "count=exact" };
    for (const path of ["admin_dashboard?select=lead_id", "rpc/search_leads?query_param=Durand&select=lead_id"]) {
      const response = await ask(path, { token, headers: prefer });
      expect([path, response.status, response.headers.get("content-range")]).toEqual([path, 200, "0-1004/1005"]);
    }
    const cut = await ask("admin_dashboard?select=lead_id", { headers: { ...prefer, apikey: secretKey } });
    expect([cut.status, cut.headers.get("content-range")]).toEqual([206, "0-999/1005"]);
  });

  test("is filtered, ordered, counted and read by windows", async () => {
    await createLeads(30);
    const token = await createAdministrator();
    const search =
      "select=*&funnel_origin=eq.secretariat&payment_status=eq.false&order=created_at.desc,lead_id&offset=20&limit=20";
    const response = await ask(`admin_dashboard?${search}`, { token, headers: { prefer: "count=exact" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "20-29/30"]);
    expect(await response.json()).toHaveLength(10);
  });

  test("gives a visitor 401, and neither row nor count to a customer", async () => {
    await createLeads(3);
    expect((await ask("admin_dashboard")).status).toBe(401);
    const customer = randomUUID();
    await db.inspect("insert into auth.users (id, email) values ($1, 'customer@example.test')", [customer]);
    const token = await signIn(customer);
    const response = await ask("admin_dashboard", { token, headers: { prefer: "count=exact" } });
    expect([response.headers.get("content-range"), await response.json()]).toEqual(["*/0", []]);
  });
});

describe("The key figures", () => {
  test("count every lead in one answer, for administrators only", async () => {
    await createLeads(12);
    await db.inspect(`update public.leads set lead_status = 'client', payment_status = true
                      where id in (select id from public.leads limit 5)`);
    const token = await createAdministrator();
    const call = { method: "POST", body: "{}" };
    const answer = await ask("rpc/count_leads", { ...call, token });
    expect(await answer.json()).toEqual({ statuses: { to_contact: 7, client: 5 }, paid: 5, total: 12 });

    const customer = randomUUID();
    await db.inspect("insert into auth.users (id, email) values ($1, 'customer@example.test')", [customer]);
    expect((await ask("rpc/count_leads", { ...call, token: await signIn(customer) })).status).toBe(403);
    expect((await ask("rpc/count_leads", call)).status).toBe(401);
  });
});

describe("Submissions", () => {
  const call = "rpc/create_lead_without_auth";

  test("answer a reference, and leave one lead", async () => {
    const response = await ask(call, submission());
    expect([response.status, await response.json()]).toEqual([200, { accepted: true, reference: expect.any(String) }]);
    expect((await db.inspect("select from public.leads")).rowCount).toBe(1);
  });

  test("of one address are limited to 60, others are not affected", async () => {
    for (let n = 1; n <= 60; n += 1) {
      const response = await ask(call, submission({ email_param: `person${n}@example.test` }));
      expect([n, response.status]).toEqual([n, 200]);
    }
    const refused = await ask(call, submission({ email_param: "person61@example.test" }));
    expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([
      429,
      ["code", "details", "hint", "message"],
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(
      (await ask(call, { ...submission({ email_param: "other@example.test" }), address: "192.0.2.2" })).status,
    ).toBe(200);
    expect((await db.inspect("select from public.leads")).rowCount).toBe(61);
  });

  test("of one e-mail are limited to 10, whatever the case and the address", async () => {
    const send = (n: number) =>
      ask(call, {
        ...submission({ email_param: n % 2 ? "Marie@Example.test " : "marie@example.test" }),
        address: `192.0.2.${n}`,
      });
    for (let n = 1; n <= 10; n += 1) expect([n, (await send(n)).status]).toEqual([n, 200]);
    expect((await send(11)).status).toBe(429);
    expect(
      (await ask(call, { ...submission({ email_param: "paul@example.test" }), address: "192.0.2.12" })).status,
    ).toBe(200);
  });

  test("repeated under a known key count once", async () => {
    const key = { idempotency_key_param: randomUUID() };
    for (let n = 1; n <= 12; n += 1) expect([n, (await ask(call, submission(key))).status]).toEqual([n, 200]);
    for (let n = 2; n <= 10; n += 1) expect([n, (await ask(call, submission())).status]).toEqual([n, 200]);
    expect((await ask(call, submission())).status).toBe(429);
    expect((await ask(call, submission(key))).status).toBe(200);
  });
});
