import { Cron } from "croner";

import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { Database } from "#engine/db/database.ts";
import type { BackupSettings } from "#engine/settings/engine-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

const french = doctorFindings.backups;
const dayMs = 24 * 3600 * 1000;
/** Of backups that are made by hand, or by a schedule outside of the product. */
const longestByHandMs = 8 * dayMs;

/** Whether a backup is there to come back to: one missed run is a busy night, two are a finding. */
export async function checkBackups(
  db: Database,
  { backup, supabaseUrl }: Pick<Settings, "backup" | "supabaseUrl">,
  now: Date,
): Promise<Finding[]> {
  if (supabaseUrl !== undefined) return []; // the project makes its own
  const { rows } = await db.asServer((tx) =>
    tx.query<{ at: string; isEncrypted: boolean | null }>(
      `select value ->> 'at' as at, (value ->> 'isEncrypted')::boolean as "isEncrypted"
       from private.settings where key = 'last_backup'`,
    ),
  );
  const [last] = rows;
  if (!last) return [neverMade(backup)];
  const day = last.at.slice(0, 10);
  const isOld = now.getTime() - Date.parse(last.at) > longestAgeMs(backup, now);
  return [
    ...(isOld
      ? [{ id: "old-backup", sentence: `The last backup is of ${day}.`, french: french.old(day) } as const]
      : []),
    ...(last.isEncrypted === false
      ? [{ id: "plain-backup", sentence: "The last backup is not encrypted.", french: french.notEncrypted } as const]
      : []),
  ];
}

function neverMade({ dir, at }: BackupSettings): Finding {
  if (dir === undefined) return { id: "no-backup", sentence: "No backup was ever made.", french: french.none };
  const sentence = `No backup was made yet: the first is due by BACKUP_AT (${at}).`;
  return { id: "first-backup-due", sentence, french: french.firstDue(at) };
}

function longestAgeMs({ dir, at }: BackupSettings, now: Date): number {
  if (dir === undefined) return longestByHandMs;
  const [first, second] = new Cron(at, { paused: true, timezone: "Europe/Paris" }).nextRuns(2, now);
  return first && second ? 2 * (second.getTime() - first.getTime()) + dayMs / 24 : longestByHandMs;
}
