import { existsSync } from "node:fs";
import { join } from "node:path";

import type pg from "pg";
import type { Logger } from "pino";

import type { Database, DbRow, Tx } from "./database.ts";
import { hasRole } from "./migrations.ts";
import type { DatabaseSettings } from "./open-database.ts";
import { type EmbeddedDatabase, openEmbedded, openEmbeddedDatabase } from "./open-embedded.ts";
import { connectAsOwner } from "./postgres-logins.ts";

/** A database as it is, nothing migrated, for work on the whole of it: it is read or written in one transaction. */
export type OwnerDatabase = {
  engine: Database["engine"];
  /** Where it is, for sentences: a folder, or server and database without the password. */
  place: string;
  /** As the role of `DATABASE_URL`, or past every grant in a folder. On both engines all reads see one snapshot. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A statement may be a whole index of a million rows. */
const statementDeadlineMs = 30 * 60_000;
const timeouts = {
  callerTimeoutMs: statementDeadlineMs,
  serverTimeoutMs: statementDeadlineMs,
  waitForConnectionMs: 4000,
};

/** @throws in one sentence: in use by another process, server away or too old, a Supabase project's */
export async function openOwnerDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Omit<DatabaseSettings, "authSecret">,
  log: Logger,
): Promise<OwnerDatabase> {
  if (databaseUrl) return openOwnServer(await connectAsOwner({ databaseUrl, databaseDirectUrl, log }));
  return inFolder(await openEmbeddedDatabase({ ...timeouts, dataDir, log }), folderOf(dataDir));
}

/** Opens a copy of a folder; no other process may have it open. */
export async function openFolderCopy(folder: string, log: Logger): Promise<OwnerDatabase> {
  return inFolder(await openEmbedded({ folder }, { ...timeouts, log }), folder);
}

export function hasFolder(dataDir: string): boolean {
  return existsSync(join(folderOf(dataDir), "PG_VERSION"));
}

function folderOf(dataDir: string): string {
  return join(dataDir, "database");
}

function inFolder(database: EmbeddedDatabase, place: string): OwnerDatabase {
  return {
    engine: "embedded",
    place,
    transaction: (work) => database.asSuperuser(work),
    close: () => database.close(),
  };
}

async function openOwnServer(client: pg.Client): Promise<OwnerDatabase> {
  const place = `${client.host}:${client.port}/${client.database}`;
  try {
    if (await hasRole(client, "supabase_auth_admin")) {
      throw new Error(`The database ${place} is a Supabase project's, which is backed up and restored by the project.`);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    engine: "postgres",
    place,
    transaction: (work) => inSnapshot(client, work),
    close: () => client.end(),
  };
}

async function inSnapshot<T>(client: pg.Client, work: (tx: Tx) => Promise<T>): Promise<T> {
  await client.query("begin isolation level repeatable read");
  try {
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const result = await work({
      async query<R extends DbRow>(text: string, values: unknown[] = []) {
        const { rows, rowCount } = await client.query<R>({ text, values });
        return { rows, rowCount: rowCount ?? 0 };
      },
      runScript: async (text) => void (await client.query(text)),
    });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the first error says more
    throw error;
  }
}
