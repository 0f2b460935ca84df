import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import { actors, arrangePeople } from "./accounts.ts";

const ourSchemas = "('public', 'private')";
const apiRoles = "('anon', 'authenticated', 'service_role')";

const db = await openDatabaseForFile();
await arrangePeople(db);

async function list(query: string): Promise<string[]> {
  const { rows } = await db.inspect<{ name: string }>(query);
  return rows.map(({ name }) => name).toSorted();
}

describe("What the catalogue says of our schemas", () => {
  test("every table has row level security, forced on its owner too", async () => {
    const tables = `pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ${ourSchemas}`;
    expect((await list(`select relname as name from ${tables}`)).length).toBeGreaterThanOrEqual(11);
    expect(
      await list(`select relname as name from ${tables} and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
  });

  test("every table has a policy for its owner, and no policy is for everybody", async () => {
    const owned = `select tablename from pg_policies where schemaname in ${ourSchemas} and 'site_server' = any (roles)`;
    expect(
      await list(
        `select tablename as name from pg_tables where schemaname in ${ourSchemas} and tablename not in (${owned})`,
      ),
    ).toEqual([]);
    expect(await list("select policyname as name from pg_policies where 'public' = any (roles)")).toEqual([]);
  });

  test("every view runs with the rights of its reader", async () => {
    const views = `pg_class where relkind in ('v', 'm') and relnamespace::regnamespace::text in ${ourSchemas}`;
    expect(await list(`select relname as name from ${views}`)).toEqual(["admin_dashboard"]);
    expect(
      await list(
        `select relname as name from ${views} and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
      ),
    ).toEqual([]);
  });

  test("every function that runs with its owner's rights has a search path of its own", async () => {
    const definers = `pg_proc where prosecdef and pronamespace::regnamespace::text in ('public', 'private', 'auth')`;
    expect((await list(`select proname as name from ${definers}`)).length).toBeGreaterThan(5);
    expect(
      await list(
        `select proname as name from ${definers} and not exists (select from unnest(proconfig) as s where s in ('search_path=""', 'search_path='))`,
      ),
    ).toEqual([]);
  });

  test("nothing is granted to PUBLIC but what PostgreSQL's types need", async () => {
    const granted = (kind: string, acl: string, fallback: string, from: string) =>
      `select '${kind} ' || oid::${kind === "column" ? "text" : kind} as name from ${from}
       cross join lateral aclexplode(coalesce(${acl}, acldefault('${fallback}', owner))) as given where given.grantee = 0`;
    const relations = `(select oid::regclass, relacl, relowner as owner from pg_class where relkind in ('r', 'v', 'm', 'S', 'p') and relnamespace::regnamespace::text in ${ourSchemas}) as r`;
    const functions = `(select oid::regprocedure, proacl, proowner as owner from pg_proc where pronamespace::regnamespace::text in ${ourSchemas}) as f`;
    expect(await list(granted("regclass", "relacl", "r", relations))).toEqual([]);
    expect(await list(granted("regprocedure", "proacl", "f", functions))).toEqual([]);
    expect(
      await list(`select nspname as name from pg_namespace cross join lateral aclexplode(coalesce(nspacl, acldefault('n', nspowner))) as given
                  where given.grantee = 0 and nspname in ('public', 'private', 'auth')`),
    ).toEqual([]);
  });

  test("anonymous callers reach one procedure and no table", async () => {
    expect(
      await list(`select proname as name from pg_proc where pronamespace::regnamespace::text in ${ourSchemas}
                  and has_function_privilege('anon', oid, 'execute')`),
    ).toEqual(["create_lead_without_auth"]);
    expect(
      await list(`select relname as name from pg_class where relkind in ('r', 'v') and relnamespace::regnamespace::text in ${ourSchemas}
                  and has_any_column_privilege('anon', oid, 'select, insert, update')`),
    ).toEqual([]);
  });

  test("signed-in callers reach these procedures, and what policies, checks and the view need", async () => {
    const callable = (schema: string) =>
      list(`select proname as name from pg_proc where pronamespace = '${schema}'::regnamespace
            and has_function_privilege('authenticated', oid, 'execute')`);
    expect(await callable("public")).toEqual([
      "adopt_newer_answers",
      "count_admin_alerts",
      "count_leads",
      "count_newsletter",
      "count_volumes",
      "create_lead_without_auth",
      "create_profile_if_not_exists",
      "delete_lead_view",
      "delete_tag",
      "find_duplicates",
      "funnel_statistics",
      "lead_duplicates",
      "lead_history",
      "lead_ledger",
      "leave_waiting_list",
      "list_colleagues",
      "list_conference",
      "list_delivery_receivers",
      "list_lead_imports",
      "list_lead_views",
      "list_leads",
      "list_newsletter",
      "list_notifications",
      "list_open_billing",
      "list_open_deliveries",
      "list_open_payments",
      "list_tags",
      "list_today",
      "own_administrator_access",
      "own_notification_choices",
      "payment_figures",
      "preview_merge",
      "read_audit_log",
      "read_lead_account",
      "read_lead_receipts",
      "read_newer_answers",
      "read_notifications",
      "record_lead_opened",
      "save_lead_view",
      "save_tag",
      "search_leads",
      "take_browser_notifications",
      "undo_adopted_answers",
      "unsubscribe_by_hand",
      "worklist",
    ]);
    expect(await callable("private")).toEqual([
      "account_email",
      "forms",
      "free_knowledge_text",
      "has_consented",
      "has_role",
      "intention_detail",
      "is_admin",
      "phone_digits",
      "phone_e164",
      "proved_user_id",
      "tag_names",
    ]);
  });

  test("schema private is closed to the roles of the API", async () => {
    expect(
      await list(
        `select rolname as name from pg_roles where rolname in ${apiRoles} and has_schema_privilege(rolname, 'private', 'usage')`,
      ),
    ).toEqual([]);
  });

  test("no role of the server is a superuser, and only the secret key passes row security", async () => {
    const ours =
      "(rolname in ('anon', 'authenticated', 'service_role') or rolname ~ '^(authenticator|site_server)(_|$)')";
    expect(
      await list(
        `select rolname as name from pg_roles where ${ours} and (rolsuper or rolcreaterole or rolcreatedb or rolreplication)`,
      ),
    ).toEqual([]);
    expect(await list(`select rolname as name from pg_roles where ${ours} and rolbypassrls`)).toEqual(["service_role"]);
    const { rows } = await db.asServer((tx) =>
      tx.query("select current_user::text as role, rolsuper from pg_roles where rolname = current_user"),
    );
    expect(rows).toEqual([{ role: "site_server", rolsuper: false }]);
  });
});

describe("What a later migration adds", () => {
  test("a table without grants is closed to every caller", async () => {
    await db.asServer((tx) => tx.query("create table public.added_later (secret text)"));
    await db.asServer((tx) => tx.query("insert into public.added_later values ('x')"));
    for (const caller of Object.values(actors)) {
      if (!caller) continue;
      await expect(db.asCaller(caller, {}, (tx) => tx.query("select * from public.added_later"))).rejects.toMatchObject(
        { code: "42501" },
      );
      await expect(
        db.asCaller(caller, {}, (tx) => tx.query("insert into public.added_later values ('y')")),
      ).rejects.toMatchObject({ code: "42501" });
    }
    await db.asServer((tx) => tx.query("drop table public.added_later"));
  });

  test("a function without grants runs for no caller", async () => {
    await db.asServer((tx) =>
      tx.query(
        "create function public.added_later() returns integer language sql security definer set search_path = '' as 'select 1'",
      ),
    );
    for (const caller of Object.values(actors)) {
      if (!caller) continue;
      await expect(db.asCaller(caller, {}, (tx) => tx.query("select public.added_later()"))).rejects.toMatchObject({
        code: "42501",
      });
    }
    await db.asServer((tx) => tx.query("drop function public.added_later()"));
  });

  test("a table with row security but no policy hides its rows even from its owner", async () => {
    await db.asServer((tx) => tx.query("create table private.forced as select 1 as n"));
    await db.asServer((tx) => tx.query("alter table private.forced enable row level security"));
    await db.asServer((tx) => tx.query("alter table private.forced force row level security"));
    expect((await db.asServer((tx) => tx.query("select * from private.forced"))).rowCount).toBe(0);
    expect((await db.inspect("select * from private.forced")).rowCount).toBe(1);
    await db.asServer((tx) => tx.query("drop table private.forced"));
  });
});
