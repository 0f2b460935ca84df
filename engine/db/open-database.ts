import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import type { Database } from "./database.ts";
import type { ReadFreeBytes } from "./free-space.ts";
import type { SqlFolders } from "./migration-files.ts";
import type { CheckBeforeUse } from "./migrations.ts";
import { openEmbeddedDatabase } from "./open-embedded.ts";
import { openPostgresDatabase } from "./open-postgres.ts";

export type DatabaseSettings = Pick<EngineSettings, "databaseUrl" | "dataDir" | "authSecret"> &
  Partial<Pick<EngineSettings, "databaseDirectUrl" | "mode" | "supabaseUrl">>;

export type DatabaseOptions = {
  /** How long a caller's statement may run. */
  callerTimeoutMs?: number;
  /** How long a statement of the server's own, or of a migration on the embedded engine, may run. */
  serverTimeoutMs?: number;
  /** How long a transaction may wait for a connection before it fails as `busy`. */
  waitForConnectionMs?: number;
  folders?: SqlFolders;
  checkBeforeUse?: CheckBeforeUse | undefined;
  /** For commands that look: nothing is made, migrated or written. What is not up to date is refused. */
  looksOnly?: boolean;
  /** For commands that write: a database that another version made is refused, and not migrated. */
  keepsVersion?: boolean;
  readFreeBytes?: ReadFreeBytes;
  /** A script that changes nothing, which the embedded engine runs before it serves, and after each restart. */
  warmUp?: string;
};

export const defaultTimeouts = { callerTimeoutMs: 2000, serverTimeoutMs: 30_000, waitForConnectionMs: 4000 };

export const sqlFolders: SqlFolders = {
  bootstrap: fileURLToPath(new URL("../bootstrap", import.meta.url)),
  migrations: fileURLToPath(new URL("../../supabase/migrations", import.meta.url)),
};

/**
 * Opens the database, brings it up to date and answers when it can be used.
 *
 * @throws in one sentence: data folder in use (naming the process), server too old or away, a migration that fails, or
 *   what `checkBeforeUse` has against it
 */
export function openDatabase(
  settings: DatabaseSettings,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir, authSecret } = settings;
  const isProjects = settings.mode === "production" && settings.supabaseUrl !== undefined;
  const all = { ...defaultTimeouts, folders: sqlFolders, ...options };
  return databaseUrl
    ? openPostgresDatabase({ ...all, databaseUrl, databaseDirectUrl, authSecret, isProjects, log })
    : openEmbeddedDatabase({ ...all, dataDir, log });
}
