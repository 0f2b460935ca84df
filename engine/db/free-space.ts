import { existsSync } from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";

/** Below this, writes are refused: the engine hangs on a full disk and does not open again before some room is made. */
const minimumFreeBytes = 128 * 1024 * 1024;

/**
 * Reserved space: a file that is deleted when someone else fills the disk, so that the engine
 * can open and reads go on.
 */
const reservedBytes = 32 * 1024 * 1024;

/** Less than it takes to fill the rest of a disk: once it is full, a write that has begun costs a restart of the engine. */
const checkEveryMs = 50;

export type ReadFreeBytes = (folder: string) => Promise<number>;

export type FreeSpaceGuard = {
  /** Looked up 20 times a second at most. Reserves the space again when there is plenty of room. */
  isLow(): Promise<boolean>;
  /** Before the engine opens: gives up the reserved space when there is less room than the engine needs. */
  makeRoom(): Promise<void>;
};

/** @param reservedFile 32 MiB beside the database, called `ballast` since the first version */
export function guardFreeSpace(folder: string, reservedFile: string, readFreeBytes = readFreeBytesOf): FreeSpaceGuard {
  let checkedAt = -Infinity;
  let freeBytes = Promise.resolve(0);
  let isReserved = existsSync(reservedFile);

  async function look(): Promise<number> {
    const free = await readFreeBytes(folder);
    if (!isReserved && free > 2 * minimumFreeBytes) {
      isReserved = true;
      await reserveSpace(reservedFile);
    }
    return free;
  }

  return {
    async isLow() {
      if (performance.now() - checkedAt > checkEveryMs) {
        checkedAt = performance.now();
        freeBytes = look();
      }
      return (await freeBytes) < minimumFreeBytes;
    },

    async makeRoom() {
      if ((await readFreeBytes(folder)) >= reservedBytes) return;
      isReserved = false;
      await rm(reservedFile, { force: true });
    },
  };
}

async function readFreeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Written byte by byte: a sparse file would hold no room. Renamed last, so that half a file is never taken for one. */
async function reserveSpace(file: string): Promise<void> {
  const draft = `${file}.draft`;
  const zeros = Buffer.alloc(1024 * 1024);
  const handle = await open(draft, "w", 0o600);
  try {
    for (let written = 0; written < reservedBytes; written += zeros.length) await handle.write(zeros);
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
