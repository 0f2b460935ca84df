// ./ariane update PACK [--wait SECONDS]
// Of a pack: unpacks the next one beside it, asks it whether it takes these settings, backs up, lets the link lead to
// it, starts it anew (RESTART_COMMAND) and waits until it is ready (300 s). Otherwise what ran before is back.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { readBackupKey } from "#engine/backup/encryption.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { hasFolder } from "#engine/db/owner-database.ts";
import { createLog } from "#server/log.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { release } from "#server/settings/release.ts";
import type { Settings } from "#server/settings/settings.ts";

import { callerFile } from "./caller-file.ts";
import { failOn } from "./fail.ts";
import { openSource } from "./open-source.ts";
import { placeOf, refuseDataInside } from "./release/place.ts";
import { updateTo } from "./release/update.ts";

try {
  const { pack, waitSeconds } = readCommand();
  const settings = await loadSettings(process.cwd());
  refuseDataInside(settings);
  const place = placeOf(settings, waitSeconds);
  await updateTo(callerFile(pack), { place, backUp: () => backUp(settings), say: console.log });
  process.exit(0);
} catch (error) {
  failOn(error);
}

function readCommand(): { pack: string; waitSeconds: number } {
  const usage = "Usage: ./ariane update PACK [--wait SECONDS]";
  try {
    const options = { wait: { type: "string", default: "300" } } as const;
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
    const [pack, ...others] = positionals;
    if (pack === undefined || others.length > 0 || !/^[1-9]\d{0,3}$/.test(values.wait)) throw new Error(usage);
    return { pack, waitSeconds: Number(values.wait) };
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}

/** Under another name than the scheduled ones, so that it stays. */
async function backUp(settings: Settings): Promise<string | undefined> {
  if (settings.supabaseUrl !== undefined) return undefined;
  // Nothing was ever started here.
  if (settings.databaseUrl === undefined && !hasFolder(settings.dataDir)) return undefined;
  const key = settings.backup.key === undefined ? undefined : readBackupKey(settings.backup.key);
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const name = `before-update-of-${release.version}-${stamp}.backup${key ? ".age" : ""}`;
  const folder = settings.backup.dir ?? settings.dataDir;
  // Before the first scheduled one there is none.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const source = await openSource(settings, createLog("warn"));
  try {
    await source.record(await writeBackup(source.database, file, { key, authSecret: settings.authSecret }));
    return file;
  } finally {
    await source.close();
  }
}
