import type { Database, Tx } from "#engine/db/database.ts";
import { databaseSize } from "#engine/db/database-size.ts";
import { readOtherAmounts } from "#server/doctor/check-asked-amounts.ts";
import { readLeadFacts } from "#server/doctor/check-leads.ts";
import { type JobReport, readJobReports } from "#server/jobs/job-reports.ts";

/** What the database knows of how the site is doing, whichever process is asked. */
export type StoredFacts = {
  deliveries: { kind: "webhook" | "mail"; status: "waiting" | "delivered" | "dead"; count: number; oldestS: number }[];
  /** Receivers that the configuration names. */
  receivers: { state: "serving" | "paused" | "gone"; count: number }[];
  /** When the last good backup ended. */
  backupAt: Date | null;
  /** When the last scheduled one failed, whatever came after. */
  backupFailedAt: Date | null;
  sizeBytes: number;
  lastLeadAt: Date | null;
  openPayments: number;
  openDebits: number;
  otherAmounts: number;
  jobs: JobReport[];
};

export async function readStoredFacts(db: Database, now: Date): Promise<StoredFacts> {
  return db.asServer(async (tx) => ({
    ...(await readQueue(tx)),
    ...(await readDatabase(tx)),
    ...(await readTroubles(tx)),
    otherAmounts: (await readOtherAmounts(tx, now)).length,
    lastLeadAt: (await readLeadFacts(tx)).lastAt,
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
async function readDatabase(tx: Tx): Promise<Pick<StoredFacts, "backupAt" | "backupFailedAt" | "sizeBytes">> {
  const { rows } = await tx.query<{ backup_at: string | null; failed_at: string | null; size_bytes: number }>(
    `select ${databaseSize} as size_bytes,
            (select value ->> 'at' from private.settings where key = 'last_backup') as backup_at,
            (select value ->> 'at' from private.settings where key = 'failed_backup') as failed_at`,
  );
  const [row] = rows;
  if (!row) throw new Error("A select without from has one row.");
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return { backupAt: instant(row.backup_at), backupFailedAt: instant(row.failed_at), sizeBytes: row.size_bytes };
}

async function readTroubles(tx: Tx): Promise<Pick<StoredFacts, "openPayments" | "openDebits">> {
  const { rows } = await tx.query<Pick<StoredFacts, "openPayments" | "openDebits">>(
    `select (select count(*)::int from private.open_payments() where lead_id is null and not is_test) as "openPayments",
            (select count(*)::int from private.billing_events
             where is_open and kind in ('failed_debit', 'dispute')) as "openDebits"`,
  );
  return rows[0] ?? { openPayments: 0, openDebits: 0 };
}
