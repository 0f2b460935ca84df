// npm run restore -- FILE [--erased FILE] [--unverified]
// Fills an empty place (DATABASE_URL, or DATA_DIR) with a backup, and erases again what was erased since. A backup
// that this site did not make, or made before backups were authenticated, asks to type the name of its file.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

import type { Header } from "#engine/backup/archive.ts";
import { erasureListName } from "#engine/backup/erasure-list.ts";
import { readBackupKey } from "#engine/backup/encryption.ts";
import { createLog } from "#server/log.ts";
import { restoreBackup, type Restored } from "#engine/restore/restore-backup.ts";
import { erasureSteps } from "#subjects/account/server/erase-again.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

import { callerFile } from "./caller-file.ts";
import { readLine } from "./read-line.ts";
import { failOn } from "./fail.ts";

const usage = "Usage: npm run restore -- FILE [--erased FILE] [--unverified]";

try {
  const { file, erased, isUnverified } = readCommand(process.argv.slice(2));
  const settings = await loadSettings(process.cwd());
  const erasedFile = erased ?? listOf(settings);
  const restored = await restoreBackup({
    settings,
    log: createLog("warn"),
    file,
    key: settings.backup.key === undefined ? undefined : readBackupKey(settings.backup.key),
    erasedFile,
    erasureSteps: erasureSteps({ settings, now: () => new Date() }),
    ...(isUnverified ? { acceptUnverified: (header: Header) => askForName(file, header) } : {}),
  });
  console.log(describe(file, restored, erasedFile));
  process.exit(0);
} catch (error) {
  failOn(error);
}

type Command = { file: string; erased: string | undefined; isUnverified: boolean };

function readCommand(words: string[]): Command {
  const { positionals, values } = parse(words);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(usage);
  const { erased, unverified = false } = values;
  return {
    file: callerFile(file),
    erased: erased === undefined ? undefined : callerFile(erased),
    isUnverified: unverified,
  };
}

function parse(args: string[]) {
  try {
    const options = { erased: { type: "string" }, unverified: { type: "boolean" } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}

/** The file says who administers the restored site, so a key pressed once is not enough. */
async function askForName(file: string, { at }: Header): Promise<boolean> {
  const name = basename(file);
  const question = `${name} of ${at} does not prove that this site made it. Type its name to restore it: `;
  return (await readLine(question)) === name;
}

/** Beside the scheduled backups, once there was an erasure. */
function listOf({ backup }: Settings): string | undefined {
  const file = backup.dir === undefined ? undefined : join(backup.dir, erasureListName);
  return file !== undefined && existsSync(file) ? file : undefined;
}

function describe(file: string, restored: Restored, erasedFile: string | undefined): string {
  const { header, rows, erased, erasedUntil, obstacle } = restored;
  const until = erasedUntil === undefined ? "is empty" : `ends at ${erasedUntil}`;
  return [
    `${file} of ${header.at} is restored: ${rows} rows, each as it was.`,
    erasedFile === undefined
      ? "No list of erasures was read: people erased since are back, unless you name the list with --erased."
      : `${erased} rows of people erased since went again. The list ${until}: an erasure after that is not in it.`,
    ...(obstacle === undefined ? [] : [obstacle]),
  ].join("\n");
}
