import type { Database, Tx } from "#engine/db/database.ts";

/** What is known of a job, whichever process ran it. Instants are the server's. */
export type JobReport = {
  job: string;
  succeededAt: Date | null;
  /** In a row, since the last success. */
  failures: number;
  /** Removed or emptied since the first run. */
  rows: number;
};

export async function reportStart(db: Database, job: string, now: Date): Promise<void> {
  await db.runAsServer(
    `insert into private.job_reports (job, started_at) values ($1, $2)
     on conflict (job) do update set started_at = excluded.started_at, last_rows = 0`,
    [job, now.toISOString()],
  );
}

/** Counts in the transaction of the batch: a killed process has either done and counted it, or neither. */
export async function reportBatch(tx: Tx, job: string, rows: number): Promise<void> {
  if (rows === 0) return;
  await tx.query(
    "update private.job_reports set last_rows = last_rows + $2, rows_in_all = rows_in_all + $2 where job = $1",
    [job, rows],
  );
}

export async function reportSuccess(db: Database, job: string, now: Date): Promise<void> {
  await db.runAsServer("update private.job_reports set succeeded_at = $2, failures = 0 where job = $1", [
    job,
    now.toISOString(),
  ]);
}

export async function reportFailure(db: Database, job: string, now: Date): Promise<void> {
  await db.runAsServer(
    `insert into private.job_reports (job, started_at, failed_at, failures) values ($1, $2, $2, 1)
     on conflict (job) do update set failed_at = excluded.failed_at, failures = job_reports.failures + 1`,
    [job, now.toISOString()],
  );
}

export async function readJobReports(tx: Tx): Promise<JobReport[]> {
  const { rows } = await tx.query<JobReport>(
    `select job, succeeded_at as "succeededAt", failures, rows_in_all as rows
     from private.job_reports order by job`,
  );
  return rows;
}
