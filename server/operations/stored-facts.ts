import type { Database, Tx } from "#engine/db/database.ts";
import { type JobReport, readJobReports } from "#server/jobs/job-reports.ts";

/** What the database knows of how the site is doing, whichever process is asked. */
export type StoredFacts = {
  deliveries: { kind: "webhook" | "mail"; status: "waiting" | "delivered" | "dead"; count: number; oldestS: number }[];
  /** Receivers that the configuration names. */
  receivers: { state: "serving" | "paused" | "gone"; count: number }[];
  /** When the last good backup ended. */
  backupAt: Date | null;
  sizeBytes: number;
  jobs: JobReport[];
};

export async function readStoredFacts(db: Database): Promise<StoredFacts> {
  return db.asServer(async (tx) => ({
    ...(await readQueue(tx)),
    ...(await readDatabase(tx)),
    jobs: await readJobReports(tx),
  }));
}

async function readQueue(tx: Tx): Promise<Pick<StoredFacts, "deliveries" | "receivers">> {
  const deliveries = await tx.query<StoredFacts["deliveries"][number]>(
    `select kind, status, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestS"
     from private.deliveries group by kind, status`,
  );
  const receivers = await tx.query<StoredFacts["receivers"][number]>(
    `select case when disabled_at is not null then 'gone' when paused_until is not null then 'paused' else 'serving' end
              as state,
            count(*)::int as count
     from private.receivers where disabled_reason is distinct from 'not_configured' group by 1`,
  );
  return { deliveries: deliveries.rows, receivers: receivers.rows };
}

/** A backup leaves the instant of its end under `last_backup` of private.settings. */
async function readDatabase(tx: Tx): Promise<Pick<StoredFacts, "backupAt" | "sizeBytes">> {
  const { rows } = await tx.query<{ backup_at: string | null; size_bytes: number }>(
    `select pg_database_size(current_database()) as size_bytes,
            (select value ->> 'at' from private.settings where key = 'last_backup') as backup_at`,
  );
  const [row] = rows;
  if (!row) throw new Error("A select without from has one row.");
  return { backupAt: row.backup_at === null ? null : new Date(row.backup_at), sizeBytes: row.size_bytes };
}
