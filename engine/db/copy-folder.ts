import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { SuperuserAccess } from "./database.ts";
import { DatabaseUnavailable } from "./database-errors.ts";

/** Left free beside a copy: below this the server itself stops writing. */
const spareBytes = 256 * 1024 * 1024;

/** Of one process only, or made anew at every opening. Source: PostgreSQL, "Backing Up the Data Directory". */
const leftOut = new Set([
  "postmaster.pid",
  "postmaster.opts",
  "pg_replslot",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_notify",
]);
const log = "pg_wal";
/** Copied last, so that it is not older than what it speaks of. */
const control = "global/pg_control";

/**
 * PostgreSQL's own low-level backup: between two statements, files are copied while the engine goes on changing them;
 * its log, copied after, makes them whole when the copy is opened. Requests wait for neither.
 *
 * @throws DatabaseUnavailable `disk_full` before anything is copied, when there is no room
 */
export async function copyRunningFolder(database: SuperuserAccess, folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  await requireRoom(folder, target);
  await database.asSuperuser((tx) => tx.query("select pg_backup_start('copy', fast => true)"));
  let label: string | undefined;
  try {
    await copyFiles(folder, target, (path) => leftOut.has(path) || path === log || path === control);
    await copyFiles(join(folder, "global"), join(target, "global"), (path) => path !== "pg_control");
  } finally {
    const { rows } = await database.asSuperuser((tx) =>
      tx.query<{ label: string }>("select labelfile as label from pg_backup_stop(wait_for_archive => false)"),
    );
    label = rows[0]?.label;
  }
  await copyFiles(join(folder, log), join(target, log), () => false);
  for (const name of leftOut)
    if (!name.includes(".")) await mkdir(join(target, name), { recursive: true, mode: 0o700 });
  await writeFile(join(target, "backup_label"), label ?? "", { mode: 0o600 });
}

/** @param isLeftOut by path from the folder */
async function copyFiles(folder: string, target: string, isLeftOut: (path: string) => boolean): Promise<void> {
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    for (const entry of entries) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (isLeftOut(inside)) continue;
      if (entry.isDirectory()) await visit(inside);
      else await copyIfThere(join(folder, inside), join(target, inside));
    }
  };
  await visit("");
}

/** A table may be dropped during the copy: the write-ahead log replays the drop when the copy is opened. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function requireRoom(folder: string, target: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(target));
  const needed = (await sizeOf(folder)) + spareBytes;
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 1e6);
  throw new DatabaseUnavailable("disk_full", `A backup needs ${megabytes} MB of room in ${dirname(target)}.`);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
