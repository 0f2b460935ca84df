import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Database } from "#engine/db/database.ts";

import { syncFolder } from "./sync-folder.ts";

export const erasureListName = "erased";

const linesPerRun = 1000;

/**
 * Adds what was erased to the list beside the backups, one line of JSON each: it must outlive the database that is
 * restored. A line is marked as written once it is on the disk; killed in between, it is written twice, which changes
 * nothing.
 */
export async function writeErasures(db: Database, dir: string): Promise<void> {
  let count = linesPerRun;
  while (count === linesPerRun) count = await writeSome(db, dir);
}

async function writeSome(db: Database, dir: string): Promise<number> {
  const { rows } = await db.asServer((tx) =>
    tx.query<{ id: number; line: string }>(
      `select id, json_build_object(
         'at', to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'subject', subject, 'salt', salt, 'hash', hash)::text as line
       from private.erasures where written_at is null order by id limit $1`,
      [linesPerRun],
    ),
  );
  if (rows.length === 0) return 0;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await appendLines(join(dir, erasureListName), rows.map(({ line }) => `${line}\n`).join(""));
  await db.asServer((tx) =>
    tx.query("update private.erasures set written_at = now() where id = any ($1::bigint[])", [
      rows.map(({ id }) => id),
    ]),
  );
  return rows.length;
}

/** After the last whole line: half a line of a full disk or a kill is written again with the rest. */
async function appendLines(file: string, lines: string): Promise<void> {
  const handle = await open(file, "a+", 0o600);
  try {
    const { size } = await handle.stat();
    const end = await endOfLastLine(handle, size);
    if (end < size) await handle.truncate(end);
    await handle.appendFile(lines);
    await handle.sync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
}

/** A line is shorter than this. */
const lookBackBytes = 4096;

async function endOfLastLine(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<number> {
  const start = Math.max(0, size - lookBackBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(lookBackBytes), 0, lookBackBytes, start);
  return start + buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
}
