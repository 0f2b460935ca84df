import { createHash } from "node:crypto";

import pg from "pg";
import type { Logger } from "pino";

import { idleTransactionMs, planForCaller, searchPath } from "./callers.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { readDriverError } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { isReadOnly, ping, pingAsCaller } from "./ping.ts";
import { type LoginOptions, prepareLogins } from "./postgres-logins.ts";
import { createPostgresListener } from "./postgres-listener.ts";
import { createPreparedStatements, preparedBudgets } from "./statements.ts";
import { alonesOn, readsOn, type TransactionPlan, transactionsOn } from "./transactions.ts";

type PostgresOptions = LoginOptions & {
  callerTimeoutMs: number;
  serverTimeoutMs: number;
  waitForConnectionMs: number;
};

const connectionsPerPool = 10;
/** The server ends a statement at its deadline; when even that answer does not come, the connection is given up. */
const answerMarginMs = 2500;

export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const logins = await prepareLogins(options);
  const { log, callerTimeoutMs, serverTimeoutMs, waitForConnectionMs, looksOnly = false } = options;
  // A connection that is lent anew for each transaction keeps neither settings nor prepared statements.
  const isOurs = options.databaseDirectUrl === undefined;

  const waits = { connectionTimeoutMillis: waitForConnectionMs };
  const serverSettings: TransactionPlan["settings"] = [
    ["search_path", searchPath],
    ["statement_timeout", String(serverTimeoutMs)],
    ["idle_in_transaction_session_timeout", String(idleTransactionMs)],
  ];
  const callerPool = createPool({ ...logins.caller, ...waits, query_timeout: callerTimeoutMs + answerMarginMs }, log);
  const serverPool = createPool(
    {
      ...logins.server,
      ...waits,
      query_timeout: serverTimeoutMs + answerMarginMs,
      ...(isOurs && { onConnect: (client) => keepSettings(client, serverSettings) }),
    },
    log,
  );
  const preparing = (budgetBytes: number) => ({
    prepared: isOurs ? createPreparedStatements(budgetBytes) : undefined,
  });
  const asCaller = preparing(preparedBudgets.callers);
  const runAsCaller = transactionsOn(callerPool, asCaller);
  const readAsCaller = readsOn(callerPool, asCaller);
  const asServer = preparing(preparedBudgets.server);
  const runAsServer = transactionsOn(serverPool, asServer);
  const runAlone = alonesOn(serverPool, asServer);
  const serverPlan: TransactionPlan = { isReadOnly: looksOnly, settings: isOurs ? [] : serverSettings };
  let closing: Promise<unknown> | undefined;
  const listener = createPostgresListener(logins.session, log);

  return {
    engine: "postgres",
    asCaller: async (caller, txOptions, work) => runAsCaller(planForCaller(caller, txOptions, callerTimeoutMs), work),
    readAsCaller: async (caller, settings, statement) =>
      readAsCaller(planForCaller(caller, { isReadOnly: true, settings }, callerTimeoutMs), statement),
    asServer: (work) => runAsServer(serverPlan, work),
    runAsServer: (text, values = []) =>
      isOurs && !looksOnly ? runAlone({ text, values }) : runAsServer(serverPlan, (tx) => tx.query(text, values)),
    listen: listener.listen,
    ifLeader: (name, work) => runIfLeader(logins.session, name, work),
    ping: async () => void (await Promise.all([ping(runAsServer), pingAsCaller(runAsCaller)])),
    async findWriteObstacle() {
      const [isLocked] = await Promise.all([isReadOnly(runAsServer), pingAsCaller(runAsCaller)]);
      return isLocked ? "read_only" : undefined;
    },
    usage: () => [callerPool.usage("caller"), serverPool.usage("server")],
    async close() {
      closing ??= Promise.all([listener.close(), callerPool.end(), serverPool.end()]);
      await closing;
    },
  };
}

/**
 * Then the connection is made anew, about 5 ms: what its process of the database server keeps (plans, caches of the
 * catalog) goes on growing for as long as it lives.
 */
const transactionsPerConnection = 1000;

/** For as long as the connection lives, before it is first lent. */
async function keepSettings(client: pg.ClientBase, settings: TransactionPlan["settings"]): Promise<void> {
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`);
  await client.query(`select ${calls.join(", ")}`, settings.flat());
}

function createPool(login: pg.PoolConfig, log: Logger): ConnectionPool {
  return new ConnectionPool(
    {
      ...login,
      max: connectionsPerPool,
      idleTimeoutMillis: 30_000,
      maxUses: transactionsPerConnection,
      keepAlive: true,
      pipeline: true,
    },
    log,
  );
}

/** The lock belongs to a connection of its own: it is free again when this process ends, however it ends. */
async function runIfLeader<T>(login: pg.ClientConfig, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = new pg.Client({ ...login, keepAlive: true });
  client.on("error", () => undefined); // the work goes on: it holds no other resource of this connection
  try {
    try {
      await client.connect();
      const { rows } = await client.query<{ leads: boolean }>("select pg_try_advisory_lock($1) as leads", [
        lockKey(name),
      ]);
      if (!rows[0]?.leads) return undefined;
    } catch (error) {
      throw readDriverError(error, true);
    }
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lockKey(name: string): string {
  return createHash("sha256").update(`leader ${name}`).digest().readBigInt64BE().toString();
}
