import { isDeepStrictEqual } from "node:util";

import type { SiteDocument } from "#domain/site/site-config.ts";
import type { Database } from "#engine/db/database.ts";
import { findMissingPictures } from "#server/pictures/stored-pictures.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { type Settings, SettingsError } from "#server/settings/settings.ts";
import { keepPrices } from "#subjects/site-settings/rules/kept-prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { findMissingArticles } from "./stored-articles.ts";
import { readApplying, writeVersion } from "./stored-versions.ts";

/** @property version the new one; undefined where nothing was written */
export type Imported = { isSame: boolean; version?: number };

type Importing = {
  /** Nothing is written. */
  isTried: boolean;
  /** The day of the site, from which prices that the file lacks end. */
  today: CivilDate;
  /** What keeps a document from being published, as the desk compares it: a sentence each. */
  compare: (document: SiteDocument) => Promise<readonly { sentence: string }[]>;
};

/**
 * Publishes a document from a file, at once. As at a start, a production refuses what the law wants and is not there;
 * as in the desk, so is what surfaces say differently.
 *
 * @throws SettingsError with one sentence per mistake; Error while a version waits for its instant, or where a picture
 *   or an article is not there
 */
export async function importDocument(
  { db, settings }: { db: Database; settings: Settings },
  written: SiteDocument,
  { isTried, today, compare }: Importing,
): Promise<Imported> {
  await settings.readWith(written);
  const { applying: shown } = await db.asServer((tx) => readApplying(tx));
  const document = shown ? keepPrices(shown.document, written, today) : written;
  if (isDeepStrictEqual(shown?.document, document)) return { isSame: true };
  const disagreements = await compare(document);
  if (disagreements.length > 0) throw new SettingsError(disagreements.map(({ sentence }) => sentence));
  return db.asServer(async (tx) => {
    const missing = [...(await findMissingPictures(tx, document)), ...(await findMissingArticles(tx, document))];
    if (missing.length > 0) throw new Error(`This site does not have what ${missing.join(", ")} names.`);
    if (isTried) return { isSame: false };
    const version = await writeVersion(tx, { document, source: "import" });
    if (version === undefined) throw new Error("A version waits for its instant: withdraw it in the desk first.");
    await writeAudit(tx, { actor: null, action: "site.imported", detail: { version } });
    return { isSame: false, version };
  });
}
