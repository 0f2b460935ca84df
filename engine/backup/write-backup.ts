import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";

import type { OwnerDatabase } from "#engine/db/owner-database.ts";

import type { BackupRecord } from "./backup-record.ts";
import { createTableSum, formatVersion, type Header, writeLine } from "./archive.ts";
import { authenticate } from "./authentication.ts";
import { type BackupKey, encryptChunks } from "./encryption.ts";
import { summariseBackup } from "./read-backup.ts";
import { syncFolder } from "./sync-folder.ts";
import {
  listTables,
  type Queries,
  readRows,
  readSequences,
  requireReadableTables,
  storedColumns,
  textSettings,
} from "./tables.ts";

type BackupOptions = {
  key: BackupKey | undefined;
  /** Authenticates the file: see `authentication.ts`. */
  authSecret: string;
  now?: () => Date;
};

/**
 * Writes the whole database into a new file, reads it again, and only then gives it its name: whatever has that name is
 * whole. What a killed run leaves ends in `.part`.
 *
 * @throws when something has that name, what was read again is not what was written, or the disk does not confirm it
 */
export async function writeBackup(
  database: OwnerDatabase,
  file: string,
  { key, authSecret, now = () => new Date() }: BackupOptions,
): Promise<BackupRecord> {
  await refuseExisting(file);
  await refuseNowhere(dirname(file));
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    const closing = { key, authSecret, at: now() };
    const written = await database.transaction((tx) => writeDraft(tx, database.engine, draft, closing));
    await checkDraft(draft, written, closing);
    await refuseExisting(file);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return { at: now().toISOString(), bytes: written.bytes, rows: written.rows, isEncrypted: key !== undefined };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Whatever has the name, a file that this account may not read too. */
async function refuseExisting(file: string): Promise<void> {
  try {
    await lstat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  throw new Error(`${file} exists already: nothing is overwritten, name another file.`);
}

async function refuseNowhere(folder: string): Promise<void> {
  const isThere = await lstat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
  if (!isThere) throw new Error(`There is no folder ${folder}: make it, or name another place.`);
}

type Written = { bytes: number; rows: number; sha256: string };
type Closing = { key: BackupKey | undefined; authSecret: string; at: Date };

async function writeDraft(
  tx: Queries,
  engine: Header["engine"],
  draft: string,
  { key, authSecret, at }: Closing,
): Promise<Written> {
  const hash = createHash("sha256");
  const written = { bytes: 0, rows: 0 };
  await pipeline(
    describeDatabase(tx, await openSnapshot(tx, engine, at), authSecret, written),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    (source: AsyncIterable<Uint8Array>) => (key ? encryptChunks(source, key) : source),
    async function* count(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        hash.update(chunk);
        written.bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { ...written, sha256: hash.digest("hex") };
}

/** @param counted gets the number of rows */
async function* describeDatabase(
  tx: Queries,
  header: Header,
  authSecret: string,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const everything = createHash("sha256");
  const totals = { tables: 0, rows: 0, bytes: 0 };
  for await (const bytes of describeRows(tx, header, totals)) {
    everything.update(bytes);
    yield bytes;
  }
  const sha256 = everything.digest("hex");
  yield writeLine({ end: true, ...totals, sha256, mac: authenticate(sha256, authSecret) });
  counted.rows = totals.rows;
}

/** Before anything is written: a table that hides rows from its owner would be half a backup. */
async function openSnapshot(tx: Queries, engine: Header["engine"], at: Date): Promise<Header> {
  for (const [name, value] of textSettings) await tx.query("select set_config($1, $2, true)", [name, value]);
  await tx.query("set local role site_server");
  await requireReadableTables(tx);
  return describeHeader(tx, engine, at);
}

type Totals = { tables: number; rows: number; bytes: number };

async function* describeRows(tx: Queries, header: Header, totals: Totals): AsyncGenerator<Buffer> {
  yield writeLine(header);
  for (const table of await listTables(tx)) {
    const columns = storedColumns(table);
    const sum = createTableSum();
    yield writeLine({ table: table.name, columns });
    for await (const rows of readRows(tx, table, columns)) {
      const bytes = sum.add(rows);
      totals.bytes += bytes.length;
      yield bytes;
    }
    yield writeLine(sum.read());
    totals.tables += 1;
    totals.rows += sum.read().rows;
  }
  yield writeLine({ sequences: await readSequences(tx) });
}

async function describeHeader(tx: Queries, engine: Header["engine"], at: Date): Promise<Header> {
  const { rows } = await tx.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations order by version",
  );
  const server = await tx.query<{ version: string }>("select current_setting('server_version') as version");
  return {
    format: "ariane-backup",
    version: formatVersion,
    id: randomUUID(),
    at: at.toISOString(),
    engine,
    databaseVersion: server.rows[0]?.version ?? "",
    migrations: rows.map(({ version }) => version),
  };
}

/** Reads what is on the disk: every hash where the key opens what it closes, else the bytes as they left. */
async function checkDraft(draft: string, written: Written, { key, authSecret }: Closing): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(draft)) hash.update(chunk as Buffer);
  if (hash.digest("hex") !== written.sha256) throw new Error(`${draft} is not what was written: look at the disk.`);
  if (key?.kind !== "recipient") await summariseBackup(draft, key, authSecret);
}
