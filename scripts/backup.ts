// npm run backup -- FILE
// Writes the whole database into a new file while the site runs, encrypted with BACKUP_KEY, and reads it again.
import type { BackupRecord } from "#engine/backup/backup-record.ts";
import { readBackupKey } from "#engine/backup/encryption.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { createLog } from "#server/log.ts";
import { loadSettings } from "#server/settings/load-settings.ts";

import { callerFile } from "./caller-file.ts";
import { openSource } from "./open-source.ts";
import { failOn } from "./fail.ts";

const [file, ...others] = process.argv.slice(2);

try {
  if (file === undefined || others.length > 0) throw new Error("Usage: npm run backup -- FILE");
  const settings = await loadSettings(process.cwd());
  const key = settings.backup.key === undefined ? undefined : readBackupKey(settings.backup.key);
  const source = await openSource(settings, createLog("warn"));
  try {
    const record = await writeBackup(source.database, callerFile(file), { key, authSecret: settings.authSecret });
    await source.record(record);
    console.log(describe(file, record));
  } finally {
    await source.close();
  }
  process.exit(0);
} catch (error) {
  failOn(error);
}

function describe(name: string, { rows, bytes, isEncrypted }: BackupRecord): string {
  const size = `${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`;
  return `${name}: ${size}, read again. ${isEncrypted ? "It is encrypted." : "It is not encrypted: set BACKUP_KEY."}`;
}
