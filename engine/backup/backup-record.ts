import type { Queries } from "./tables.ts";

/** What a finished backup leaves under `last_backup` of `private.settings`. */
export type BackupRecord = {
  /** Its end, as an instant. */
  at: string;
  bytes: number;
  rows: number;
  isEncrypted: boolean;
};

/** The hour at which the last scheduled one failed, under `failed_backup`: a later `last_backup` ends it. */
export async function recordFailedBackup(tx: Queries, at: Date): Promise<void> {
  await tx.query(
    `insert into private.settings (key, value) values ('failed_backup', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ at: at.toISOString() })],
  );
}

/** In the database itself, so that every process and the team know of it. */
export async function recordBackup(tx: Queries, record: BackupRecord): Promise<void> {
  await tx.query(
    `insert into private.settings (key, value) values ('last_backup', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(record)],
  );
}
