import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A checkout of a revision beside this one, with its packages and its build. Kept in the temporary folder: the next
 * comparison with the same commit finds it built.
 *
 * @returns its folder
 */
export function buildRevision(revision: string): string {
  const commit = git("rev-parse", "--verify", `${revision}^{commit}`);
  const root = join(tmpdir(), `look-${commit.slice(0, 12)}`);
  // The temporary folder may have been emptied since.
  git("worktree", "prune");
  if (!existsSync(root)) git("worktree", "add", "--detach", root, commit);
  const isPackagesSame = git("diff", "--name-only", commit, "--", "package-lock.json") === "";
  borrowPackages(join(root, "node_modules"), isPackagesSame);
  const prepare = isPackagesSame ? ["scripts/build.ts"] : ["scripts/prepare.mjs", "build"];
  execFileSync(process.execPath, prepare, { cwd: root, stdio: "inherit" });
  return root;
}

/** Ours, by a link, as long as they are the same: never to be installed into. */
function borrowPackages(packages: string, isSame: boolean): void {
  const isLink = lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  const isBroken = !existsSync(packages);
  if (isLink && (isBroken || !isSame)) unlinkSync(packages);
  if (isSame && !existsSync(packages)) symlinkSync(join(process.cwd(), "node_modules"), packages);
}

function git(...command: string[]): string {
  return execFileSync("git", command, { encoding: "utf8" }).trim();
}
