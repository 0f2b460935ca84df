import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import pino, { type Logger } from "pino";
import { afterAll, inject } from "vitest";

import type { Database, QueryResult, DbRow } from "#engine/db/database.ts";
import { columnTypes } from "#engine/db/column-types.ts";
import { type DatabaseOptions, defaultTimeouts } from "#engine/db/open-database.ts";
import { openEmbedded } from "#engine/db/open-embedded.ts";
import { openPostgresDatabase } from "#engine/db/open-postgres.ts";

import { testAuthSecret } from "./global-setup.ts";
import { takeSharedDatabase } from "./shared-database.ts";

/** The engine of the project that runs, for tests that hold on one only. */
export const testEngine: Database["engine"] = process.env.TEST_ENGINE === "postgres" ? "postgres" : "embedded";

export type TestDatabase = Database & {
  /** Past every grant and policy: what is really in the tables. Also for arranging rows. */
  inspect<R extends DbRow = DbRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
  /** Empties every table that was empty in the fresh database; triggers do not run. */
  reset(): Promise<void>;
};

/** A busy machine is slow, not broken: the files that test the product's deadlines name their own. */
const patience = { callerTimeoutMs: 10_000, waitForConnectionMs: 20_000 };

type TestOptions = Omit<DatabaseOptions, "folders" | "readFreeBytes"> & {
  /** For a test that changes the schema; any other option makes it the file's own as well. */
  isOwn?: true;
};

/** A migrated database for the tests of the file that asks, on the engine of `TEST_ENGINE`, until the last has run. */
export async function openDatabaseForFile(options: TestOptions = {}): Promise<TestDatabase> {
  const db = await openTestDatabase(options);
  afterAll(() => db.close());
  return db;
}

/** The same, for who closes it by themselves. */
export async function openTestDatabase(options: TestOptions = {}): Promise<TestDatabase> {
  const template = inject("databaseTemplate");
  const all = {
    ...defaultTimeouts,
    ...patience,
    ...options,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" }),
  };

  const open =
    template.engine === "embedded"
      ? () => openCopyOfDump(template.dumpFile, all)
      : () => openCopyOnServer(template, all);
  return Object.keys(options).length > 0 ? open() : takeSharedDatabase(open);
}

type Options = TestOptions & typeof defaultTimeouts & { log: Logger };

async function openCopyOfDump(dumpFile: string, options: Options): Promise<TestDatabase> {
  const database = await openEmbedded({ dumpFile }, options);
  return withInspection(database, (text, values) => database.asSuperuser((tx) => tx.query(text, values)));
}

async function openCopyOnServer(template: { port: number; database: string }, options: Options): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${template.port}/${database}`;
  await command(url("template1"), `create database ${name} template ${template.database}`);
  const database = await openPostgresDatabase({ ...options, databaseUrl: url(name), authSecret: testAuthSecret });
  const superuser = new pg.Pool({ connectionString: url(name), max: 2, types: columnTypes, allowExitOnIdle: true });
  const nameOf = createNames();
  const inspected = await withInspection(database, async (text, values) => {
    const { rows, rowCount } = await superuser.query({ text, ...nameOf(text), ...(values && { values }) });
    return { rows, rowCount: rowCount ?? 0 };
  });
  return {
    ...inspected,
    async close() {
      await Promise.all([database.close(), superuser.end()]);
      await dropDatabase(url("template1"), name);
    },
  };
}

/**
 * Gives a look at many tables, where it comes again, a name under which the server keeps its plan: to plan it takes
 * three times as long as to look.
 */
function createNames(): (text: string) => { name?: string } {
  const looks = new Set<string>();
  return (text) => {
    if (text.length < 1000 || !/^\s*select\s[^;]*$/.test(text)) return {};
    if (looks.has(text)) return { name: createHash("md5").update(text).digest("hex") };
    looks.add(text);
    return {};
  };
}

type Inspect = (text: string, values?: unknown[]) => Promise<QueryResult>;

async function withInspection(database: Database, inspect: Inspect): Promise<TestDatabase> {
  const emptyTables = await findEmptyTables(inspect);
  return {
    ...database,
    inspect: inspect as TestDatabase["inspect"],
    async reset() {
      if (emptyTables.length === 0) return;
      // Few rows each: ten to thirty times faster than a truncation, which makes new files.
      await inspect(`do $$ begin
        perform set_config('session_replication_role', 'replica', true); -- no triggers, so any order
        ${emptyTables.map((table) => `delete from ${table};`).join(" ")}
      end $$`);
    },
  };
}

async function findEmptyTables(inspect: Inspect): Promise<string[]> {
  const { rows: tables } = await inspect(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')",
  );
  if (tables.length === 0) return [];
  const looks = tables.map(
    ({ name }) => `select '${String(name)}' as name where not exists (select from ${String(name)})`,
  );
  const { rows } = await inspect(looks.join(" union all "));
  return rows.map(({ name }) => String(name));
}

/** A pool's end resolves while its last sockets still close: the server sees them go a moment later. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await command(server, `drop database ${name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse || attempt === 20) throw error;
      await wait(50);
    }
  }
}

const objectInUse = "55006";

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
