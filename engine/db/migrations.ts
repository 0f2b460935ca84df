import { createHash } from "node:crypto";

import type pg from "pg";
import type { Logger } from "pino";

import { searchPath } from "./callers.ts";
import type { Tx } from "./database.ts";
import { isSqlError } from "./database-errors.ts";
import {
  type Chain,
  type Chains,
  findLate,
  type Migration,
  type MigrationDrift,
  migrationProblems,
  planSchemaAt,
  planSteps,
  readChains,
  type SqlFolders,
  type Step,
} from "./migration-files.ts";
import { makeRoles, rolesAreReady } from "./roles.ts";

/** Looks at the migrated database before anybody uses it. What it throws refuses the start, and nothing is changed. */
export type CheckBeforeUse = (client: pg.ClientBase) => Promise<void>;

/** Of two processes that start on one database, the second waits here for the first. */
const migrationLock = "hashtextextended('site migrations', 0)";

/** A connection, and the role that owns our tables; undefined where it is that of the connection. */
type Owner = { client: pg.ClientBase; role: string | undefined };

/**
 * Brings a database up to the files: each migration once, one transaction per file; where auth is ours, its roles and
 * its schema too. A database that is up to date is only looked at: nothing of it is altered or locked. What a killed
 * start left open is rolled back by the database, and finished by the next start.
 * A file that is older than the newest applied one refuses the start: nothing is applied then.
 *
 * @param client a connection of the role of `DATABASE_URL`, used by this call alone
 * @param checkBeforeUse where auth is ours, run as the owner of our tables
 * @returns the versions applied now
 */
async function prepareDatabase(
  client: pg.ClientBase,
  folders: SqlFolders,
  log: Logger,
  checkBeforeUse?: CheckBeforeUse,
): Promise<string[]> {
  const ownsAuth = !(await hasRole(client, "supabase_auth_admin"));
  const chains = await readChains(folders);
  const owner: Owner = { client, role: ownsAuth ? "site_server" : undefined };
  await client.query(`select pg_advisory_lock(${migrationLock})`);
  try {
    const steps = await findSteps(client, chains, ownsAuth);
    if (ownsAuth && (steps.length > 0 || !(await rolesAreReady(client)))) {
      await makeRoles((text) => inTransaction({ client, role: undefined }, () => client.query(text)), folders);
    }
    await applySteps(owner, steps);
    await inTransaction(owner, async () => {
      logDrift(await findDrift(client, chains), log);
      if (ownsAuth) await checkBeforeUse?.(client);
    });
    const applied = steps.map(({ migration }) => migration.version);
    if (applied.length > 0) log.info({ count: applied.length, last: applied.at(-1) }, "database migrated");
    if (applied.length > 0) await client.query("notify pgrst, 'reload schema'");
    return applied;
  } finally {
    // It is freed with the connection anyway.
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
  }
}

/**
 * Instead of `prepareDatabase`, for those who only look.
 *
 * @throws in one sentence where there is anything to migrate
 */
async function refuseUnprepared(
  client: pg.ClientBase,
  folders: SqlFolders,
  checkBeforeUse?: CheckBeforeUse,
): Promise<void> {
  const ownsAuth = !(await hasRole(client, "supabase_auth_admin"));
  const steps = await findSteps(client, await readChains(folders), ownsAuth);
  if (steps.length > 0) {
    throw new Error(
      `The database is not that of this version (${steps.length} migrations are missing, up to ` +
        `${steps.at(-1)?.migration.file}): start the site once, which brings it up to date.`,
    );
  }
  await inTransaction({ client, role: ownsAuth ? "site_server" : undefined }, async () => {
    await client.query("set transaction read only");
    if (ownsAuth) await checkBeforeUse?.(client);
  });
}

/** How a database is brought to be used, by who opens it. */
export type Preparation = {
  folders: SqlFolders;
  checkBeforeUse?: CheckBeforeUse | undefined;
  /** Nothing is made, migrated or written. */
  looksOnly?: boolean | undefined;
  /** A database that another version made is refused, instead of migrated; an empty one is filled. */
  keepsVersion?: boolean | undefined;
};

/** @throws as `prepareDatabase` and `refuseUnprepared`, by what is wanted */
export async function prepareFor(client: pg.ClientBase, wanted: Preparation, log: Logger): Promise<void> {
  const { folders, checkBeforeUse, looksOnly, keepsVersion } = wanted;
  if (looksOnly) return refuseUnprepared(client, folders, checkBeforeUse);
  const applied = await readApplied(client);
  if (keepsVersion && applied.size > 0) {
    await refuseNewer(client, folders, applied);
    await refuseUnprepared(client, folders);
  }
  await prepareDatabase(client, folders, log, checkBeforeUse);
}

/** A project's migrations are not ours alone. */
async function refuseNewer(client: pg.ClientBase, folders: SqlFolders, applied: ReadonlySet<string>): Promise<void> {
  if (await hasRole(client, "supabase_auth_admin")) return;
  const known = await listMigrations(folders);
  const newer = [...applied].toSorted().findLast((version) => version > (known.at(-1) ?? ""));
  if (newer === undefined) return;
  throw new Error(
    `The database is that of a newer version (its migration ${newer} is not among the files): give the command of ` +
      "the version that runs on it.",
  );
}

/** @param ownsAuth false where schema auth is a project's own */
async function findSteps(client: pg.ClientBase, { auth, product }: Chains, ownsAuth: boolean): Promise<Step[]> {
  const applied = await readApplied(client);
  const steps: Step[] = [];
  for (const chain of ownsAuth ? [auth, product] : [product]) {
    const isNew = !chain.migrations.some(({ version }) => applied.has(version)) && !(await hasMark(client, chain));
    steps.push(...planSteps(chain, applied, isNew));
  }
  return steps;
}

async function hasMark(client: pg.ClientBase, { mark }: Chain): Promise<boolean> {
  return mark !== undefined && (await client.query("select where to_regclass($1) is not null", [mark])).rowCount === 1;
}

async function readApplied(client: pg.ClientBase): Promise<Set<string>> {
  const { rowCount } = await client.query(`select where to_regclass('${history}') is not null`);
  if (rowCount === 0) return new Set();
  const { rows } = await client.query<{ version: string }>(`select version from ${history}`);
  return new Set(rows.map(({ version }) => version));
}

async function applySteps(owner: Owner, steps: Step[]): Promise<void> {
  if (steps.length > 0) await inTransaction(owner, () => owner.client.query(createHistory));
  for (const { migration, isRun } of steps) {
    await inTransaction(owner, async () => {
      if (isRun) await runMigration((text) => owner.client.query(text), migration);
      await owner.client.query(insertHistory, [migration.version, migration.name, [migration.text]]);
    });
  }
}

/**
 * What every database needs before it has a schema: roles, which are the cluster's, and empty schemas.
 *
 * @param inOwnTransaction runs its work in a transaction of the role of `DATABASE_URL`
 */
export async function prepareRoles(
  inOwnTransaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  folders: SqlFolders,
): Promise<void> {
  await makeRoles((text) => inOwnTransaction((tx) => tx.runScript(text)), folders);
}

/**
 * Creates the schema as it was after these migrations, in the caller's transaction and as the owner of our tables: the
 * rows that the caller adds are committed with it, or neither is.
 */
export async function createSchemaAt(tx: Tx, folders: SqlFolders, versions: ReadonlySet<string>): Promise<void> {
  await tx.runScript(createHistory);
  for (const chain of Object.values(await readChains(folders))) {
    for (const { migration, isRun } of planSchemaAt(chain, versions)) {
      if (isRun) await runMigration((text) => tx.runScript(text), migration);
      // What the file left for the end of its own transaction, before the next one changes the tables.
      if (isRun) await tx.runScript("set constraints all immediate; set constraints all deferred");
      await tx.query(insertHistory, [migration.version, migration.name, [migration.text]]);
    }
  }
}

/** The versions that the files hold, oldest first. */
export async function listMigrations(folders: SqlFolders): Promise<string[]> {
  return Object.values(await readChains(folders))
    .flatMap(({ migrations }) => migrations.map(({ version }) => version))
    .toSorted();
}

export async function hasRole(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_catalog.pg_roles where rolname = $1", [name]);
  return rowCount === 1;
}

const history = "supabase_migrations.schema_migrations";

const createHistory = `
  create schema if not exists supabase_migrations;
  create table if not exists ${history} (version text not null primary key);
  alter table ${history} add column if not exists statements text[];
  alter table ${history} add column if not exists name text`;

const insertHistory = `insert into ${history} (version, name, statements) values ($1, $2, $3)`;

/**
 * What this database has applied, and has not, against the files of today. Layout and comments may change: only the
 * statements count, however the Supabase CLI cut them when it recorded them. A migration recorded without its text is
 * believed.
 *
 * @param client a connection or an open transaction that may read the record
 */
export async function findMigrationDrift(client: Reader, folders: SqlFolders): Promise<MigrationDrift[]> {
  return findDrift(client, await readChains(folders));
}

type Reader = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

async function findDrift(client: Reader, { auth, product }: Chains): Promise<MigrationDrift[]> {
  const chains = [auth, product];
  const { rows } = await client.query(
    `select version, name, ${recordedDigest} as digest from ${history} order by version`,
  );
  const applied = rows as AppliedMigration[];
  const files = new Map(chains.flatMap(({ migrations }) => migrations.map((file) => [file.version, file])));
  const newest = [...files.keys()].toSorted().at(-1) ?? "";
  const others = applied.filter(({ version, digest }) => {
    const file = files.get(version);
    return file !== undefined && digest !== null && digest !== digestOf(file.text);
  });
  const texts = await readRecordedTexts(client, others);
  const drift = applied.flatMap(({ version, name }): MigrationDrift[] => {
    const file = files.get(version);
    const named = name ? `${version}_${name}.sql` : version;
    if (!file) return [{ file: named, problem: version > newest ? "newer" : "gone" }];
    const text = texts.get(version);
    if (text === undefined || statementsOf(text) === statementsOf(file.text)) return [];
    return [{ file: file.file, problem: "edited" }];
  });
  const versions = new Set(applied.map(({ version }) => version));
  const late = chains.flatMap((chain) => findLate(chain, versions));
  return [...drift, ...late.map(({ file }): MigrationDrift => ({ file, problem: "late" }))];
}

/** Without a digest where no text was recorded. */
type AppliedMigration = { version: string; name: string | null; digest: string | null };

/** As one text, whatever the Supabase CLI cut it into. */
const recordedText = `nullif(array_to_string(statements, e'\\n'), '')`;
/** The texts are nearly a megabyte, and almost always those of the files: only what is another one is sent. */
const recordedDigest = `encode(sha256(convert_to(${recordedText}, 'UTF8')), 'hex')`;

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readRecordedTexts(client: Reader, applied: AppliedMigration[]): Promise<Map<string, string>> {
  if (applied.length === 0) return new Map();
  const { rows } = await client.query(
    `select version, ${recordedText} as text from ${history} where version = any($1)`,
    [applied.map(({ version }) => version)],
  );
  return new Map((rows as { version: string; text: string }[]).map(({ version, text }) => [version, text]));
}

/** SQL on one line, without comments and separators; what stands between quotes is kept as it is. */
function statementsOf(text: string): string {
  const parts = /('(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--[^\n]*|\/\*[^]*?\*\/|[\s;])+/g;
  return text.replaceAll(parts, (_, quoted: string | undefined) => quoted ?? " ").trim();
}

/**
 * Named, and no reason to stay down: databases made by earlier commits hold texts that were edited since. One line says
 * what a later version made: the operator went back from it.
 */
function logDrift(drift: MigrationDrift[], log: Logger): void {
  const newer = drift.filter(({ problem }) => problem === "newer");
  for (const { file, problem } of drift) if (problem !== "newer") log.error({ file }, migrationProblems[problem]);
  if (newer.length === 0) return;
  log.warn({ migrations: newer.length, newest: newer.at(-1)?.file }, "a later version has changed this database");
}

async function inTransaction({ client, role }: Owner, work: () => Promise<unknown>): Promise<void> {
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

async function runMigration(runScript: (text: string) => Promise<unknown>, { file, text }: Migration): Promise<void> {
  try {
    await runScript(text);
  } catch (error) {
    if (isSqlError(error)) error.message = `${file}${lineOf(text, error.position)}: ${error.message}`;
    throw error;
  }
}

function lineOf(text: string, position: string | undefined): string {
  return position ? ` line ${text.slice(0, Number(position)).split("\n").length}` : "";
}
