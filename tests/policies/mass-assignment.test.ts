import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import { actors, alice, arrangePeople, bob, chloe, newcomer } from "./accounts.ts";

/**
 * What an attacker adds to an allowed write: columns and values that are ours to set. Each is tried in
 * every way a client can write, by every role that could gain from it.
 */
const stolenColumns: [table: "leads" | "user_profiles", column: string, value: string][] = [
  ["leads", "lead_status", "'client'"],
  ["leads", "payment_status", "true"],
  ["leads", "id", "'10000000-0000-4000-8000-0000000000ff'"],
  ["leads", "created_at", "'2020-01-01'"],
  ["leads", "updated_at", "'2020-01-01'"],
  ["leads", "last_contact_at", "'2099-01-01'"],
  ["leads", "account_exists", "true"],
  ["leads", "is_suspect", "true"],
  ["leads", "consents", `'{"calls": true}'`],
  ["user_profiles", "id", "'b0000000-0000-4000-8000-0000000000ff'"],
  ["user_profiles", "created_at", "'2020-01-01'"],
  ["user_profiles", "updated_at", "'2020-01-01'"],
];

const tries: { title: string; by: "owner" | "newcomer" | "admin aal1"; sql: string }[] = [
  ...stolenColumns.flatMap(([table, column, value]) => {
    const [own, keys, values, conflict] =
      table === "leads"
        ? [
            alice.lead,
            "user_profile_id, funnel_origin",
            `'${alice.profile}', 'marketing'`,
            "user_profile_id, funnel_origin",
          ]
        : [alice.profile, "user_id", `'${alice.account}'`, "user_id"];
    const insert = `insert into ${table} (${keys}, ${column}) values (${values}, ${value})`;
    return [
      { title: `${table}.${column} by insert`, by: "owner" as const, sql: insert },
      {
        title: `${table}.${column} by upsert`,
        by: "owner" as const,
        sql: `${insert} on conflict (${conflict}) do update set ${column} = excluded.${column}`,
      },
      {
        title: `${table}.${column} by update of one's row`,
        by: "owner" as const,
        sql: `update ${table} set ${column} = ${value} where id = '${own}'`,
      },
      {
        title: `${table}.${column} by update of every row`,
        by: "owner" as const,
        sql: `update ${table} set ${column} = ${value}`,
      },
    ];
  }),
  {
    title: "a profile for another account",
    by: "newcomer",
    sql: `insert into user_profiles (user_id) values ('${bob.account}')`,
  },
  { title: "a profile without owner", by: "newcomer", sql: "insert into user_profiles (user_id) values (null)" },
  {
    title: "a profile under another e-mail",
    by: "newcomer",
    sql: `insert into user_profiles (user_id, email) values ('${newcomer.account}', '${chloe.email}')`,
  },
  {
    title: "a profile without e-mail",
    by: "newcomer",
    sql: `insert into user_profiles (user_id, email) values ('${newcomer.account}', null)`,
  },
  {
    title: "another person's profile as one's own",
    by: "newcomer",
    sql: `update user_profiles set user_id = '${newcomer.account}' where id = '${chloe.profile}'`,
  },
  {
    title: "a lead of another person's profile",
    by: "newcomer",
    sql: `insert into leads (user_profile_id, funnel_origin) values ('${chloe.profile}', 'marketing')`,
  },
  {
    title: "one's lead moved to another profile",
    by: "owner",
    sql: `update leads set user_profile_id = '${bob.profile}' where id = '${alice.lead}'`,
  },
  {
    title: "the rights of an administrator",
    by: "owner",
    sql: `insert into admin_users (user_id) values ('${alice.account}')`,
  },
  {
    title: "another id beside a status",
    by: "admin aal1",
    sql: `update leads set lead_status = 'client', id = gen_random_uuid() where id = '${bob.lead}'`,
  },
  {
    title: "another owner beside a payment",
    by: "admin aal1",
    sql: `update leads set payment_status = true, user_profile_id = '${chloe.profile}' where id = '${bob.lead}'`,
  },
  {
    title: "an earlier date beside a status",
    by: "admin aal1",
    sql: `update leads set lead_status = 'client', created_at = '2020-01-01' where id = '${bob.lead}'`,
  },
  {
    title: "a profile's owner by an administrator",
    by: "admin aal1",
    sql: `update user_profiles set user_id = null where id = '${bob.profile}'`,
  },
];

const db = await openDatabaseForFile();
await arrangePeople(db);

const protectedRows = `
  select (select jsonb_agg(to_jsonb(l) order by id) from public.leads l) as leads,
         (select jsonb_agg(to_jsonb(p) order by id) from public.user_profiles p) as profiles,
         (select jsonb_agg(user_id order by user_id) from public.admin_users) as administrators`;

describe(`No caller sets status, payment, ids, owner or dates: ${tries.length} tries`, () => {
  test.for(tries)("$title", async ({ by, sql }) => {
    const caller = by === "newcomer" ? tokenOfNewcomer : actors[by];
    const { rows: before } = await db.inspect(protectedRows);
    const outcome = await db
      .asCaller(caller, {}, (tx) => tx.query(sql))
      .then(
        ({ rowCount }) => `${rowCount} rows`,
        ({ code }: { code: string }) => code,
      );
    expect((await db.inspect(protectedRows)).rows).toEqual(before);
    expect(["42501", "0 rows"]).toContain(outcome);
  });

  test("there are 60 of them or more", () => expect(tries.length).toBeGreaterThanOrEqual(60));

  test("and the anonymous procedure sets none of them either", async () => {
    for (const column of ["lead_status", "payment_status", "id", "user_id", "created_at", "is_adopted"]) {
      const call = `select create_lead_without_auth(email_param => 'a@b', funnel_origin_param => 'secretariat', ${column}_param => 'x')`;
      await expect(db.asCaller(actors.anon, {}, (tx) => tx.query(call))).rejects.toMatchObject({ code: "42883" });
    }
  });
});

const tokenOfNewcomer = {
  role: "authenticated" as const,
  claims: {
    sub: newcomer.account,
    email: newcomer.email,
    role: "authenticated",
    aal: "aal1",
    session_id: "50000000-0000-4000-8000-000000000007",
  },
};
