// npm run restore -- FILE [--erased FILE]
// Fills an empty place (DATABASE_URL, or DATA_DIR) with a backup, and erases again whoever was erased since.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { erasureListName } from "#server/backup/erasure-list.ts";
import { readBackupKey } from "#server/backup/encryption.ts";
import { createLog } from "#server/log.ts";
import { restoreBackup, type Restored } from "#server/restore/restore-backup.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { type Settings, SettingsError } from "#server/settings/settings.ts";

import { callerFile } from "./caller-file.ts";

const usage = "Usage: npm run restore -- FILE [--erased FILE]";

try {
  const { file, erased } = readCommand(process.argv.slice(2));
  const settings = await loadSettings(process.cwd());
  const erasedFile = erased ?? listOf(settings);
  const restored = await restoreBackup({
    settings,
    log: createLog("warn"),
    file,
    key: settings.backup.key === undefined ? undefined : readBackupKey(settings.backup.key),
    erasedFile,
  });
  console.log(describe(file, restored, erasedFile));
  process.exit(0);
} catch (error) {
  console.error(error instanceof SettingsError ? error.problems.join("\n") : (error as Error).message);
  process.exit(1);
}

function readCommand(words: string[]): { file: string; erased: string | undefined } {
  const [file, option, erased, ...more] = words;
  const isWhole = file !== undefined && !file.startsWith("--") && more.length === 0;
  const isOption = option === undefined || (option === "--erased" && erased !== undefined);
  if (!isWhole || !isOption) throw new Error(usage);
  return { file: callerFile(file), erased: erased === undefined ? undefined : callerFile(erased) };
}

/** Beside the scheduled backups, once somebody was erased. */
function listOf({ backup }: Settings): string | undefined {
  const file = backup.dir === undefined ? undefined : join(backup.dir, erasureListName);
  return file !== undefined && existsSync(file) ? file : undefined;
}

function describe(file: string, { header, rows, erased, obstacle }: Restored, erasedFile: string | undefined): string {
  return [
    `${file} of ${header.at} is restored: ${rows} rows, each as it was.`,
    erasedFile === undefined
      ? "No list of erasures was read: whoever was erased since is back, unless you name the list with --erased."
      : `${erased} rows of people erased since went again.`,
    ...(obstacle === undefined ? [] : [obstacle]),
  ].join("\n");
}
