import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";

import {
  type ArchiveEnd,
  type ArchivePart,
  DamagedArchive,
  ForeignArchive,
  type Header,
  readParts,
  type TableSum,
} from "./archive.ts";
import { isAuthentic } from "./authentication.ts";
import { type BackupKey, decryptChunks, encryptedBeginning, WrongKey } from "./encryption.ts";

/**
 * Opens a backup and hands out its parts, in order. What the reader did with them before something wrong was met is its
 * own to undo.
 *
 * @throws in one sentence: no such file, another key, not encrypted although there is a key, no backup, one of a newer
 *   program, damaged; and what the reader throws
 */
export async function readBackup<T>(
  file: string,
  key: BackupKey | undefined,
  read: (parts: AsyncIterable<ArchivePart>) => Promise<T>,
): Promise<T> {
  const beginning = await readBeginning(file);
  const isEncrypted = beginning.startsWith(encryptedBeginning);
  if (isEncrypted && !key) {
    throw new Error(`${file} is encrypted: set BACKUP_KEY to the passphrase or the identity that opens it.`);
  }
  if (beginning.startsWith(zstdBeginning) && key) {
    throw new Error(
      `${file} is not encrypted, and backups of this site are: it was not made with this BACKUP_KEY. ` +
        "To restore it all the same, start the command without BACKUP_KEY.",
    );
  }
  if (isEncrypted && key?.kind === "recipient") {
    throw new Error(`BACKUP_KEY is a recipient, which only closes backups: set it to the identity that opens ${file}.`);
  }
  let inReader: unknown;
  try {
    return await pipeline(
      createReadStream(file),
      (source: AsyncIterable<Uint8Array>) => (isEncrypted && key ? decryptChunks(source, key) : source),
      createZstdDecompress(),
      async (chunks: AsyncIterable<Buffer>) => {
        try {
          return await read(readParts(chunks));
        } catch (error) {
          inReader = error;
          throw error;
        }
      },
    );
  } catch (error) {
    throw explain(file, inReader ?? error);
  }
}

export type BackupSummary = {
  header: Header;
  tables: Map<string, TableSum>;
  end: ArchiveEnd;
  /** Whether a site with this `AUTH_SECRET` wrote it. */
  isAuthentic: boolean;
};

/** Reads a backup to its end, so that nothing is begun with one that has none. @throws as `readBackup` */
export function summariseBackup(file: string, key: BackupKey | undefined, authSecret: string): Promise<BackupSummary> {
  return readBackup(file, key, async (parts) => {
    const tables = new Map<string, TableSum>();
    let header: Header | undefined;
    let end: ArchiveEnd | undefined;
    for await (const part of parts) {
      if (part.kind === "header") ({ header } = part);
      if (part.kind === "tableEnd") tables.set(part.table.table, part.sum);
      if (part.kind === "end") ({ end } = part);
    }
    if (!header || !end) throw new DamagedArchive("Header or end is missing.");
    return { header, tables, end, isAuthentic: isAuthentic(end, authSecret) };
  });
}

/** The magic number of a zstd frame, RFC 8878 section 3.1.1: what a backup begins with that is not encrypted. */
const zstdBeginning = "\x28\xb5\x2f\xfd";

/** @returns a character for each byte */
async function readBeginning(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(encryptedBeginning.length));
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new Error(`There is no file ${file}.`, { cause });
    if (code === "EISDIR") throw new Error(`${file} is a folder: name the file of a backup.`, { cause });
    throw cause;
  }
}

function explain(file: string, error: unknown): unknown {
  const sentence = sentenceFor(file, error);
  return sentence ? new Error(sentence, { cause: error }) : error;
}

function sentenceFor(file: string, error: unknown): string | undefined {
  if (error instanceof WrongKey) return `BACKUP_KEY does not open ${file}: it was encrypted with another key.`;
  if (error instanceof ForeignArchive) return `${file} is no backup that this program can read: ${error.message}`;
  const { code = "" } = error as NodeJS.ErrnoException;
  const isDamaged = error instanceof DamagedArchive || /^Z(STD)?_/.test(code);
  return isDamaged ? `${file} is cut off or was changed since it was written: take another backup.` : undefined;
}
