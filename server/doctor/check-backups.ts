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
  const { rows } = await db.runAsServer<{ at: string | null; isEncrypted: boolean | null; failedAt: string | null }>(
    `select made ->> 'at' as at, (made ->> 'isEncrypted')::boolean as "isEncrypted", failed ->> 'at' as "failedAt"
     from (select (select value from private.settings where key = 'last_backup'),
                  (select value from private.settings where key = 'failed_backup')) as kept (made, failed)`,
  );
  const { at = null, isEncrypted = null, failedAt = null } = rows[0] ?? {};
  const hasFailed = failedAt !== null && (at === null || Date.parse(at) < Date.parse(failedAt));
  const failed: Finding[] = hasFailed
    ? [{ id: "failed-backup", sentence: `The backup of ${failedAt} failed.`, french: french.failed }]
    : [];
  if (at === null) return hasFailed ? failed : [neverMade(backup)];
  const day = at.slice(0, 10);
  const isOld = now.getTime() - Date.parse(at) > longestAgeMs(backup, now);
  return [
    ...failed,
    ...(isOld
      ? [{ id: "old-backup", sentence: `The last backup is of ${day}.`, french: french.old(day) } as const]
      : []),
    ...(isEncrypted === false
      ? [{ id: "plain-backup", sentence: "The last backup is not encrypted.", french: french.notEncrypted } as const]
      : []),
  ];
}

function neverMade({ dir, at }: BackupSettings): Finding {
  if (dir === undefined) return { id: "no-backup", sentence: "No backup was ever made.", french: french.none };
  const sentence = `No backup was made yet: the first is due by BACKUP_AT (${at}).`;
  return { id: "first-backup-due", sentence, french: french.firstDue(at) };
}

/** How old the last backup may be, in milliseconds. */
export function longestAgeMs({ dir, at }: BackupSettings, now: Date): number {
  if (dir === undefined) return longestByHandMs;
  const [first, second] = new Cron(at, { paused: true, timezone: "Europe/Paris" }).nextRuns(2, now);
  return first && second ? 2 * (second.getTime() - first.getTime()) + dayMs / 24 : longestByHandMs;
}
