import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { deskProblems, type DeskRefusal } from "#subjects/leads/words/desk-problems.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import { mostSelectedLeads } from "#subjects/leads/rules/selection.ts";
import { addContact, signIn } from "#tests/fixtures/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const nowhere = "00000000-0000-4000-8000-000000000000";

/** The newest first in their numbers. */
async function addLeads(db: TestDatabase, count: number, origin = "secretariat"): Promise<void> {
  await db.inspect(
    `with profiles as (
       insert into public.user_profiles (email)
         select 'p' || number || '@exemple.example' from generate_series(1, $1::int) as number
       returning id, email
     )
     insert into public.leads (user_profile_id, funnel_origin, email, created_at)
     select id, $2, email, now() - substring(email from '[0-9]+')::int * interval '1 minute' from profiles`,
    [count, origin],
  );
}

const idsByAge = async (db: TestDatabase, condition = "true") => {
  const { rows } = await db.inspect<{ id: string }>(
    `select id from public.leads where ${condition} order by created_at desc, id desc`,
  );
  return rows.map(({ id }) => id);
};

const deletion = testOf("delete-leads")
  .extend("codesOf", ({ post }) => async (body: object) => {
    const { body: answer } = await post(body);
    const results = answer.results as { lead_id: string; code: string; error?: string }[];
    const isSaid = results.every(
      ({ code, error }) => code === "deleted" || error === deskProblems[code as DeskRefusal],
    );
    if (!isSaid) throw new Error(`A result has not its sentence: ${JSON.stringify(results)}`);
    return Object.fromEntries(results.map(({ lead_id, code }) => [lead_id, code]));
  })
  .extend("left", ({ db }) => async () => {
    const { rows } = await db.inspect(
      `select (select count(*)::int from public.leads) as leads, (select count(*)::int from public.user_profiles) as profiles,
              (select count(*)::int from auth.users where id not in (select user_id from public.admin_users)) as accounts,
              (select count(*)::int from private.submissions) as submissions`,
    );
    return rows[0];
  })
  .extend("audit", ({ db }) => async () => {
    const { rows } = await db.inspect(
      "select actor, action, lead_id from private.audit_log where action like '%eras%' order by lead_id, id",
    );
    return rows;
  });

const selection = testOf("select-leads");
type Selected = { leads: { lead_id: string; updated_at: string }[]; has_more: boolean };

describe("delete-leads", () => {
  const test = deletion;

  test("takes a contact with the last of its leads, and keeps one that has others", async ({
    admin,
    audit,
    codesOf,
    context,
    db,
    left,
  }) => {
    const customer = await signIn(context, db);
    const own = await addContact(db, {
      email: customer.email,
      userId: customer.userId,
      origins: ["secretariat", "marketing", "closing"],
    });
    const alone = await addContact(db, { email: "jean@exemple.fr" });
    const [first, second, third] = own.leadIds as [string, string, string];

    const asked = [first, alone.leadIds[0]!, first.toUpperCase()];
    expect(await codesOf({ ids: asked })).toEqual({ [first]: "deleted", [alone.leadIds[0]!]: "deleted" });
    expect(await left()).toEqual({ leads: 2, profiles: 1, accounts: 1, submissions: 2 });
    expect(await codesOf({ ids: [second, third] })).toEqual({ [second]: "deleted", [third]: "deleted" });
    expect(await left()).toEqual({ leads: 0, profiles: 0, accounts: 0, submissions: 0 });

    const lines = await audit();
    const each = [first, alone.leadIds[0]!, second, third].toSorted();
    expect(lines.map(({ lead_id }) => lead_id)).toEqual(each);
    expect(lines.every(({ actor }) => actor === admin.userId)).toBe(true);
    const contacts = lines.filter(({ action }) => action === "contact.erased").map(({ lead_id }) => lead_id);
    expect(new Set(contacts)).toEqual(new Set([alone.leadIds[0]!, [second, third].toSorted()[1]!]));
  });

  test("finds what is gone already, since the first answer may be lost", async ({ audit, codesOf, db }) => {
    const { leadIds } = await addContact(db, { email: "claire@exemple.fr" });
    await codesOf({ ids: leadIds });
    expect(await codesOf({ ids: [...leadIds, nowhere] })).toEqual({
      [leadIds[0]!]: "unknown_lead",
      [nowhere]: "unknown_lead",
    });
    expect(await audit()).toHaveLength(1);
  });

  test("leaves leads that another administrator changed meanwhile, and changes the others", async ({
    codesOf,
    db,
    left,
  }) => {
    const [changed, kept] = [
      (await addContact(db, { email: "claire@exemple.fr" })).leadIds[0]!,
      (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!,
    ];
    const { rows } = await db.inspect<{ id: string; at: string }>(
      "select id, to_json(updated_at) #>> '{}' as at from public.leads",
    );
    const seen_at = Object.fromEntries(rows.map(({ id, at }) => [id.toUpperCase(), at]));
    await db.inspect(
      "update public.leads set lead_status = 'client', updated_at = now() + interval '1 s' where id = $1",
      [changed],
    );
    expect(await codesOf({ ids: [changed, kept], seen_at })).toEqual({
      [changed]: "changed_meanwhile",
      [kept]: "deleted",
    });
    expect(await left()).toMatchObject({ leads: 1, profiles: 1 });
    // Sent again with the state that was seen since.
    expect(await codesOf({ ids: [changed] })).toEqual({ [changed]: "deleted" });
  });

  test("takes no administrator with it, and says so", async ({ audit, codesOf, context, db, left }) => {
    const colleague = await signIn(context, db, { isAdministrator: true });
    const theirs = (await addContact(db, { email: colleague.email, userId: colleague.userId })).leadIds[0]!;
    const other = (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!;
    expect(await codesOf({ ids: [theirs, other] })).toEqual({ [theirs]: "administrator_account", [other]: "deleted" });
    expect(await left()).toMatchObject({ leads: 1, profiles: 1 });
    const lines = await audit();
    expect(lines.find(({ lead_id }) => lead_id === theirs)).toMatchObject({ action: "erasure.refused" });
    expect(lines.find(({ lead_id }) => lead_id === other)).toMatchObject({ action: "contact.erased" });
  });

  test("keeps all of a lead that the database holds fast, and the others go", async ({ codesOf, db, left }) => {
    const [stuck, other] = [
      (await addContact(db, { email: "fixe@exemple.fr" })).leadIds[0]!,
      (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!,
    ];
    await db.inspect(
      `create or replace function public.refuse() returns trigger language plpgsql as
       $$ begin if old.email = 'fixe@exemple.fr' then raise exception 'secret'; end if; return old; end $$`,
    );
    // After its submissions, its events and the lead itself went.
    await db.inspect(
      "create trigger refuse before delete on public.user_profiles for each row execute function public.refuse()",
    );
    const codes = await codesOf({ ids: [stuck, other] }).finally(() =>
      db.inspect("drop trigger refuse on public.user_profiles"),
    );
    expect(codes).toEqual({ [stuck]: "not_deleted", [other]: "deleted" });
    expect(await left()).toMatchObject({ leads: 1, profiles: 1, submissions: 1 });
    expect(await codesOf({ ids: [stuck] })).toEqual({ [stuck]: "deleted" });
  });

  test("and a change of the same leads, in opposite orders at once, do not deadlock", async ({
    admin,
    context,
    db,
    post,
  }) => {
    await addLeads(db, 60);
    const ids = await idsByAge(db);
    const change = callFunction(
      context,
      "change-leads",
      { authorization: `Bearer ${admin.token}` },
      {
        ids: ids.toReversed(),
        set: { lead_status: "client" },
      },
    );
    const [one, two, changed] = await Promise.all([post({ ids }), post({ ids: ids.toReversed() }), change]);
    expect([one.status, two.status, changed.status]).toEqual([200, 200, 200]);
    const codes = [one, two].flatMap(({ body }) => (body.results as { code: string }[]).map(({ code }) => code));
    expect(codes.filter((code) => code === "deleted")).toHaveLength(60);
    expect(codes.filter((code) => code === "unknown_lead")).toHaveLength(60);
  });

  test.for([
    [{ ids: [] }],
    [{ ids: Array.from({ length: 101 }, () => randomUUID()) }],
    [{ ids: ["1 or 1=1"] }],
    [{ ids: [nowhere], seen_at: { [nowhere]: "hier" } }],
    [{ ids: [nowhere], seen_at: { x: "2026-01-01T00:00:00Z" } }],
    [{ ids: nowhere }],
    [{}],
    ["{"],
    [null],
  ])("refuses %j", async ([body], { db, left, post }) => {
    await addContact(db, { email: "claire@exemple.fr" });
    expect(await post(body)).toMatchObject({ status: 400, body: { error: deskProblems.unreadable } });
    expect(await left()).toMatchObject({ leads: 1 });
  });

  test("is for administrators", async ({ audit, context, db, left, post }) => {
    const { leadIds } = await addContact(db, { email: "claire@exemple.fr" });
    for (const { who, headers, status } of await listStrangers(context, db)) {
      expect([who, (await post({ ids: leadIds }, headers)).status]).toEqual([who, status]);
    }
    expect(await left()).toMatchObject({ leads: 1, profiles: 1 });
    expect(await audit()).toEqual([]);
  });
});

describe("select-leads", () => {
  const test = selection;

  test("gives the leads of the list's address, in its order, and what was seen of each", async ({ db, post }) => {
    await addLeads(db, 30);
    await addContact(db, { email: "autre@exemple.fr", origins: ["closing"] });
    await db.inspect(
      "update public.leads set lead_status = 'client' where substring(email from '[0-9]+')::int % 3 = 0 and email like 'p%'",
    );
    const { status, body } = await post({ query: "tunnel=secretariat&statut=client&tri=created_at.asc" });
    expect(status).toBe(200);
    const { leads, has_more } = body as unknown as Selected;
    expect(has_more).toBe(false);
    const clients = await idsByAge(db, "lead_status = 'client'");
    expect(leads.map(({ lead_id }) => lead_id)).toEqual(clients.toReversed());

    // What was seen is understood where it is changed.
    const { rows } = await db.inspect<{ at: Date }>("select updated_at as at from public.leads where id = $1", [
      clients[0]!,
    ]);
    const seen = leads.find(({ lead_id }) => lead_id === clients[0]);
    expect(new Date(seen!.updated_at).getTime()).toBe(rows[0]!.at.getTime());
  });

  test("stops at ten thousand, and says that there are more", async ({ db, post, skip }) => {
    skip(!isFull);
    await db.inspect("alter table public.leads disable trigger user");
    await db.inspect("alter table public.leads enable trigger list_lead");
    await addLeads(db, mostSelectedLeads + 5);
    await db.inspect("alter table public.leads enable trigger user");
    const { body } = await post({ query: "" });
    const { leads, has_more } = body as unknown as Selected;
    expect(has_more).toBe(true);
    expect(leads).toHaveLength(mostSelectedLeads);
    expect(leads.map(({ lead_id }) => lead_id)).toEqual((await idsByAge(db)).slice(0, mostSelectedLeads));
  }, 120_000);

  test.for([[{ query: "x".repeat(2001) }], [{ query: 1 }], [{}], ["{"], [null]])(
    "refuses %j",
    async ([body], { post }) => {
      expect(await post(body)).toMatchObject({ status: 400, body: { error: functionProblems.unreadable } });
    },
  );

  test("reads any hostile address as no filter", async ({ db, post }) => {
    await addLeads(db, 2);
    const { status, body } = await post({ query: "tunnel=' or 1=1&statut=%00&tri=id;drop table leads&sens=x" });
    expect(status).toBe(200);
    expect((body as unknown as Selected).leads).toHaveLength(2);
  });

  test("is for administrators", async ({ context, db, post }) => {
    await addLeads(db, 1);
    for (const { who, headers, status } of await listStrangers(context, db)) {
      const refused = await post({ query: "" }, headers);
      expect([who, refused.status, refused.body.leads]).toEqual([who, status, undefined]);
    }
  });
});
