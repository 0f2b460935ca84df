import { isDeepStrictEqual } from "node:util";

import type { SiteDocument } from "#domain/site/site-config.ts";
import type { Database } from "#engine/db/database.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { Settings } from "#server/settings/settings.ts";

import { readApplying, writeVersion } from "./stored-versions.ts";

/** @property version the new one; undefined where nothing was written */
export type Imported = { isSame: boolean; version?: number };

/**
 * Publishes a document from a file, at once. As at a start, a production refuses what the law wants and is not there.
 *
 * @param isTried nothing is written
 * @throws SettingsError with one sentence per mistake; Error while a version waits for its instant
 */
export async function importDocument(
  { db, settings }: { db: Database; settings: Settings },
  document: SiteDocument,
  { isTried }: { isTried: boolean },
): Promise<Imported> {
  await settings.readWith(document);
  return db.asServer(async (tx) => {
    const { applying } = await readApplying(tx);
    if (isDeepStrictEqual(applying?.document, document)) return { isSame: true };
    if (isTried) return { isSame: false };
    const version = await writeVersion(tx, { document, source: "import" });
    if (version === undefined) throw new Error("A version waits for its instant: withdraw it in the desk first.");
    await writeAudit(tx, { actor: null, action: "site.imported", detail: { version } });
    return { isSame: false, version };
  });
}
