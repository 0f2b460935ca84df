import { readdirSync, readFileSync } from "node:fs";

import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Caller, Tx, TxOptions } from "#engine/db/database.ts";
import { prepareFor } from "#engine/db/migrations.ts";
import { sqlFolders } from "#engine/db/open-database.ts";
import { testEngine } from "#tests/support/database.ts";
import { sampleOf } from "#tests/support/depth.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";

import { matrix } from "./matrix.ts";
import { actorNames, actors, alicePastTheCode, arrangePeople, enrolAlice } from "./accounts.ts";
import { expectedOutcomes, type Target, tryAttempt } from "./try-attempt.ts";

/**
 * What a hosted project starts from: its own roles, `auth` owned by another role, and everything new in schema public
 * given to the API roles. `project_owner` stands for the project's `postgres`, which is no superuser there.
 */
const hostedProject = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login createrole;
  create role project_owner login createrole bypassrls;
  grant anon, authenticated, service_role to authenticator, project_owner;
  grant create on database postgres to project_owner;
  alter schema public owner to project_owner;
  grant usage on schema public to anon, authenticated, service_role;
  create schema auth authorization supabase_auth_admin;
  create schema extensions authorization project_owner;
  grant usage on schema extensions to anon, authenticated, service_role;
  create extension pg_trgm with schema extensions;
  alter default privileges for role project_owner in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public grant all on sequences to anon, authenticated, service_role;`;

const authForTheProject = `
  grant usage on schema auth to project_owner;
  grant select, references on all tables in schema auth to project_owner;
  grant execute on all functions in schema auth to project_owner;`;

/** What the policies decide matrix.test.ts tries on both engines: here it is what the project's own grants add. */
const sampled = sampleOf(matrix, 25);

let server: PostgresServer;
let owner: pg.Client;
let superuser: pg.Client;

describe.skipIf(testEngine !== "postgres")("On a project that starts with everything open", () => {
  beforeAll(async () => {
    server = await startPostgresServer();
    superuser = await connect("postgres");
    await superuser.query(hostedProject);
    await superuser.query(`set role supabase_auth_admin; ${readAuthTables()}; reset role; ${authForTheProject}`);
    owner = await connect("project_owner");
    await prepareFor(owner, { folders: sqlFolders }, pino({ level: "silent" }));
    await arrangePeople(target);
  });
  afterAll(async () => {
    await Promise.all([owner.end(), superuser.end()]);
    await server.remove();
  });

  test.for(sampled)(
    `the same ${sampled.length * actorNames.length} outcomes hold: $object: $attempt`,
    async (attempt) => {
      expect(await tryAttempt(target, attempt)).toEqual(expectedOutcomes(attempt));
    },
  );

  test("a customer's second factor guards their profile and their leads", async () => {
    await enrolAlice(target);
    const readable = (caller: Caller) =>
      target.asCaller(caller, {}, async (tx) => {
        const { rows } = await tx.query("select id from user_profiles union all select id from leads");
        return rows.length;
      });
    expect(await readable(actors.owner)).toBe(0);
    expect(await readable(alicePastTheCode)).toBe(2);
  });

  test("a later table is closed to the API roles as well", async () => {
    await owner.query("create table public.later (id integer)");
    const { rows } = await superuser.query("select relacl::text from pg_class where relname = 'later'");
    expect(rows[0].relacl ?? "").not.toMatch(/anon|authenticated|service_role/);
    await owner.query("drop table public.later");
  });
});

const target: Target = {
  async asCaller<T>(caller: Caller, _options: TxOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    await superuser.query("begin");
    try {
      const claims = JSON.stringify(caller.claims);
      await superuser.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
        caller.role,
        claims,
      ]);
      const result = await work({ query: inspect, runScript: (text) => inspect(text).then(() => undefined) } as Tx);
      await superuser.query("commit");
      return result;
    } catch (error) {
      await superuser.query("rollback");
      throw error;
    }
  },
  inspect: (text, values) => inspect(text, values) as never,
  async reset() {
    await superuser.query(`set session_replication_role = replica;
      truncate auth.users, public.user_profiles, public.admin_users, private.audit_log, private.receivers, private.settings cascade;
      set session_replication_role = origin`);
  },
};

async function inspect(text: string, values: unknown[] = []) {
  const { rows, rowCount } = await superuser.query(text, values);
  return { rows, rowCount: rowCount ?? 0 };
}

async function connect(user: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url("postgres").replace("postgres@", `${user}@`) });
  await client.connect();
  return client;
}

/** Our own auth tables have the names and columns of a hosted project's; the roles are the project's own. */
function readAuthTables(): string {
  const folder = `${sqlFolders.bootstrap}/migrations`;
  const files = readdirSync(folder).toSorted();
  return files.map((file) => readFileSync(`${folder}/${file}`, "utf8")).join(";\n");
}
