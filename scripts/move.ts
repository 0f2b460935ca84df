// npm run move -- DATABASE_URL [--dry-run]
// Takes the site's database to an empty one on PostgreSQL, the site being stopped. With --dry-run nothing is written
// there.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generateBackupKey } from "#engine/backup/encryption.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { createLog } from "#server/log.ts";
import { openOwnerDatabase } from "#engine/db/owner-database.ts";
import { refuseUsedPlace, restoreBackup } from "#engine/restore/restore-backup.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

import { openSource, type Source } from "./open-source.ts";
import { failOn } from "./fail.ts";

const usage = "Usage: npm run move -- DATABASE_URL [--dry-run]";
const log = createLog("warn");

try {
  const { databaseUrl, isTried } = readCommand(process.argv.slice(2));
  const settings = await loadSettings(process.cwd());
  console.log(await move(settings, { ...settings, databaseUrl, databaseDirectUrl: undefined }, isTried));
  process.exit(0);
} catch (error) {
  failOn(error);
}

function readCommand(words: string[]): { databaseUrl: string; isTried: boolean } {
  const addresses = words.filter((word) => word !== "--dry-run");
  const [databaseUrl] = addresses;
  const isAddress = /^postgres(ql)?:$/.test(URL.parse(databaseUrl ?? "")?.protocol ?? "");
  if (databaseUrl === undefined || addresses.length > 1 || !isAddress) throw new Error(usage);
  return { databaseUrl, isTried: addresses.length < words.length };
}

/** By a file that only this process can open: its key is never written down. */
async function move(from: Settings, to: Settings, isTried: boolean): Promise<string> {
  await refuseUsedPlace(to, log);
  const folder = await mkdtemp(join(tmpdir(), "ariane-move-"));
  const file = join(folder, "move.backup.age");
  const key = await generateBackupKey();
  try {
    const rows = await write(from, file, isTried, key);
    if (isTried)
      return `${rows} rows can be moved, and the other database is there and empty. Nothing was written to it.`;
    await restoreBackup({ settings: to, log, file, key, erasedFile: undefined, erasureSteps: [] });
    return `${rows} rows are in the other database, each as it was: start the site with that DATABASE_URL from now on.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(
  from: Settings,
  file: string,
  isTried: boolean,
  key: Awaited<ReturnType<typeof generateBackupKey>>,
) {
  const source = await openStopped(from, isTried);
  try {
    return (await writeBackup(source.database, file, { key, authSecret: from.authSecret })).rows;
  } finally {
    await source.close();
  }
}

/** What a running site took meanwhile would be lost: its lock on the folder refuses. */
async function openStopped(from: Settings, isTried: boolean): Promise<Pick<Source, "database" | "close">> {
  if (isTried || from.databaseUrl) return openSource(from, log);
  const database = await openOwnerDatabase(from, log);
  return { database, close: () => database.close() };
}
