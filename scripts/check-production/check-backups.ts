import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Logger } from "pino";

import { type BackupKey, generateBackupKey, readBackupKey } from "#engine/backup/encryption.ts";
import { newestBackup } from "#engine/backup/scheduled-backups.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { restoreBackup } from "#engine/restore/restore-backup.ts";
import { saySystemError } from "#server/settings/say-system-error.ts";
import type { Settings } from "#server/settings/settings.ts";

import { openSource } from "../open-source.ts";
import { found, held, type Tried } from "./tried.ts";

/** Backups can be written to their folder, and others of the machine cannot read it. */
export function checkBackupFolder({ backup, dataDir }: Pick<Settings, "backup" | "dataDir">): Tried {
  const { dir } = backup;
  if (dir === undefined) return found("Backup folder", "backup-folder", "BACKUP_DIR is not set: none is made.");
  try {
    // As the first backup would.
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const draft = join(dir, `.check-${randomUUID()}`);
    writeFileSync(draft, "");
    rmSync(draft);
  } catch (error) {
    return found("Backup folder", "backup-folder", sayError(error));
  }
  const { mode, dev } = statSync(dir);
  if ((mode & 0o077) !== 0) {
    return found("Backup folder", "backup-folder", `Other accounts of this machine may look into ${dir}.`);
  }
  if (existsSync(dataDir) && statSync(dataDir).dev === dev) {
    return found("Backup folder", "backup-beside-data", `${dir} is on this machine's disk, as the data is.`);
  }
  return held("Backup folder", `${dir} can be written to.`);
}

/**
 * Restores a backup into a database of its own, which is thrown away: the newest of the folder, or, where none is there
 * or the key only closes, one made on the spot.
 *
 * @param identityFile holds the age identity that opens backups, where BACKUP_KEY only closes them
 */
export async function tryRestore(settings: Settings, log: Logger, identityFile?: string): Promise<Tried> {
  if (settings.supabaseUrl !== undefined) return held("Restore", "The project makes its own backups.");
  const folder = await mkdtemp(join(tmpdir(), "ariane-restore-"));
  try {
    const key = keyOf(settings, identityFile);
    const kept = settings.backup.dir === undefined ? undefined : await newestBackup(settings.backup.dir);
    const isTried = kept !== undefined && key?.kind !== "recipient";
    const opening = isTried ? key : await generateBackupKey();
    const file = isTried ? kept : await writeOwn(settings, log, join(folder, "own.backup.age"), opening);
    const scratch = { databaseUrl: undefined, databaseDirectUrl: undefined, dataDir: join(folder, "data") };
    const place = { ...settings, ...scratch };
    const order = { settings: place, log, file, key: opening, erasedFile: undefined, erasureSteps: [] };
    const { rows, header, obstacle } = await restoreBackup(order);
    if (obstacle !== undefined) return found("Restore", "restore-failed", obstacle);
    const says = `${rows} rows of ${header.at} are as they were, in a database of its own that is gone again.`;
    if (kept === undefined || isTried) return held("Restore", says);
    return found(
      "Restore",
      "restore-key-untried",
      `${says} The scheduled ones were not opened: their key only closes.`,
    );
  } catch (error) {
    return found("Restore", "restore-failed", sayError(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of age-keygen has lines of comment above the identity. */
function keyOf({ backup }: Settings, identityFile: string | undefined): BackupKey | undefined {
  if (identityFile === undefined) return backup.key === undefined ? undefined : readBackupKey(backup.key);
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(identityFile, "utf8"))?.[0];
  if (identity === undefined) throw new Error(`${identityFile} holds no age identity (AGE-SECRET-KEY-…).`);
  return readBackupKey(identity);
}

async function writeOwn(settings: Settings, log: Logger, file: string, key: BackupKey | undefined): Promise<string> {
  const source = await openSource(settings, log);
  try {
    await writeBackup(source.database, file, { key, authSecret: settings.authSecret });
    return file;
  } finally {
    await source.close();
  }
}

function sayError(error: unknown): string {
  return saySystemError(error) ?? (error as Error).message;
}
