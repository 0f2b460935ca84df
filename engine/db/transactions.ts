import { AsyncLocalStorage } from "node:async_hooks";

import type pg from "pg";

import type { ConnectionPool } from "./connection-pool.ts";
import type { QueryResult, DbRow, Statement, Tx } from "./database.ts";
import { DatabaseUnavailable, hideFromLogs, isSqlError, readDriverError } from "./database-errors.ts";
import type { PreparedStatements } from "./statements.ts";

export type TransactionPlan = {
  isReadOnly: boolean;
  /** Applied with `set_config(…, true)`: gone at the end of the transaction, whatever its end. */
  settings: [name: string, value: string][];
  /** The plan wanted to write, but there is no room: reads pass, writes are refused as `disk_full`. */
  isShortOfSpace?: boolean;
  /** Called with the connection in hand, before the first command. */
  onStart?: () => Promise<void>;
};

export type TransactionOptions = {
  /** None behind a pooler that changes the connection between transactions. */
  prepared: PreparedStatements | undefined;
};

export type RunTransaction = <T>(plan: TransactionPlan, work: (tx: Tx) => Promise<T>) => Promise<T>;

export type RunAlone = <R extends DbRow>(statement: Statement) => Promise<QueryResult<R>>;

export type RunRead = <R extends DbRow>(plan: TransactionPlan, statement: Statement) => Promise<QueryResult<R>>;

type Scope = { isOpen: boolean };
const currentScope = new AsyncLocalStorage<Scope>();

/** For callbacks that start inside a transaction by accident of timing, such as notifications. */
export function outsideTransactions<T>(work: () => T): T {
  return currentScope.exit(work);
}

export function transactionsOn(pool: ConnectionPool, options: TransactionOptions): RunTransaction {
  return (plan, work) =>
    onConnection(pool, plan, options, async (client, connection) => {
      const scope: Scope = { isOpen: true };
      try {
        await connection.run(() => open(client, connection, plan));
        const result = await currentScope.run(scope, () => work(transactionIn(scope, connection)));
        await connection.run(() => commit(client));
        return result;
      } catch (error) {
        await connection.rollBack();
        throw error;
      } finally {
        scope.isOpen = false;
      }
    });
}

/**
 * One statement in a transaction of its own that leaves whole, `begin` to `commit`, and is answered in one round trip
 * (`pipeline`). For reads only: were `begin` to fail, the statement would run without the plan's role. Its rows then go
 * no further than here, since they are handed out only when all four commands went well.
 */
export function readsOn(pool: ConnectionPool, options: TransactionOptions): RunRead {
  return <R extends DbRow>(plan: TransactionPlan, { text, values }: Statement) =>
    onConnection(pool, plan, options, (client, connection) =>
      connection.run(async () => {
        const commands = [open(client, connection, plan), connection.query<R>(text, values), commit(client)] as const;
        await Promise.allSettled(commands);
        const [, result] = await Promise.all(commands);
        return result;
      }),
    );
}

/**
 * Runs one statement without `begin` and `commit`, which the server then adds. It runs as the login role of the pool,
 * with the settings of its connections.
 */
export function alonesOn(pool: ConnectionPool, options: TransactionOptions): RunAlone {
  const plan = { isReadOnly: false, settings: [] };
  return <R extends DbRow>({ text, values }: Statement) =>
    onConnection(pool, plan, options, (_, connection) => connection.run(() => connection.query<R>(text, values)));
}

async function onConnection<T>(
  pool: ConnectionPool,
  plan: TransactionPlan,
  options: TransactionOptions,
  work: (client: pg.PoolClient, connection: Connection) => Promise<T>,
): Promise<T> {
  refuseNesting();
  const client = await pool.lend();
  const connection = watchConnection(client, plan, options);
  try {
    if (plan.onStart) await plan.onStart();
    return await work(client, connection);
  } finally {
    connection.release();
  }
}

function refuseNesting(): void {
  if (currentScope.getStore()?.isOpen) {
    throw new Error("A transaction was asked for inside another one: pass the open `tx` down instead.");
  }
}

/**
 * Both commands leave in one go (`pipeline`); were `begin` to fail, a local setting outside a transaction sets nothing.
 */
async function open(client: pg.ClientBase, connection: Connection, plan: TransactionPlan): Promise<void> {
  const isReadOnly = plan.isReadOnly || plan.isShortOfSpace;
  const begun = client.query(isReadOnly ? "begin read only" : "begin");
  if (plan.settings.length === 0) return void (await begun);
  const calls = plan.settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  await Promise.all([begun, connection.query(`select ${calls.join(", ")}`, plan.settings.flat())]);
}

async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query("commit");
  if (command !== "COMMIT") {
    throw new Error("Nothing was written: a statement had failed and its error was caught inside the transaction.");
  }
}

function transactionIn(scope: Scope, connection: Connection): Tx {
  const guarded = <T>(work: () => Promise<T>) =>
    scope.isOpen ? connection.run(work) : Promise.reject(new Error("This transaction is over."));
  return {
    query: <R extends DbRow>(text: string, values?: unknown[]) => guarded(() => connection.query<R>(text, values)),
    runScript: (text) => guarded(() => connection.script(text)),
  };
}

type Connection = ReturnType<typeof watchConnection>;

/** Knows whether the connection broke, and turns what the driver throws into what callers are promised. */
function watchConnection(client: pg.PoolClient, plan: TransactionPlan, { prepared }: TransactionOptions) {
  let lost: Error | undefined;
  let isStale = false; // what is prepared on the connection is not what we believe
  const noteLoss = (error: Error) => void (lost = error);
  client.on("error", noteLoss);

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isSqlError(error)) {
        hideFromLogs(error);
        if (error.code === "25006" && plan.isShortOfSpace) throw shortOfSpace(error);
        // "cached plan must not change result type": a table changed under a prepared statement
        if (error.code === "0A000" && error.routine === "RevalidateCachedQuery") isStale = true;
      } else {
        // a value that cannot be sent: `pg` then believes in a prepared statement that it has closed
        isStale = true;
      }
      throw readDriverError(error, lost !== undefined);
    }
  }

  return {
    run,

    async query<R extends DbRow>(text: string, values: unknown[] = []): Promise<QueryResult<R>> {
      const name = prepared?.nameOf(client, text);
      const shape = name ? { name } : { queryMode: "extended" };
      const { rows, rowCount } = await client.query<R>({ text, values, ...shape });
      return { rows, rowCount: rowCount ?? 0 };
    },

    async script(text: string): Promise<void> {
      await client.query(text);
    },

    async rollBack(): Promise<void> {
      if (!lost) await client.query("rollback").catch(noteLoss);
    },

    release(): void {
      client.off("error", noteLoss);
      client.release(lost ?? (isStale || prepared?.isOverBudget(client)));
    },
  };
}

function shortOfSpace(cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable("disk_full", "The disk is nearly full: writes are refused.", cause);
}
