import type { Database } from "#engine/db/database.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

/** What the doctor reads in the database, beside that a test's own has no administrator. Sentences say which it is. */
export async function findInDatabase(db: Database): Promise<Finding[]> {
  const findings = await checkDatabase(db);
  return findings
    .filter(({ id }) => id !== "no-administrator")
    .map(({ id, sentence, french }) => ({ id, sentence, ...(french !== undefined && { french }) }));
}
