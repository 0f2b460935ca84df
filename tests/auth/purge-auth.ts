import { retentionTerms } from "#server/jobs/terms.ts";
import type { Tx } from "#engine/db/database.ts";
import { endExpiredRows, rowsPerBatch } from "#engine/db/expired-rows.ts";

/** Every term of the schema of accounts, as the scheduled jobs apply them, in one transaction. */
export async function purgeAuth(tx: Tx, now: Date): Promise<void> {
  for (const term of retentionTerms.filter(({ where }) => where === "ours")) {
    let ended = rowsPerBatch;
    while (ended === rowsPerBatch) ended = await endExpiredRows(tx, term, now);
  }
}
