import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Proves a commit beside the sources that are worked on: in a checkout of its own, next to this one, with the packages
 * of this one (Node runs no TypeScript below `node_modules`). What it remembers is kept here, by commit, so that the
 * same command goes on where it was ended.
 *
 * @param args of the command, `--at` among them
 * @returns its exit code
 */
export function proveApart(commit: string, args: readonly string[]): number {
  const hash = execFileSync("git", ["rev-parse", "--verify", `${commit}^{commit}`], { encoding: "utf8" }).trim();
  const folder = `${process.cwd()}-proved-${hash.slice(0, 12)}`;
  if (!existsSync(folder)) {
    execFileSync("git", ["worktree", "add", "--detach", folder, hash], { stdio: "inherit" });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  }
  const others = args.filter((each, index) => !/^--(at=.*|at|resume)$/.test(each) && args[index - 1] !== "--at");
  const run = (...words: string[]) => spawnSync(process.execPath, words, { cwd: folder, stdio: "inherit" }).status ?? 1;
  return run("scripts/build.ts") || run("scripts/prove.ts", "--resume", ...others);
}
