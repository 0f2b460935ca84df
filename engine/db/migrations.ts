import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";
import type { Logger } from "pino";

import { searchPath } from "./callers.ts";
import type { Tx } from "./database.ts";
import { isSqlError } from "./database-errors.ts";

export type SqlFolders = {
  /** Roles, schemas and the auth tables: what a Supabase project brings by itself. */
  bootstrap: string;
  /** The product's schema, in the format of the Supabase CLI. */
  migrations: string;
};

type SqlFile = { name: string; text: string };

/** Looks at the migrated database before anybody uses it. What it throws refuses the start, and nothing is changed. */
export type CheckBeforeUse = (client: pg.ClientBase) => Promise<void>;

/**
 * A migration that was applied and whose file says something else now, or is no longer there; or one that was not
 * applied and is older than the newest that was.
 */
export type MigrationDrift = { file: string; problem: "edited" | "gone" | "late" };

/** Of two processes that start on one database, the second waits here for the first. */
const migrationLock = "hashtextextended('site migrations', 0)";

const roleAttempts = 8;

/**
 * Brings a database up to the files: bootstrap at every start where auth is ours, then each migration once, one
 * transaction per file. What a killed start left open is rolled back by the database, and finished by the next start.
 * A file that is older than the newest applied one refuses the start: nothing is applied then.
 *
 * @param client a connection of the role of `DATABASE_URL`, used by this call alone
 * @param checkBeforeUse where auth is ours, run as the owner of our tables
 * @returns the versions applied now
 */
export async function prepareDatabase(
  client: pg.ClientBase,
  folders: SqlFolders,
  log: Logger,
  checkBeforeUse?: CheckBeforeUse,
): Promise<string[]> {
  const ownsAuth = !(await hasRole(client, "supabase_auth_admin"));
  await client.query(`select pg_advisory_lock(${migrationLock})`);
  try {
    if (ownsAuth) await bootstrap(client, folders.bootstrap);
    const role = ownsAuth ? "site_server" : undefined;
    const applied = await migrate(client, folders.migrations, role);
    await inTransaction(client, role, async () => {
      logDrift(await findMigrationDrift(client, folders.migrations), log);
      if (ownsAuth) await checkBeforeUse?.(client);
    });
    if (applied.length > 0) log.info({ count: applied.length, last: applied.at(-1) }, "database migrated");
    if (applied.length > 0) await client.query("notify pgrst, 'reload schema'");
    return applied;
  } finally {
    // It is freed with the connection anyway.
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
  }
}

/**
 * What every database needs before it has a schema: roles, which are the cluster's, and empty schemas.
 *
 * @param inTransaction runs its work in a transaction of the role of `DATABASE_URL`
 */
export async function prepareRoles(
  inTransaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  { bootstrap }: SqlFolders,
): Promise<void> {
  const [roles] = await readSqlFiles(bootstrap);
  if (roles) await retryWhileRolesChange(() => inTransaction((tx) => tx.runScript(roles.text)));
}

/**
 * Creates the schema as it was after these migrations, in the caller's transaction and as the owner of our tables: the
 * rows that the caller adds are committed with it, or neither is.
 */
export async function createSchemaAt(tx: Tx, folders: SqlFolders, versions: ReadonlySet<string>): Promise<void> {
  const [, ...bootstrapFiles] = await readSqlFiles(folders.bootstrap);
  const script = (text: string) => tx.runScript(text);
  for (const file of bootstrapFiles) await runFile(script, file);
  await tx.runScript(createHistory);
  for (const file of await readSqlFiles(folders.migrations)) {
    const { version, name } = readMigrationName(file.name);
    if (!versions.has(version)) continue;
    await runFile(script, file);
    // What the file left for the end of its own transaction, before the next one changes the tables.
    await tx.runScript("set constraints all immediate; set constraints all deferred");
    await tx.query(insertHistory, [version, name, [file.text]]);
  }
}

/** The versions that the files hold, oldest first. */
export async function listMigrations({ migrations }: SqlFolders): Promise<string[]> {
  return (await readSqlFiles(migrations)).map(({ name }) => readMigrationName(name).version);
}

export async function hasRole(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_catalog.pg_roles where rolname = $1", [name]);
  return rowCount === 1;
}

/** The first file creates the roles, so it runs as the connecting role; the others run as the owner of the tables. */
async function bootstrap(client: pg.ClientBase, folder: string): Promise<void> {
  for (const [index, file] of (await readSqlFiles(folder)).entries()) {
    const role = index === 0 ? undefined : "site_server";
    await retryWhileRolesChange(() => inTransaction(client, role, () => runFile((text) => client.query(text), file)));
  }
}

async function migrate(client: pg.ClientBase, folder: string, role: string | undefined): Promise<string[]> {
  await inTransaction(client, role, () => client.query(createHistory));
  const { rows } = await client.query<{ version: string }>("select version from supabase_migrations.schema_migrations");
  const known = new Set(rows.map(({ version }) => version));
  const files = await readSqlFiles(folder);
  const [late] = findLate(files, known);
  if (late) throw new Error(`${late}: ${migrationProblems.late}.`);

  const script = (text: string) => client.query(text);
  const applied: string[] = [];
  for (const file of files) {
    const { version, name } = readMigrationName(file.name);
    if (known.has(version)) continue;
    await inTransaction(client, role, async () => {
      await runFile(script, file);
      await client.query(insertHistory, [version, name, [file.text]]);
    });
    applied.push(version);
  }
  return applied;
}

/**
 * Files that were not applied although a newer one of ours was: run now, they would run in another order than on a new
 * database. What others recorded, as a project's own migrations, does not count.
 */
function findLate(files: readonly SqlFile[], applied: ReadonlySet<string>): string[] {
  const isApplied = ({ name }: SqlFile) => applied.has(readMigrationName(name).version);
  const newest = files.findLastIndex(isApplied);
  return files.flatMap((file, index) => (index < newest && !isApplied(file) ? [file.name] : []));
}

const createHistory = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text`;

const insertHistory =
  "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)";

/**
 * What this database has applied, and has not, against the files of today. Layout and comments may change: only the
 * statements count, however the Supabase CLI cut them when it recorded them. A migration recorded without its text is
 * believed.
 *
 * @param client a connection or an open transaction that may read the record
 */
export async function findMigrationDrift(
  client: { query(text: string): Promise<{ rows: unknown[] }> },
  folder: string,
): Promise<MigrationDrift[]> {
  const { rows } = await client.query(
    "select version, name, statements from supabase_migrations.schema_migrations order by version",
  );
  const applied = rows as AppliedMigration[];
  const sqlFiles = await readSqlFiles(folder);
  const files = new Map(sqlFiles.map((file) => [readMigrationName(file.name).version, file]));
  const drift = applied.flatMap(({ version, name, statements }): MigrationDrift[] => {
    const file = files.get(version);
    if (!file) return [{ file: name ? `${version}_${name}.sql` : version, problem: "gone" }];
    if (!statements?.length || statementsOf(statements.join("\n")) === statementsOf(file.text)) return [];
    return [{ file: file.name, problem: "edited" }];
  });
  const late = findLate(sqlFiles, new Set(applied.map(({ version }) => version)));
  return [...drift, ...late.map((file): MigrationDrift => ({ file, problem: "late" }))];
}

type AppliedMigration = { version: string; name: string | null; statements: string[] | null };

/** SQL on one line, without comments and separators; what stands between quotes is kept as it is. */
function statementsOf(text: string): string {
  const parts = /('(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--[^\n]*|\/\*[^]*?\*\/|[\s;])+/g;
  return text.replaceAll(parts, (_, quoted: string | undefined) => quoted ?? " ").trim();
}

/** Named, and no reason to stay down: databases made by earlier commits hold texts that were edited since. */
function logDrift(drift: MigrationDrift[], log: Logger): void {
  for (const { file, problem } of drift) log.error({ file }, migrationProblems[problem]);
}

/** For the operator of the machine, after the name of the file. */
export const migrationProblems: Record<MigrationDrift["problem"], string> = {
  edited:
    "this migration was edited after the database had applied it, so the change is not in the database: put the file " +
    "back as it was, and write the change as a new migration",
  gone: "this migration was applied to the database, and its file is gone: put it back, or run the version it came with",
  late:
    "this migration was not applied, and a newer one was: rename it so that it sorts after the newest one of " +
    "supabase/migrations",
};

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8") })));
}

function readMigrationName(file: string): { version: string; name: string } {
  const parts = /^(\d{14})_(.+)\.sql$/.exec(basename(file));
  if (!parts?.[1] || !parts[2]) throw new Error(`${file} is not named like 20260914103000_create_leads.sql.`);
  return { version: parts[1], name: parts[2] };
}

async function inTransaction(client: pg.ClientBase, role: string | undefined, work: () => Promise<unknown>) {
  await client.query("begin");
  try {
    await client.query(`set local search_path = ${searchPath}`);
    if (role) await client.query(`set local role ${role}`);
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the first error says more
    throw error;
  }
}

async function runFile(runScript: (text: string) => Promise<unknown>, { name, text }: SqlFile): Promise<void> {
  try {
    await runScript(text);
  } catch (error) {
    if (isSqlError(error)) error.message = `${name}${lineOf(text, error.position)}: ${error.message}`;
    throw error;
  }
}

function lineOf(text: string, position: string | undefined): string {
  return position ? ` line ${text.slice(0, Number(position)).split("\n").length}` : "";
}

/**
 * Roles are shared by all databases of a cluster, and no lock spans databases: two starts may change the same one.
 * XX000 is "tuple concurrently updated", 23505 and 42710 two creations of one role.
 */
export async function retryWhileRolesChange(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isContention = isSqlError(error) && ["XX000", "23505", "42710", "40P01"].includes(error.code);
      if (!isContention || attempt === roleAttempts) throw error;
      await wait(20 * attempt + Math.random() * 50);
    }
  }
}
