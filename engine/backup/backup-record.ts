import type { Queries } from "./tables.ts";

/** What a finished backup leaves under `last_backup` of `private.settings`. */
export type BackupRecord = {
  /** Its end, as an instant. */
  at: string;
  bytes: number;
  rows: number;
  isEncrypted: boolean;
};

/** In the database itself, so that every process and the team know of it. */
export async function recordBackup(tx: Queries, record: BackupRecord): Promise<void> {
  await tx.query(
    `insert into private.settings (key, value) values ('last_backup', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(record)],
  );
}
