import { createHash } from "node:crypto";

import { type PictureFile, picturesIn, type UploadedPicture } from "#domain/site/site-picture.ts";
import type { Database, Tx } from "#engine/db/database.ts";

import type { EncodedPicture } from "./encoded-picture.ts";

/**
 * Keeps a picture, once: the same one again is the one that is there.
 *
 * @returns undefined where the pictures of the site would take more room than they may
 */
export async function keepPicture(
  tx: Tx,
  { width, height, files }: EncodedPicture,
  author: string,
): Promise<Omit<UploadedPicture, "alt"> | undefined> {
  const id = idOf(files);
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const { rows } = await tx.query<{ fits: boolean }>("select private.begin_site_picture($1, $2, $3, $4, $5) as fits", [
    id,
    width,
    height,
    author,
    bytes,
  ]);
  if (!rows[0]?.fits) return undefined;
  for (const file of files) {
    await tx.query(
      `insert into private.site_picture_files (picture, width, kind, content) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [id, file.width, file.kind, file.content],
    );
  }
  return { id, width, height };
}

function idOf(files: EncodedPicture["files"]): string {
  const hash = createHash("sha256");
  for (const { width, kind, content } of files) hash.update(`${width} ${kind} ${content.length}\n`).update(content);
  return hash.digest("hex").slice(0, 32);
}

export async function readPictureFile(db: Database, { id, width, kind }: PictureFile): Promise<Buffer | undefined> {
  const { rows } = await db.runAsServer<{ content: Uint8Array }>(
    "select content from private.site_picture_files where picture = $1 and width = $2 and kind = $3",
    [id, width, kind],
  );
  return rows[0] && Buffer.from(rows[0].content);
}

/** @returns the places at which something names a picture that this database does not have */
export async function findMissingPictures(tx: Tx, named: unknown): Promise<string[]> {
  const pictures = picturesIn(named);
  if (pictures.length === 0) return [];
  const ids = pictures.map(({ id }) => id);
  const { rows } = await tx.query<{ id: string }>("select id from private.site_pictures where id = any ($1)", [ids]);
  const known = new Set(rows.map(({ id }) => id));
  return pictures.filter(({ id }) => !known.has(id)).map(({ path }) => path);
}
