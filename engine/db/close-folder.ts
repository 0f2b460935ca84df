import { chmodSync, constants, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Logger } from "pino";

/** What an account other than ours could do with a file. */
export const forOthers = constants.S_IRWXG | constants.S_IRWXO;
const permissionBits = 0o7777;

/** What we put into a data folder, beside which its owner may keep things of their own. */
const ownNames = [
  "auth-secret",
  "backup-copies",
  "ballast",
  "ballast.draft",
  "database",
  "database.lock",
  "database.lock.json",
];

/**
 * Takes a data folder made by an earlier version, or by hand, away from other accounts: 0700 and 0600. Only what is
 * ours, and the folder itself when it holds nothing else. A folder that may not be changed is used as it is, and the
 * log says so.
 */
export function closeFolderToOthers(dataDir: string, log: Logger): void {
  if (process.platform === "win32") return;
  try {
    const names = readdirSync(dataDir);
    const found = ownNames.filter((name) => names.includes(name)).map((name) => join(dataDir, name));
    if (found.length === names.length) closeToOthers(dataDir);
    for (const path of found) closeTreeToOthers(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return; // nothing kept yet, or its owner is at work: whoever comes second is refused
    if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
    log.warn({ folder: dataDir, code }, cannotBeClosed);
  }
}

const cannotBeClosed =
  "the data folder cannot be closed to other accounts of this machine, who may read what is in it: " +
  "give it to the account of the server (chown -R), on a file system that can be written";

function closeTreeToOthers(path: string): void {
  closeToOthers(path);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    // A link has no mode of its own, and may lead out of the folder.
    if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name));
  }
}

function closeToOthers(path: string): void {
  const { mode } = statSync(path);
  if ((mode & forOthers) !== 0) chmodSync(path, mode & permissionBits & ~forOthers);
}
