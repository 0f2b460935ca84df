import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { createSigningKeys } from "#engine/identity/signing-keys.ts";
import type { Database } from "#engine/db/database.ts";
import { type DatabaseOptions, openDatabase } from "#engine/db/open-database.ts";
import { siteLogins } from "#engine/db/site-logins.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import type { Settings } from "#server/settings/settings.ts";
import { testEngine } from "#tests/support/database.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { startLeading } from "#tests/support/leader.ts";

const log = pino({ level: "silent" });
const authSecret = "a secret of no use 0123456789abcdef";

let server: PostgresServer;
const opened: Database[] = [];

describe.runIf(testEngine === "postgres")("A PostgreSQL server that asks for passwords", () => {
  beforeAll(async () => {
    server = await startPostgresServer({ password: "the superuser's: @/?#" });
    await command("create database migrated");
    await (await openAt(server.url("migrated"))).close();
  });
  afterEach(async () => void (await Promise.all(opened.splice(0).map((db) => db.close()))));
  afterAll(() => server.remove());

  test("The first start makes logins of its own; the server's is no superuser", async () => {
    await command("create database first");
    const db = await open("first", { isThere: true });

    const { rows } = await db.asServer((tx) =>
      tx.query("select session_user::text as login, current_user::text as role"),
    );
    const asCaller = await db.asCaller({ role: "anon", claims: {} }, {}, (tx) =>
      tx.query("select session_user::text as login, current_user::text as role"),
    );

    expect(rows).toEqual([{ login: "site_server_first", role: "site_server" }]);
    expect(asCaller.rows).toEqual([{ login: "authenticator_first", role: "anon" }]);
  });

  test("A later start with another AUTH_SECRET gets in too", async () => {
    await (await open("secrets")).close();

    const db = await open("secrets", { authSecret: "another secret 0123456789abcdef" });

    await expect(db.ping()).resolves.toBeUndefined();
  });

  test("One that does not open the signing keys is refused, and the logins of who runs with the right one stay as they are", async () => {
    const db = await open("keys");
    const settings = { authSecret } as Settings;
    await createSigningKeys({ db, settings, now: () => new Date() }).current();
    const other = { authSecret: "another secret 0123456789abcdef" };

    await expect(open("keys", other)).rejects.toThrow(/^AUTH_SECRET is not the one .*rotate-keys --now/);

    // A new connection, with the password that the first start gave.
    await expect(db.ifLeader("try", () => Promise.resolve("in"))).resolves.toBe("in");
    await expect((await open("keys", { ...other, checkBeforeUse: undefined })).ping()).resolves.toBeUndefined();
  });

  test("A role that may only create roles, owner of its database, is enough", async () => {
    const rented = await startPostgresServer();
    try {
      await runOn(rented.url(), ["create role landlord login createrole", "create database rented owner landlord"]);
      const url = new URL(rented.url("rented"));
      url.username = "landlord";

      await (await openAt(url.href)).close();
      const db = await openAt(url.href);
      const { rows } = await db.asServer((tx) =>
        tx.query("select rolname::text as role from pg_roles where rolbypassrls or rolsuper"),
      );
      await db.close();

      expect(rows).toEqual([{ role: "postgres" }]);
    } finally {
      await rented.remove();
    }
  });

  test("A role that may not create roles is told what it lacks, in one sentence", async () => {
    const url = new URL(server.url("tenancy"));
    [url.username, url.password] = ["tenant", "rented"];
    await command("create role tenant login password 'rented'", "create database tenancy owner tenant");

    await expect(openAt(url.href)).rejects.toThrow(
      /^The role of DATABASE_URL may not make what the site needs \([^)]*\): .*createrole/,
    );
  });

  test("Two sites of one server run side by side, and neither can read the other", async () => {
    const secrets = { production: authSecret, staging: "another secret 0123456789abcdef" };
    await command("create role landlady login createrole password 'own'", "create database staging owner landlady");
    const production = await open("production");
    const stagingUrl = new URL(server.url("staging"));
    [stagingUrl.username, stagingUrl.password] = ["landlady", "own"];
    await command("grant anon, authenticated, service_role, site_server to landlady with admin option");
    const staging = await openAt(stagingUrl.href, secrets.staging);

    for (const db of [production, staging]) {
      await expect(db.ping()).resolves.toBeUndefined();
      // By a connection that is made now.
      await expect(db.ifLeader("try", () => Promise.resolve("in"))).resolves.toBe("in");
    }
    const intruders = Object.values(siteLogins("staging", secrets.staging));
    for (const { user, password } of [...intruders, { user: "landlady", password: "own" }]) {
      const url = new URL(server.url("production"));
      [url.username, url.password] = [user, password];
      await expect(runOn(url.href, ["select 1"])).rejects.toMatchObject({ code: "42501" });
      url.pathname = "/staging";
      await expect(runOn(url.href, ["select 1"])).resolves.toBe(1);
    }
  });

  test("A database with logins that sites shared serves the version before until its processes are gone", async () => {
    const password = "of before";
    const shared = ["authenticator", "site_server"];
    const before = (role: string) => {
      const url = new URL(server.url("upgraded"));
      [url.username, url.password] = [role, password];
      return url.href;
    };
    await command("create role spectator login");
    await (await open("upgraded")).close();
    // As roles.sql left it: open to everybody, with both roles let in by name.
    await command(
      "create role authenticator login noinherit",
      ...shared.map((role) => `alter role ${role} login password '${password}'`),
      "drop owned by authenticator_upgraded",
      "grant connect on database upgraded to public, authenticator, site_server",
    );
    await runOn(server.url("upgraded"), ["grant usage on schema public to spectator"]);
    const old = new pg.Client({ connectionString: before("site_server") });
    await old.connect();

    // The new version, then its second process beside the old one.
    for (let start = 1; start <= 2; start += 1) {
      await (await open("upgraded", { isThere: true })).close();
      for (const role of shared) await expect(runOn(before(role), ["select 1"])).resolves.toBe(1);
    }
    await old.end();
    await vi.waitFor(async () => {
      expect(await runOn(server.url(), ["select from pg_stat_activity where usename = 'site_server'"])).toBe(0);
    });
    const db = await open("upgraded", { isThere: true });

    for (const role of shared) await expect(runOn(before(role), ["select 1"])).rejects.toMatchObject({ code: "42501" });
    await expect(db.ifLeader("try", () => Promise.resolve("in"))).resolves.toBe("in");
    const allowed = "select where has_database_privilege($1, 'upgraded', 'connect')";
    expect(await runOn(server.url(), [allowed.replace("$1", "'spectator'")])).toBe(1);
  });

  test("Logins are made anew for a database under another name, and for a copy of one", async () => {
    await (await open("before")).close();
    // Its last connections close a moment later.
    await vi.waitFor(() => command("alter database before rename to after"));
    await command("create database twin_of_after template after");

    for (const name of ["after", "twin_of_after"]) {
      const { rows } = await (
        await open(name, { isThere: true })
      ).asServer((tx) => tx.query("select session_user::text as login"));
      expect(rows).toEqual([{ login: `site_server_${name}` }]);
    }
  });

  test("A login that the server refuses is said as such, and the site is not ready", async () => {
    const db = await open("refused");
    await command("alter role authenticator_refused nologin");

    await expect(db.ping()).rejects.toThrow("The database refuses the login authenticator_refused.");
    await expect(db.findWriteObstacle()).rejects.toThrow("The database refuses the login authenticator_refused.");

    await command("alter role authenticator_refused login");
    await expect(db.ping()).resolves.toBeUndefined();
  });

  test("Several databases of one server may be started at the same time, and one by several processes", async () => {
    const names = ["twin_a", "twin_a", "twin_b", "twin_b", "twin_c"];
    await command(...new Set(names.map((name) => `create database ${name}`)));

    const all = await Promise.all(names.map((name) => open(name, { isThere: true })));

    await Promise.all(all.map((db) => expect(db.ping()).resolves.toBeUndefined()));
  });

  test("One process leads, whichever database connection it came by", async () => {
    const [one, other] = [await open("leaders"), await open("leaders")];
    const { leading, finish } = await startLeading(one);

    expect(await other.ifLeader("purge", () => Promise.resolve("no"))).toBeUndefined();
    finish("led");

    expect(await leading).toBe("led");
    expect(await other.ifLeader("purge", () => Promise.resolve("now"))).toBe("now");
  });

  test("A process hears what another one announces", async () => {
    const [speaker, listener] = [await open("voices"), await open("voices")];
    const heard: string[] = [];
    await listener.listen("deliveries", (payload) => heard.push(payload));

    await speaker.asServer((tx) => tx.query("select pg_notify('deliveries', 'hello')"));

    await vi.waitFor(() => expect(heard).toEqual(["hello"]));
  });

  test("A production that names a project is refused on any other database, before anything is made", async () => {
    await runOn(server.url(), ["create database ordinary"]);
    const settings = {
      mode: "production",
      supabaseUrl: "https://projet.supabase.co",
      databaseUrl: server.url("ordinary"),
      dataDir: "",
      authSecret,
    } as const;

    await expect(openDatabase(settings, log)).rejects.toThrow(/^SUPABASE_URL names a project/);
    // It would be there already.
    await runOn(server.url("ordinary"), ["create schema private"]);
  });

  test("An address without the password that its server asks for is refused at once", async () => {
    const url = new URL(server.url());
    url.password = "";
    await expect(openDatabase({ databaseUrl: url.href, dataDir: "", authSecret }, log)).rejects.toThrow(
      /^DATABASE_URL holds no password/,
    );
  });

  test("Where auth belongs to a Supabase project nothing of it is made, and migrations run as the project's role", async () => {
    const project = await startPostgresServer();
    const migrations = mkdtempSync(join(tmpdir(), "site-migrations-"));
    writeFileSync(join(migrations, "20260101000000_things.sql"), "create table public.things (id int)");
    try {
      await runOn(project.url(), [
        "create role supabase_auth_admin",
        "create role anon",
        "create role authenticated",
        "create role service_role",
        "create schema extensions",
        "create role project login createrole in role anon, authenticated, service_role",
        "create database hosted owner project",
      ]);
      const url = new URL(project.url("hosted"));
      url.username = "project";
      const folders = { bootstrap: "engine/bootstrap", migrations };

      const db = await openDatabase({ databaseUrl: url.href, dataDir: "", authSecret }, log, { folders });
      const identity = "select session_user::text as login, current_user::text as role";
      const server = await db.asServer((tx) => tx.query(identity));
      const caller = await db.asCaller({ role: "authenticated", claims: {} }, {}, (tx) => tx.query(identity));
      const owner = await db.asServer((tx) =>
        tx.query("select tableowner::text from pg_tables where tablename = 'things'"),
      );
      const logins = await db.asServer((tx) =>
        tx.query("select from pg_roles where rolname in ('authenticator', 'site_server')"),
      );
      await db.close();

      expect(server.rows).toEqual([{ login: "project", role: "project" }]);
      expect(caller.rows).toEqual([{ login: "project", role: "authenticated" }]);
      expect(owner.rows).toEqual([{ tableowner: "project" }]);
      expect(logins.rowCount).toBe(0);
    } finally {
      rmSync(migrations, { recursive: true });
      await project.remove();
    }
  });

  test("A wrong address, password or database is one sentence that does not quote the password", async () => {
    const wrongPassword = new URL(server.url());
    wrongPassword.password = "guessed";

    const complaint = await openAt(wrongPassword.href).catch((error: unknown) => (error as Error).message);

    expect(complaint).toMatch(/^DATABASE_URL does not lead to a database that lets us in: .*\.$/);
    expect(complaint).not.toContain("guessed");
  });

  test("While the server is down every call fails at once as our own trouble; when it is back all is served again", async () => {
    const db = await open("outage");
    const heard: string[] = [];
    await db.listen("deliveries", (payload) => heard.push(payload));
    const running = db.asServer((tx) => tx.query("select pg_sleep(20)"));
    const ended = running.catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const ask = "select from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()";
      expect(await runOn(server.url(), [ask])).toBe(1);
    });

    // This server answers commits before they are on the disk: the logins just made would be lost with it.
    await runOn(server.url(), ["checkpoint"]);
    await server.crash();

    expect(await ended).toMatchObject({ name: "DatabaseUnavailable", code: "unreachable" });
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? db.asServer((tx) => tx.query("select 1"))
        : db.asCaller({ role: "anon", claims: {} }, {}, (tx) => tx.query("select 1")),
    );
    for (const call of [...calls, db.ping()]) await expect(call).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await expect(db.ifLeader("purge", () => Promise.resolve())).rejects.toMatchObject({ name: "DatabaseUnavailable" });

    await server.startAgain();
    const backAt = performance.now();
    await vi.waitFor(() => db.ping());
    expect(performance.now() - backAt).toBeLessThan(3000);
    await vi.waitFor(() => expect(heard).toEqual([""]));
    await db.asServer((tx) => tx.query("select pg_notify('deliveries', 'back')"));
    await vi.waitFor(() => expect(heard).toEqual(["", "back"]));
  });
});

type Options = DatabaseOptions & { authSecret?: string; databaseUrl?: string; isThere?: boolean };

/** A database of this name, made by an earlier call or now: a copy of the migrated one, which no start has seen yet. */
async function open(name: string, { authSecret: secret = authSecret, databaseUrl, isThere, ...options }: Options = {}) {
  if (!isThere && !databaseUrl) await copyMigrated(name);
  return openAt(databaseUrl ?? server.url(name), secret, options);
}

async function copyMigrated(name: string): Promise<void> {
  const isMissing = (await runOn(server.url(), [`select from pg_database where datname = '${name}'`])) === 0;
  // The last connections of who migrated it close a moment later.
  if (isMissing) await vi.waitFor(() => command(`create database ${name} template migrated`));
}

async function openAt(databaseUrl: string, secret = authSecret, options: DatabaseOptions = {}): Promise<Database> {
  const db = await openOwnDatabase({ databaseUrl, dataDir: "", authSecret: secret }, log, options);
  opened.push(db);
  return db;
}

async function command(...commands: string[]): Promise<void> {
  await runOn(server.url(), commands);
}

/** @returns how many rows the last of the commands has */
async function runOn(url: string, commands: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  let rows = 0;
  try {
    await client.connect();
    for (const each of commands) rows = (await client.query(each)).rowCount ?? 0;
    return rows;
  } finally {
    await client.end();
  }
}
