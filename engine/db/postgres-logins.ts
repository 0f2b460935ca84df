import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { columnTypes } from "./column-types.ts";
import { isSqlError, readDriverError, reasonOf } from "./database-errors.ts";
import type { SqlFolders } from "./migration-files.ts";
import { hasRole, prepareFor, type Preparation } from "./migrations.ts";
import { isLentByTransaction } from "./pooler.ts";
import { databaseOf, makeSiteLogins, makeSureOfPassword, refuseLogin, siteLogins } from "./site-logins.ts";

export type LoginOptions = Omit<Preparation, "folders"> & {
  databaseUrl: string;
  /** The database itself, where `databaseUrl` is a pooler that lends its connections by the transaction. */
  databaseDirectUrl?: string | undefined;
  authSecret: string;
  log: Logger;
  /** Applied before the database is handed out; without them it is taken as it is. */
  folders?: SqlFolders | undefined;
  /** The settings name a project: any other database is refused before anything is made in it. */
  isProjects?: boolean | undefined;
};

/** Who we are towards the server: two logins of this database, or the project's role where auth is not ours. */
export type Logins = {
  caller: pg.ClientConfig;
  server: pg.ClientConfig;
  /** As `server`, for what belongs to a session: notices, and locks that a dead process lets go. */
  session: pg.ClientConfig;
};

const oldestVersion = 150_000;
const connectDeadlineMs = 3000;
const firstAnswerDeadlineMs = 10_000;

/** Everything that needs the role of the address, on one connection that is closed afterwards. */
export async function prepareLogins(options: LoginOptions): Promise<Logins> {
  const { databaseUrl, databaseDirectUrl, folders, log } = options;
  const admin = await connectAsOwner(options);
  try {
    if (options.isProjects && !(await hasRole(admin, "supabase_auth_admin"))) {
      throw new Error(
        "SUPABASE_URL names a project, and DATABASE_URL leads to a database of none: set both to the same project's.",
      );
    }
    // a killed start must not keep the migration lock: the server notices within a second that its client is gone
    await admin.query("set client_connection_check_interval = 1000").catch(() => undefined); // some systems cannot
    if (folders) await prepareFor(admin, { ...options, folders }, log);
    const logins = await findLogins(admin, new pg.Client({ connectionString: databaseUrl }), options);
    if (databaseDirectUrl !== undefined) await tryPooler(logins, admin, log);
    return logins;
  } finally {
    await admin.end();
  }
}

/** With the role of the address, past any pooler. @throws in one sentence when the server is away or too old */
export async function connectAsOwner({
  databaseUrl,
  databaseDirectUrl,
  log,
}: Pick<LoginOptions, "databaseUrl" | "databaseDirectUrl" | "log">): Promise<pg.Client> {
  const variable = databaseDirectUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const admin = await connectPatiently(variable, { connectionString: databaseDirectUrl ?? databaseUrl }, log);
  try {
    await refuseOldServer(admin);
    await refusePooler(variable, admin);
    return admin;
  } catch (error) {
    await admin.end();
    throw error;
  }
}

/** @param pooled never connected: it tells where the pools go, which is where `admin` is unless there is a pooler */
async function findLogins(
  admin: pg.Client,
  pooled: pg.Client,
  { authSecret, looksOnly, log }: Pick<LoginOptions, "authSecret" | "looksOnly" | "log">,
): Promise<Logins> {
  if (await hasRole(admin, "supabase_auth_admin")) {
    return { caller: ownLogin(pooled), server: ownLogin(pooled), session: ownLogin(admin) };
  }
  const ours = siteLogins(await databaseOf(admin), authSecret);
  const { caller, server } = ours;
  const [place, sessionPlace] = [placeOf(pooled), placeOf(admin)];
  if (!looksOnly) await makeSiteLogins(admin, ours, log);
  for (const login of [caller, server]) {
    const atPlace = { ...sessionPlace, ...login };
    await (looksOnly ? refuseLogin(atPlace) : makeSureOfPassword(admin, atPlace));
  }
  return { caller: { ...place, ...caller }, server: { ...place, ...server }, session: { ...sessionPlace, ...server } };
}

/** The database may start at the same time as we do. */
async function connectPatiently(variable: string, login: pg.ClientConfig, log: Logger): Promise<pg.Client> {
  const giveUpAt = performance.now() + firstAnswerDeadlineMs;
  for (;;) {
    const client = new pg.Client({ connectionTimeoutMillis: connectDeadlineMs, types: columnTypes, ...login });
    client.on("error", (error) =>
      log.error({ reason: reasonOf(error) }, "the connection to the database broke during preparation"),
    );
    try {
      await client.connect();
      return client;
    } catch (error) {
      // What the driver says before it has asked the server.
      if (/password must be a string/.test(String(error))) {
        throw new Error(`${variable} holds no password, and its server asks for one.`, { cause: error });
      }
      const isAway = readDriverError(error, !isSqlError(error)) !== error;
      if (!isAway || performance.now() > giveUpAt) {
        throw new Error(`${variable} does not lead to a database that lets us in: ${reasonOf(error)}.`, {
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

/** Migrations, notices and locks need a session that stays theirs. */
async function refusePooler(variable: "DATABASE_URL" | "DATABASE_DIRECT_URL", admin: pg.Client): Promise<void> {
  const connectAnother = async () => {
    const client = new pg.Client(ownLogin(admin));
    client.on("error", () => undefined); // its queries fail
    await client.connect();
    return client;
  };
  if (await isLentByTransaction(admin, connectAnother)) throw new Error(poolerSentences[variable]);
}

const poolerSentences = {
  DATABASE_URL:
    "DATABASE_URL leads to a pooler that lends its connections by the transaction: set DATABASE_DIRECT_URL to the " +
    "address of the database itself, for migrations, notices and locks.",
  DATABASE_DIRECT_URL:
    "DATABASE_DIRECT_URL leads to a pooler that lends its connections by the transaction: it has to be the address " +
    "of the database itself, or of a pooler that lends them by the session.",
};

/** Both logins get in through the pooler, and what is behind it is the database that was prepared. */
async function tryPooler({ caller, server }: Logins, admin: pg.Client, log: Logger): Promise<void> {
  const key = randomInt(2 ** 47);
  await admin.query("select pg_advisory_lock($1)", [key]);
  for (const login of [caller, server]) {
    const client = await connectPatiently(`DATABASE_URL with the role ${login.user}`, login, log);
    try {
      const { rows } = await client.query("select where pg_try_advisory_xact_lock($1)", [key]);
      if (rows.length > 0) throw new Error("DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases.");
    } finally {
      await client.end();
    }
  }
  await admin.query("select pg_advisory_unlock($1)", [key]);
}

/** The address of the database behind a connection, without its role. */
function placeOf(client: pg.Client): pg.ClientConfig {
  const { host, port, database } = client;
  const ssl = (client as unknown as { ssl: pg.ClientConfig["ssl"] }).ssl;
  return { host, port, database, ssl, connectionTimeoutMillis: connectDeadlineMs, types: columnTypes };
}

function ownLogin(client: pg.Client): pg.ClientConfig {
  return { ...placeOf(client), user: client.user, password: client.password ?? undefined };
}
