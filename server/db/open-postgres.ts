import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { deriveSecret } from "#server/settings/derived-secrets.ts";

import { idleTransactionMs, planForCaller, searchPath } from "./callers.ts";
import { columnTypes } from "./column-types.ts";
import { isSqlError, readDriverError, reasonOf } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { type CheckBeforeUse, hasRole, prepareDatabase, retryWhileRolesChange, type SqlFolders } from "./migrations.ts";
import { isReadOnly, ping } from "./ping.ts";
import { usageOf } from "./pool-usage.ts";
import { createPostgresListener } from "./postgres-listener.ts";
import { scramVerifier } from "./scram.ts";
import { createPreparedStatements, preparedBudgets } from "./statements.ts";
import { alonesOn, logLosses, readsOn, type TransactionPlan, transactionsOn } from "./transactions.ts";

type PostgresOptions = {
  databaseUrl: string;
  authSecret: string;
  log: Logger;
  callerTimeoutMs: number;
  serverTimeoutMs: number;
  waitForConnectionMs: number;
  usesNamedStatements?: boolean | undefined;
  /** Applied before the database is handed out; without them it is taken as it is. */
  folders?: SqlFolders | undefined;
  checkBeforeUse?: CheckBeforeUse | undefined;
};

/** Who we are towards the server: two logins of our own, or the project's role where auth is not ours. */
type Logins = { caller: pg.ClientConfig; server: pg.ClientConfig };

const oldestVersion = 150_000;
const connectionsPerPool = 10;
const connectDeadlineMs = 3000;
const firstAnswerDeadlineMs = 10_000;
/** The server ends a statement at its deadline; when even that answer does not come, the connection is given up. */
const answerMarginMs = 2500;
const loginRoles = ["authenticator", "site_server"] as const;

export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const logins = await prepare(options);
  const { log, callerTimeoutMs, serverTimeoutMs, waitForConnectionMs } = options;
  const keepsSettings = !isBehindPooler(options.databaseUrl);
  const usesNamedStatements = options.usesNamedStatements ?? keepsSettings;

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
      ...(keepsSettings && { onConnect: (client) => keepSettings(client, serverSettings) }),
    },
    log,
  );
  const preparing = (budgetBytes: number) => ({
    prepared: usesNamedStatements ? createPreparedStatements(budgetBytes) : undefined,
  });
  const asCaller = preparing(preparedBudgets.callers);
  const runAsCaller = transactionsOn(callerPool, asCaller);
  const readAsCaller = readsOn(callerPool, asCaller);
  const asServer = preparing(preparedBudgets.server);
  const runAsServer = transactionsOn(serverPool, asServer);
  const runAlone = alonesOn(serverPool, asServer);
  const serverPlan: TransactionPlan = { isReadOnly: false, settings: keepsSettings ? [] : serverSettings };
  let closing: Promise<unknown> | undefined;
  const listener = createPostgresListener(logins.server, log);

  return {
    engine: "postgres",
    asCaller: async (caller, txOptions, work) => runAsCaller(planForCaller(caller, txOptions, callerTimeoutMs), work),
    readAsCaller: async (caller, settings, statement) =>
      readAsCaller(planForCaller(caller, { isReadOnly: true, settings }, callerTimeoutMs), statement),
    asServer: (work) => runAsServer(serverPlan, work),
    runAsServer: (text, values = []) =>
      keepsSettings ? runAlone({ text, values }) : runAsServer(serverPlan, (tx) => tx.query(text, values)),
    listen: listener.listen,
    ifLeader: (name, work) => runIfLeader(logins.server, name, work),
    ping: () => ping(runAsServer),
    findWriteObstacle: async () => ((await isReadOnly(runAsServer)) ? "read_only" : undefined),
    usage: () => [usageOf("caller", callerPool), usageOf("server", serverPool)],
    async close() {
      closing ??= Promise.all([listener.close(), callerPool.end(), serverPool.end()]);
      await closing;
    },
  };
}

/** Everything that needs the role of `DATABASE_URL`, on one connection that is closed afterwards. */
async function prepare({ databaseUrl, authSecret, folders, checkBeforeUse, log }: PostgresOptions): Promise<Logins> {
  const admin = await connectAsOwner(databaseUrl, log);
  try {
    await refuseOldServer(admin);
    // a killed start must not keep the migration lock: the server notices within a second that its client is gone
    await admin.query("set client_connection_check_interval = 1000").catch(() => undefined); // some systems cannot
    if (folders) await prepareDatabase(admin, folders, log, checkBeforeUse);
    const place = placeOf(admin);
    if (await hasRole(admin, "supabase_auth_admin")) return { caller: ownLogin(admin), server: ownLogin(admin) };
    const [caller, server] = loginRoles.map((role) => ({ ...place, ...derivedLogin(role, authSecret) }));
    if (!caller || !server) throw new Error("Both logins are needed.");
    for (const login of [caller, server]) await makeSureOfLogin(admin, login);
    return { caller, server };
  } finally {
    await admin.end();
  }
}

/** The database may start at the same time as we do. */
async function connectAsOwner(databaseUrl: string, log: Logger): Promise<pg.Client> {
  const giveUpAt = performance.now() + firstAnswerDeadlineMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectDeadlineMs,
      types: columnTypes,
    });
    client.on("error", (error) =>
      log.error({ reason: reasonOf(error) }, "the connection to the database broke during preparation"),
    );
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isAway = readDriverError(error, !isSqlError(error)) !== error;
      if (!isAway || performance.now() > giveUpAt) {
        throw new Error(`DATABASE_URL does not lead to a database that lets us in: ${reasonOf(error)}.`, {
          cause: error,
        });
      }
      log.warn({ reason: reasonOf(error) }, "the database does not answer yet, trying again");
      await wait(500);
    }
  }
}

async function refuseOldServer(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ number: number; text: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
  );
  const version = rows[0];
  if (!version || version.number < oldestVersion) {
    throw new Error(`DATABASE_URL leads to PostgreSQL ${version?.text}: version 15 or newer is needed.`);
  }
}

/** Address of the database behind a connection, whoever logs in. */
function placeOf(client: pg.Client): pg.ClientConfig {
  const { host, port, database } = client;
  const ssl = (client as unknown as { ssl: pg.ClientConfig["ssl"] }).ssl;
  return { host, port, database, ssl, connectionTimeoutMillis: connectDeadlineMs, types: columnTypes };
}

function ownLogin(client: pg.Client): pg.ClientConfig {
  return { ...placeOf(client), user: client.user, password: client.password ?? undefined };
}

function derivedLogin(role: (typeof loginRoles)[number], authSecret: string): { user: string; password: string } {
  return { user: role, password: deriveSecret(authSecret, `database role ${role}`).toString("base64url") };
}

/** Gives the role its derived password, unless it has it already: roles are shared by all databases of the cluster. */
async function makeSureOfLogin(admin: pg.Client, login: pg.ClientConfig & { user: string; password: string }) {
  await retryWhileRolesChange(async () => {
    if (await canLogIn(login)) return;
    const verifier = pg.escapeLiteral(scramVerifier(login.password));
    await admin.query(`alter role ${pg.escapeIdentifier(login.user)} login password ${verifier}`);
  });
  if (!(await canLogIn(login))) {
    throw new Error(`The database refuses the role ${login.user}: allow it in pg_hba.conf, with scram-sha-256.`);
  }
}

async function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(login);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isSqlError(error) && error.code.startsWith("28")) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined); // it never connected
  }
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

function createPool(login: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...login,
    max: connectionsPerPool,
    idleTimeoutMillis: 30_000,
    maxUses: transactionsPerConnection,
    keepAlive: true,
    pipeline: true,
  });
  logLosses(pool, log);
  return pool;
}

/** Poolers that lend a connection for one transaction forget prepared statements and settings. */
function isBehindPooler(databaseUrl: string): boolean {
  return /[?&]pgbouncer=true\b|:6543\//.test(databaseUrl);
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
