import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  version: string;
  /** Written into a pack when it is made. */
  commit?: string;
};

/** What runs: the version of package.json, and the commit it was made of; empty where neither pack nor Git knows one. */
export const release = { version: manifest.version, commit: manifest.commit ?? askGit() };

function askGit(): string {
  try {
    const cwd = fileURLToPath(root);
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}
