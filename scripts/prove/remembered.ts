import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Project } from "#tests/promises.ts";

/** As promised, or as `npm test` tries it. */
export type Size = "full" | "sample";

export type Line = { id: string; project: Project; size: Size };

export type Result = Line & {
  isKept: boolean;
  figure: string;
  tookSeconds: number;
  /** The day, in UTC. */
  on: string;
  /** The sources that were proved; null where there is no git. */
  sources: string | null;
};

const sources = readSources();
const folder = findFolder();
const file = join(folder, "proofs.json");

/** The commit that was proved, 12 signs of it, with `+` where something was changed since; empty where unknown. */
export function commitOf(proved: string | null): string {
  const [commit = "", changed] = (proved ?? "").split("+");
  return commit === "" ? "" : `${commit.slice(0, 12)}${changed === undefined ? "" : "+"}`;
}

/** Of the sources as they stand. */
export const commitNow = commitOf(sources);

/** Whether these very sources were seen to keep it in this checkout. */
export function isRemembered(line: Line): boolean {
  return (
    sources !== null && readResults().some((each) => isSame(each, line) && each.isKept && each.sources === sources)
  );
}

export function remember(result: Omit<Result, "on" | "sources">): void {
  const others = readResults().filter((each) => !isSame(each, result));
  const results = [...others, { ...result, on: new Date().toISOString().slice(0, 10), sources }];
  mkdirSync(folder, { recursive: true });
  // Whole or not at all: a run may be ended while it writes.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(results, null, 1));
  renameSync(`${file}.${process.pid}`, file);
}

/** The last one of each line and size. */
export function readResults(): Result[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Result[];
  } catch {
    return []; // nothing was proved yet
  }
}

function isSame(one: Line, other: Line): boolean {
  return one.id === other.id && one.project === other.project && one.size === other.size;
}

function git(...options: string[]): string {
  return execFileSync("git", options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });
}

/** With the repository: every checkout of it knows what was proved, and `npm ci` forgets none of it. */
function findFolder(): string {
  if (sources === null) return "node_modules/.cache";
  return join(git("rev-parse", "--path-format=absolute", "--git-common-dir").trim(), "proofs");
}

/** The commit, and what was changed since. */
function readSources(): string | null {
  try {
    const commit = git("rev-parse", "HEAD").trim();
    const changed = git("status", "--porcelain") + git("diff", "HEAD");
    return changed === "" ? commit : `${commit}+${createHash("sha256").update(changed).digest("hex").slice(0, 12)}`;
  } catch {
    return null;
  }
}
