import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { isAlive, sweepOrphans } from "./postgres-server.ts";

/** A file system in memory that Linux has everywhere; containers often keep it small, or let no program run there. */
const memoryDisk = "/dev/shm";
const folderPrefix = "site-tests-";
/** In bytes. Files of a whole run take up to 1 GB at one time; the rest is for its browsers and sites. */
const neededRoom = 4 * 1024 ** 3;

/**
 * Puts temporary files into memory until this process ends, when the machine has room and no place is set in
 * `TMPDIR`. A run makes and throws away hundreds of databases, of a thousand files each: on a disk that is a seventh of
 * its time.
 */
export async function useMemoryDisk(): Promise<void> {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  await sweepEndedRuns();
  const folder = mkdtempSync(join(memoryDisk, `${folderPrefix}${process.pid}-`));
  // PostgreSQL may run as another user (`findAccount` of postgres-server.ts).
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (!runsPrograms(folder)) {
    remove();
    return;
  }
  process.env.TMPDIR = folder;
  process.once("exit", remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
}

function hasRoom(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    return Math.min(bavail * bsize, process.availableMemory()) >= neededRoom;
  } catch {
    return false;
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  }
}

/** Runs that were killed: their files would take memory until the machine starts again. */
async function sweepEndedRuns(): Promise<void> {
  for (const name of readdirSync(memoryDisk)) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(basename(name)) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(memoryDisk, name);
    await sweepOrphans(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
