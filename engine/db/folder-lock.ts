import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

export type FolderLock = { release(): void };

type Holder = { pid: number; since: string };

/** A collected handle would free its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that the kernel frees when the process ends, however it ends: nothing to steal, nothing left behind.
 *
 * The file must lie outside the data folder, and its holder must never open it otherwise: on POSIX, closing any handle
 * on it frees the lock. Hence the holder's number in a second file, and no backup that copies the first.
 *
 * @throws within a second when another process holds it, naming that process; an error with a code when the file cannot
 *   be written
 */
export async function lockFolder(folder: string, file: string): Promise<FolderLock> {
  const holderFile = `${file}.json`;
  const isNew = !existsSync(file);
  const handle = new DatabaseSync(file, { timeout: 300 });
  if (isNew) chmodSync(file, 0o600); // by its name: a second handle would free the lock
  try {
    handle.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
  } catch (cause) {
    handle.close();
    if (!isBusy(cause)) throw cause;
    throw new Error(await describeRefusal(folder, holderFile), { cause });
  }
  held.add(handle);
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() };
  writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 });

  return {
    release() {
      if (!held.delete(handle)) return;
      rmSync(holderFile, { force: true });
      handle.close();
    },
  };
}

/**
 * SQLITE_BUSY, in the last byte of its extended codes. Anything else is no other process, but a file we may not write.
 */
function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}

async function describeRefusal(folder: string, holderFile: string): Promise<string> {
  const holder = await findHolder(holderFile);
  const who = holder ? `process ${holder.pid} (since ${holder.since})` : "another process";
  return `The embedded database in ${folder} is in use by ${who}. Stop it first, or choose another DATA_DIR.`;
}

/** The lock is taken a moment before its holder is written down: look again while the file names a dead process. */
async function findHolder(holderFile: string): Promise<Holder | undefined> {
  for (let look = 0; look < 10; look += 1) {
    const holder = readHolder(holderFile);
    if (holder && isAlive(holder.pid)) return holder;
    await wait(50);
  }
  return undefined;
}

function readHolder(holderFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile, "utf8")) as Holder;
  } catch {
    return undefined; // absent, or being written
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // alive, and someone else's
  }
}
