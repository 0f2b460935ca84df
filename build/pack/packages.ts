import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, relative } from "node:path";

/** An installed package, as the lock file knows it. */
export type InstalledPackage = {
  name: string;
  version: string;
  /** From the root of the project: `node_modules/pg`. */
  folder: string;
  /** Of the archive that the registry handed over: `sha512-…`, in base 64. */
  integrity: string;
  /** Its own packages, by their folders. */
  needs: string[];
};

type LockEntry = {
  version: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Lock = Record<string, LockEntry>;

export function readLock(): Lock {
  return (JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Lock }).packages;
}

/**
 * These packages and their installed dependencies: the build of an optional package for another system, or an optional
 * peer that was not asked for, is not among them.
 */
export function withDependencies(names: Iterable<string>, lock: Lock): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [...names].flatMap((name) => findFolder(name, "", lock) ?? []);
  for (const folder of waiting) {
    if (found.has(folder)) continue;
    const installed = describe(folder, lock);
    found.set(folder, installed);
    waiting.push(...installed.needs);
  }
  return [...found.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The package whose Node runs this: another Node may need what is on this machine only. */
export function findNode(lock: Lock): InstalledPackage {
  const link = "node_modules/.bin/node";
  if (!existsSync(link)) throw new Error("There is no Node of npm's here: npm run pack brings it.");
  return describe(relative(".", dirname(dirname(realpathSync(link)))), lock);
}

function describe(folder: string, lock: Lock): InstalledPackage {
  const entry = lock[folder];
  if (!entry) throw new Error(`The lock file does not know ${folder}: npm install.`);
  const { version, integrity = "", dependencies, optionalDependencies, peerDependencies = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional);
  const needed = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
  return {
    name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
    version,
    folder,
    integrity,
    needs: [...needed].flatMap((name) => findFolder(name, folder, lock) ?? []),
  };
}

/** Where Node finds a package: in the one that asks, else one floor up, as often as there are floors. */
function findFolder(name: string, from: string, lock: Lock): string | undefined {
  const folder = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (lock[folder] && existsSync(folder)) return folder;
  const above = Math.max(0, from.lastIndexOf("/node_modules/"));
  return from === "" ? undefined : findFolder(name, from.slice(0, above), lock);
}
