import type { Database } from "#engine/db/database.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

/** What the doctor reads in the database, beside that a test's own has no administrator. */
export async function findInDatabase(db: Database): Promise<Finding[]> {
  return (await checkDatabase(db)).filter(({ id }) => id !== "no-administrator");
}
