import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import pg from "pg";
import type { Logger } from "pino";

import { planForCaller, searchPath } from "./callers.ts";
import { columnTypes } from "./column-types.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { copyRunningFolder } from "./copy-folder.ts";
import type { Database, QueryResult, DbRow, Statement, SuperuserAccess, Tx } from "./database.ts";
import { DatabaseUnavailable, isSqlError, reasonOf } from "./database-errors.ts";
import { type EmbeddedEngine, type EngineFiles, startEmbeddedEngine } from "./embedded-engine.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { type FreeSpaceGuard, guardFreeSpace, type ReadFreeBytes } from "./free-space.ts";
import type { SqlFolders } from "./migration-files.ts";
import { type CheckBeforeUse, prepareFor } from "./migrations.ts";
import { createSubscriptions, type Subscriptions } from "./notifications.ts";
import { isReadOnly, pingAsVisitor } from "./ping.ts";
import { createPreparedStatements, preparedBudgets } from "./statements.ts";
import { readsOn, type TransactionPlan, transactionsOn } from "./transactions.ts";

type EmbeddedOptions = {
  log: Logger;
  callerTimeoutMs: number;
  serverTimeoutMs: number;
  waitForConnectionMs: number;
  /** Applied before the database is handed out; without them it is taken as it is. */
  folders?: SqlFolders | undefined;
  checkBeforeUse?: CheckBeforeUse | undefined;
  looksOnly?: boolean | undefined;
  /** A script that changes nothing, run once by each engine before it serves: see `DatabaseOptions`. */
  warmUp?: string | undefined;
};

type FolderOptions = EmbeddedOptions & { dataDir: string; readFreeBytes?: ReadFreeBytes | undefined };

export type EmbeddedDatabase = Database &
  SuperuserAccess & {
    /** The whole database as an uncompressed tar. */
    dump(): Promise<Uint8Array>;
  };

/** The database in `dataDir`, for this process alone. */
export async function openEmbeddedDatabase(options: FolderOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, "database");
  if (options.looksOnly && !existsSync(join(folder, "PG_VERSION"))) {
    throw new Error(`There is no database in ${dataDir}: start the site once, which makes it.`);
  }
  const lock = await takeFolder(folder, join(dataDir, "database.lock"));
  try {
    const space = guardFreeSpace(dataDir, join(dataDir, "ballast"), options.readFreeBytes);
    const database = await openEmbedded({ folder }, options, space);
    options.log.info(
      { folder },
      "embedded database: it survives a killed process but is not proof against power cuts; " +
        "set DATABASE_URL for a real site",
    );
    return {
      ...database,
      copyFolder: (target) => copyRunningFolder(database, folder, target),
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Made where it is missing. @throws Error in one sentence: in use by another process, or not ours to write in */
async function takeFolder(folder: string, lockFile: string): Promise<FolderLock> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await lockFolder(folder, lockFile);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause; // a sentence already
    const sentence = `The embedded database in ${folder} cannot be written by this account (${reasonOf(cause)}).`;
    throw new Error(`${sentence} Give it the folder (chown -R), or choose another DATA_DIR.`, { cause });
  }
}

/** The engine on any files, without lock: in memory when no folder is named. */
export async function openEmbedded(
  files: EngineFiles,
  options: EmbeddedOptions,
  space?: FreeSpaceGuard,
): Promise<EmbeddedDatabase> {
  const { log, serverTimeoutMs, folders, warmUp } = options;
  let isCold = false;
  const subscriptions = createSubscriptions(log);
  const engine = startEmbeddedEngine({
    files,
    log,
    deadlineMs: serverTimeoutMs,
    ...(space ? { beforeOpening: () => space.makeRoom() } : {}),
    onReopened() {
      isCold = true;
      void listenAgain(pool, subscriptions, log);
    },
  });
  const pool = createPool(engine, subscriptions, options, async (client) => {
    if (!isCold) return;
    isCold = false;
    await warm(client);
  });
  // one session for the callers and for the site itself
  const transactionOptions = { prepared: createPreparedStatements(preparedBudgets.server) };
  const runOnPool = transactionsOn(pool, transactionOptions);
  const readOnPool = readsOn(pool, transactionOptions);

  async function watch<T>(plan: TransactionPlan, deadlineMs: number, start: Start<T>): Promise<T> {
    const watched: TransactionPlan = {
      ...plan,
      async onStart() {
        engine.setDeadline(deadlineMs);
        // Not before: a disk may fill while one waits in line.
        watched.isShortOfSpace = !plan.isReadOnly && ((await space?.isLow()) ?? false);
      },
    };
    try {
      return await start(watched);
    } catch (error) {
      if (isDiskTrouble(error)) engine.restart(error);
      throw error;
    }
  }
  const run: Run = (plan, deadlineMs, work) => watch(plan, deadlineMs, (watched) => runOnPool(watched, work));
  const read: Read = (plan, deadlineMs, statement) =>
    watch(plan, deadlineMs, (watched) => readOnPool(watched, statement));

  const database = {
    ...createDatabase(run, read, options),
    ...createMessaging(pool, subscriptions),
    tidyTable: () => tidyTable(pool, engine),
    dump: engine.dump,
    usage: () => [pool.usage("engine")],
    restarts: engine.restarts,
  };

  /** Behind the server's deadline; what fails is no reason to stay closed. */
  async function warm(client: pg.ClientBase): Promise<void> {
    if (warmUp === undefined) return;
    engine.setDeadline(serverTimeoutMs);
    try {
      await client.query(warmUp);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "the embedded database could not be warmed up");
      await client.query("rollback");
    }
  }

  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= pool.end().then(() => engine.close());
    return closing;
  }

  try {
    await engine.ready();
    if (folders) {
      await withClient(pool, (client) => prepareFor(client, { ...options, folders }, log));
    }
    await withClient(pool, warm);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...database, close };
}

type Start<T> = (watched: TransactionPlan) => Promise<T>;
type Run = <T>(plan: TransactionPlan, deadlineMs: number, work: (tx: Tx) => Promise<T>) => Promise<T>;
type Read = <R extends DbRow>(
  plan: TransactionPlan,
  deadlineMs: number,
  statement: Statement,
) => Promise<QueryResult<R>>;

function createDatabase(run: Run, read: Read, options: EmbeddedOptions) {
  const { callerTimeoutMs, serverTimeoutMs, looksOnly = false } = options;
  const asServer: TransactionPlan = { isReadOnly: looksOnly, settings: [["role", "site_server"]] };
  const asSuperuser: TransactionPlan = { isReadOnly: false, settings: [] };
  const running = new Set<string>();

  return {
    engine: "embedded",
    asCaller: async (caller, options, work) =>
      run(planForCaller(caller, options, callerTimeoutMs), callerTimeoutMs, work),
    readAsCaller: async (caller, settings, statement) =>
      read(planForCaller(caller, { isReadOnly: true, settings }, callerTimeoutMs), callerTimeoutMs, statement),
    asServer: (work) => run(asServer, serverTimeoutMs, work),
    /** One session for everybody: the role is the transaction's. */
    runAsServer: (text, values) => run(asServer, serverTimeoutMs, (tx) => tx.query(text, values)),
    asSuperuser: (work) => run(asSuperuser, serverTimeoutMs, work),
    ping: () => pingAsVisitor((plan, work) => run(plan, callerTimeoutMs, work)),

    /** Nothing else makes this engine read-only: see `isShortOfSpace`. */
    findWriteObstacle: async () =>
      (await isReadOnly((plan, work) => run(plan, callerTimeoutMs, work))) ? "disk_full" : undefined,

    /** The only process there is: it leads, but does not do the same work twice at a time. */
    async ifLeader(name, work) {
      if (running.has(name)) return undefined;
      running.add(name);
      try {
        return await work();
      } finally {
        running.delete(name);
      }
    },
  } satisfies Partial<EmbeddedDatabase>;
}

/** One connection, since the engine has one session; it listens for everybody. */
function createPool(
  engine: EmbeddedEngine,
  subscriptions: Subscriptions,
  options: EmbeddedOptions,
  prepare: (client: pg.ClientBase) => Promise<void>,
): ConnectionPool {
  return new ConnectionPool(
    {
      user: "postgres",
      database: "postgres",
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: options.waitForConnectionMs,
      pipeline: true,
      types: columnTypes,
      stream: () => engine.connect(),
      onConnect: async (client) => {
        client.on("notification", ({ channel, payload }) => subscriptions.dispatch(channel, payload ?? ""));
        await prepare(client);
        await client.query(`set search_path = ${searchPath}`);
        for (const channel of subscriptions.channels()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      },
    },
    options.log,
  );
}

function createMessaging(pool: ConnectionPool, subscriptions: Subscriptions): Pick<Database, "listen"> {
  return {
    async listen(channel, handler) {
      if (subscriptions.add(channel, handler)) await command(pool, `listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        if (subscriptions.remove(channel, handler)) await command(pool, `unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
  };
}

const tidyDeadlineMs = 10 * 60_000;

const mostUntidyTable = `
  select relid::regclass::text as name from pg_stat_all_tables
  where schemaname <> 'pg_toast' and coalesce(last_vacuum, '-infinity') < now() - interval '12 hours'
  order by last_vacuum nulls first, relid limit 1`;

/** As superuser, outside of every transaction: that is how VACUUM runs. Tables of the system grow old as well. */
function tidyTable(pool: ConnectionPool, engine: EmbeddedEngine): Promise<boolean> {
  return withClient(pool, async (client) => {
    engine.setDeadline(tidyDeadlineMs);
    const { rows } = await client.query<{ name: string }>(mostUntidyTable);
    for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`);
    return rows.length > 0;
  });
}

async function command(pool: ConnectionPool, text: string): Promise<void> {
  if (!pool.ending) await withClient(pool, (client) => client.query(text));
}

async function withClient<T>(pool: ConnectionPool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.lend();
  let failure: Error | undefined;
  const noteFailure = (error: Error) => void (failure = error);
  client.on("error", noteFailure);
  try {
    return await work(client);
  } finally {
    client.off("error", noteFailure);
    client.release(failure);
  }
}

/** A connection that starts listens to every channel; what was said meanwhile is lost, so everybody looks once. */
async function listenAgain(pool: ConnectionPool, subscriptions: Subscriptions, log: Logger): Promise<void> {
  try {
    await command(pool, "select");
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "the embedded database is open again but does not answer");
  }
  subscriptions.wakeAll();
}

/** The engine hangs after a full disk or a failed write: it must be opened again. */
function isDiskTrouble(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && isSqlError(error.cause) && /^(53100|58)/.test(error.cause.code);
}
