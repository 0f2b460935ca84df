import type { PoolUsage } from "./connection-pool.ts";

/** The roles a request may act as: the only ones ever set, never taken from a token's text. */
export type DatabaseRole = "anon" | "authenticated" | "service_role";

/** On whose behalf a transaction runs. `claims` are those of the access token, `{}` without one. */
export type Caller = { role: DatabaseRole; claims: Record<string, unknown> };

export type DbRow = Record<string, unknown>;

export type QueryResult<R extends DbRow = DbRow> = { rows: R[]; rowCount: number };

export type Statement = { text: string; values: unknown[] };

/**
 * An open transaction. Always pass it down: asking the database for another one inside it is refused, since on the
 * embedded engine there is one connection and the second would wait for the first for ever.
 *
 * What columns become: `int8` a number, `date` its text (`2025-10-30`), `timestamptz` a Date, `json` and `jsonb`
 * parsed, `numeric` its text. An array given as a value is a SQL array: give `JSON.stringify(list)` to a `jsonb`
 * parameter.
 */
export type Tx = {
  /** One command, kept prepared from its second time on; several commands in one text are refused (42601). */
  query<R extends DbRow = DbRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;

  /** A script of several commands without values, such as a migration. Never text with someone's values in it. */
  runScript(text: string): Promise<void>;
};

export type TxOptions = { isReadOnly?: boolean; settings?: Record<string, string> };

/**
 * - `disk_full`: too little room, on the embedded engine
 * - `read_only`: the server says so, as a standby does or one with `default_transaction_read_only`
 */
export type WriteObstacle = "disk_full" | "read_only";

/**
 * One interface, two engines: PostgreSQL through `DATABASE_URL`, PGlite in a worker thread otherwise.
 *
 * A transaction whose work throws is rolled back and rethrows. SQL errors keep their class and `code` (see
 * `isSqlError`); our own trouble (database away, disk full, overload) is a `DatabaseUnavailable`, which HTTP answers
 * with 503. A caller's statement that runs longer than 2 s is cut: SQL error 57014. A connection lost during the commit
 * leaves it open whether the commit happened: writes that may be repeated carry their own key.
 */
export type Database = {
  engine: "postgres" | "embedded";

  /** One transaction as the caller: role, `request.jwt.claims` and `options.settings` are set locally. */
  asCaller<T>(caller: Caller, options: TxOptions, work: (tx: Tx) => Promise<T>): Promise<T>;

  /** One statement that only reads, as the caller, in a transaction of its own and one round trip. */
  readAsCaller<R extends DbRow>(
    caller: Caller,
    settings: Record<string, string>,
    statement: Statement,
  ): Promise<QueryResult<R>>;

  /** One transaction as `site_server`, owner of our tables and of schema `auth`. For the server's own work. */
  asServer<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * One statement as `asServer`, alone in its transaction: it writes whole or not at all. Over connections that are
   * ours alone it leaves by itself, in one round trip where `asServer` takes three.
   */
  runAsServer: <R extends DbRow = DbRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>;

  /**
   * Calls back for each NOTIFY on the channel, from this process or another, and once with an empty payload after a
   * connection was lost, since something may have been missed.
   *
   * @returns how to stop
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;

  /** Runs the work if no other process does work of that name now; `undefined` when one does. */
  ifLeader<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;

  /**
   * Copies the folder of the embedded engine while it works: the copy opens as the database was at the end. A database
   * server has no folder of ours, and its backups read it in a snapshot.
   */
  copyFolder?: (target: string) => Promise<void>;

  /**
   * VACUUM and ANALYZE of the one table that had them longest ago, unless that was in this night. A server does so by
   * itself (autovacuum), the embedded engine never: its planner would take a table for what it was when it was empty,
   * deleted rows keep their room, and after two thousand million transactions nothing can be written (wraparound).
   *
   * @returns whether there was one
   */
  tidyTable?: () => Promise<boolean>;

  /** Resolves when the database answers, a visitor as well as the server. @throws when it does not within a second. */
  ping(): Promise<void>;

  /** Why the server's own writes would be refused now; undefined when they would not. @throws as `ping` */
  findWriteObstacle(): Promise<WriteObstacle | undefined>;

  /** How often the embedded engine had to be opened again, since this process opened it. A server has no such count. */
  restarts?: () => number;

  /** How busy its connections are now. */
  usage(): PoolUsage[];

  close(): Promise<void>;
};

/** Of the embedded engine, which this process owns. */
export type SuperuserAccess = {
  /** One transaction past every grant and policy: backups, and tests that check what was written. */
  asSuperuser<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};
