import { readSiteDocument, type SiteDocument } from "#domain/site/site-config.ts";
import type { Tx } from "#engine/db/database.ts";
import { readApplying, type StoredVersion } from "#server/site-versions/stored-versions.ts";

export type Draft = { document: SiteDocument; seenAt: Date; author: string };

/** @param lock until the end of the transaction: nothing is saved or published meanwhile */
export async function readSiteDraft(tx: Tx, { lock = false } = {}): Promise<Draft | undefined> {
  // One lock for the draft that is there, and for the one that is not yet.
  if (lock) await tx.query("select pg_advisory_xact_lock(hashtextextended('draft of the site', 0))");
  const { rows } = await tx.query<{ document: unknown; seen_at: Date; author: string }>(
    "select document, updated_at as seen_at, author from private.site_draft",
  );
  const [row] = rows;
  const read = row && readSiteDocument(row.document);
  // What another release wrote and this one does not read is no draft: saving begins one anew.
  return row && read?.ok ? { document: read.value, seenAt: row.seen_at, author: row.author } : undefined;
}

/** What is published; `fallback` until the first version is kept. */
export async function readPublished(tx: Tx, fallback: SiteDocument): Promise<StoredVersion> {
  const { applying } = await readApplying(tx);
  return applying ?? { version: 0, document: fallback };
}

/** @returns when, as the next author has to have seen it: to the millisecond, and later than any before */
export async function writeDraft(tx: Tx, document: SiteDocument, author: string): Promise<Date> {
  const { rows } = await tx.query<{ seen_at: Date }>(
    `insert into private.site_draft as kept (document, author, updated_at)
     values ($1, $2, date_trunc('milliseconds', clock_timestamp()))
     on conflict (is_the_one) do update set document = excluded.document, author = excluded.author,
       updated_at = greatest(excluded.updated_at, kept.updated_at + interval '1 millisecond')
     returning updated_at as seen_at`,
    [JSON.stringify(document), author],
  );
  const [row] = rows;
  if (!row) throw new Error("An upsert returns its row.");
  return row.seen_at;
}

export async function dropDraft(tx: Tx): Promise<void> {
  await tx.query("delete from private.site_draft");
}

export function isSeen(draft: Draft | undefined, seenAt: string | null): boolean {
  return draft === undefined ? seenAt === null : seenAt !== null && draft.seenAt.getTime() === Date.parse(seenAt);
}
