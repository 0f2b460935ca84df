import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Database } from "#engine/db/database.ts";

/** Reading a copy takes minutes; an older one was left by a killed process. */
const abandonedAfterMs = 6 * 3600 * 1000;

/**
 * A copy of the embedded database as it is now, in a folder of its own beside it, for a process that reads it at
 * leisure and removes it.
 *
 * @returns undefined when a copy is being made already; its folder
 */
export async function copyDatabase(db: Database, dataDir: string): Promise<string | undefined> {
  const { copyFolder } = db;
  if (!copyFolder) throw new Error("Only the embedded database is copied as a folder.");
  return db.ifLeader("copy of the folder", async () => {
    const copies = resolve(dataDir, "backup-copies");
    await mkdir(copies, { recursive: true, mode: 0o700 });
    await removeAbandoned(copies);
    const folder = await mkdtemp(join(copies, "copy-"));
    try {
      await copyFolder(folder);
      return folder;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  });
}

async function removeAbandoned(copies: string): Promise<void> {
  for (const name of await readdir(copies)) {
    const folder = join(copies, name);
    const made = await stat(folder).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
