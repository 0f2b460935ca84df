import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { commitOf } from "./remembered.ts";

test("A line names its commit, and whether something was changed since", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  expect([commitOf(hash), commitOf(`${hash}+fedcba987654`), commitOf(null)]).toEqual([
    "0123456789ab",
    "0123456789ab+",
    "",
  ]);
});

test("A commit is proved in a checkout of its own, whatever is being changed here, and again in the same one", () => {
  const folder = mkdtempSync(join(tmpdir(), "apart-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, "site");
  const note = (what: string) =>
    `import { appendFileSync } from "node:fs";
     const words = [${JSON.stringify(what)}, process.argv.slice(2)].join(" ");
     appendFileSync(${JSON.stringify(join(folder, "ran"))}, words + "\\n");`;
  mkdirSync(join(root, "scripts"), { recursive: true });
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "scripts/build.ts"), note("build"));
  writeFileSync(join(root, "scripts/prove.ts"), note("prove"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", ...words], { cwd: root, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "scripts");
  git("commit", "--quiet", "-m", "One");
  writeFileSync(join(root, "scripts/prove.ts"), "process.exit(1);");

  const apart = JSON.stringify(resolve("scripts/prove/prove-apart.ts"));
  const call = `import { proveApart } from ${apart}; process.exit(proveApart("HEAD", ["--at", "HEAD", "R-01"]));`;
  for (let run = 0; run < 2; run += 1) {
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", call], { cwd: root });
    expect(status).toBe(0);
  }
  const once = ["build ", "prove --resume,R-01"];
  expect(readFileSync(join(folder, "ran"), "utf8").trimEnd().split("\n")).toEqual([...once, ...once]);
});
