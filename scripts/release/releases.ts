import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** An unpacked pack. */
export type Release = { folder: string; version: string; commit: string };

/** @returns the release that a link leads to. @throws in one sentence */
export function readRelease(link: string): Release {
  const folder = realpathSync(link);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) throw new Error(`${folder} is no unpacked pack.`);
  const { version = "", commit = "" } = JSON.parse(readFileSync(manifest, "utf8")) as Partial<Release>;
  return { folder, version, commit };
}

export function nameOf({ version, commit }: Pick<Release, "version" | "commit">): string {
  return commit === "" ? version : `${version} (${commit})`;
}

/** Where the site is started from: a link that an update lets lead elsewhere. @throws in one sentence without one */
export function linkOfPack(): string {
  // Set by the launcher of a pack.
  const link = process.env.ARIANE_LINK;
  if (link === undefined) throw new Error("This is for a pack. Of a checkout, get the new sources and start again.");
  if (lstatSync(link).isSymbolicLink()) return link;
  throw new Error(
    `${link} is a folder, and an update lets a link lead to another one: give it a name with its version, make ` +
      `${link} a link to it, and start from there.`,
  );
}

/**
 * Unpacks beside the release that runs, with its `.env`.
 *
 * @throws in one sentence: no pack, one that was changed on its way, of another system, the one that runs
 */
export function unpackBeside(pack: string, running: Release): Release {
  refuseOtherSum(pack);
  const shelf = dirname(running.folder);
  const draft = mkdtempSync(join(shelf, ".unpacking-"));
  try {
    const { status } = spawnSync("tar", ["-xzf", pack, "-C", draft], { stdio: "ignore" });
    const [top, ...others] = status === 0 ? readdirSync(draft) : [];
    if (top === undefined || others.length > 0 || !existsSync(join(draft, top, "ariane"))) {
      throw new Error(`${pack} is no pack: npm run pack makes one.`);
    }
    const { version, commit } = readRelease(join(draft, top));
    const folder = join(shelf, ["ariane", version, commit].filter(Boolean).join("-"));
    if (folder === running.folder) throw new Error(`${nameOf({ version, commit })} is what runs already.`);
    keepSettings(running.folder, join(draft, top));
    // What an update before this one left there, and did not start.
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, top), folder);
    return { folder, version, commit };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** `SHA256SUMS` beside the pack, where there is one, has to name it. */
function refuseOtherSum(pack: string): void {
  if (!existsSync(pack)) throw new Error(`There is no ${pack}.`);
  const sums = join(dirname(pack), "SHA256SUMS");
  if (!existsSync(sums)) return;
  const line = readFileSync(sums, "utf8")
    .split("\n")
    .find((each) => each.endsWith(` ${basename(pack)}`));
  const sum = createHash("sha256").update(readFileSync(pack)).digest("hex");
  if (line !== undefined && !line.startsWith(`${sum} `)) {
    throw new Error(`${pack} is not the file that SHA256SUMS beside it names: get both again.`);
  }
}

/** A file is copied, a link leads to the same place. */
function keepSettings(from: string, to: string): void {
  const file = join(from, ".env");
  if (!lstatSync(file, { throwIfNoEntry: false })) return;
  if (lstatSync(file).isSymbolicLink()) symlinkSync(resolve(from, readlinkSync(file)), join(to, ".env"));
  else cpSync(file, join(to, ".env"), { preserveTimestamps: true });
}

/** At every instant the link leads to the one or to the other. */
export function pointTo(link: string, folder: string): void {
  const draft = `${link}.${process.pid}`;
  symlinkSync(folder, draft);
  renameSync(draft, link);
}

/** Beside the link: what ran before. */
export function previousOf(link: string): string {
  return `${link}.previous`;
}

/**
 * Does this alone on the machine.
 *
 * @throws in one sentence while another process is at it; one that was killed has left nothing behind that counts
 */
export async function whileAlone<T>(link: string, work: () => Promise<T>): Promise<T> {
  const lock = `${link}.updating`;
  const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
  if (holder > 0 && isAlive(holder)) throw new Error(`Another update is under way (process ${holder}).`);
  rmSync(lock, { force: true });
  const handle = openSync(lock, "wx");
  try {
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
