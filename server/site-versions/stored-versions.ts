import { readSiteDocument, type SiteDocument } from "#domain/site/site-config.ts";
import type { Tx } from "#engine/db/database.ts";

/** A notice of this name is sent with each new version. */
export const versionsChannel = "site_versions";

export type StoredVersion = { version: number; document: SiteDocument };

export type VersionSource = "file" | "import" | "desk" | "return";

/** How many versions are looked at for one that this release reads. */
const mostTried = 5;

/**
 * The version that applies. Of those that have begun, the newest that this release reads: an update may know less than
 * the release before it.
 *
 * @param refused versions that cannot be shown either, and are passed over
 * @returns `unread`, the versions that it does not read; `msToNext`, until the next one begins
 */
export async function readApplying(
  tx: Tx,
  refused: readonly number[] = [],
): Promise<{ applying: StoredVersion | undefined; unread: number[]; msToNext: number | undefined }> {
  const begun = await tx.query<{ version: number; document: unknown }>(
    `select version, document from private.site_versions
     where effective_at <= now() and withdrawn_at is null and version <> all ($2::bigint[])
     order by effective_at desc, version desc limit $1`,
    [mostTried, refused],
  );
  const unread: number[] = [];
  let applying: StoredVersion | undefined;
  for (const { version, document } of begun.rows) {
    const read = readSiteDocument(document);
    if (read.ok) {
      applying = { version, document: read.value };
      break;
    }
    unread.push(version);
  }
  const { rows } = await tx.query<{ ms: number | null }>(
    `select (extract(epoch from min(effective_at) - now()) * 1000)::float8 as ms
     from private.site_versions where effective_at > now() and withdrawn_at is null`,
  );
  return { applying, unread, msToNext: rows[0]?.ms ?? undefined };
}

/** @returns the number of the version; undefined while another waits for its instant */
export async function writeVersion(
  tx: Tx,
  {
    document,
    source,
    author,
    reason = "",
    effectiveAt,
    fromVersion,
  }: {
    document: SiteDocument;
    source: VersionSource;
    author?: string;
    reason?: string;
    /** At once without. */
    effectiveAt?: Date | undefined;
    fromVersion?: number;
  },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ version: number | null }>(
    "select private.write_site_version($1, $2, $3, $4, $5, $6) as version",
    [JSON.stringify(document), source, author ?? null, reason, effectiveAt ?? null, fromVersion ?? null],
  );
  return rows[0]?.version ?? undefined;
}

/** The file is read once: where there is no version yet, it is the first. */
export async function keepFirstVersion(tx: Tx, document: SiteDocument): Promise<void> {
  await tx.query("lock table private.site_versions in share row exclusive mode");
  const { rowCount } = await tx.query("select 1 from private.site_versions limit 1");
  if (rowCount === 0) await writeVersion(tx, { document, source: "file" });
}
