import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

/** Instead of npm: notes what it was asked, and leaves the list that npm leaves of what it installed. */
const notingNpm = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
const withTools = process.argv.includes("--include=dev");
if (withTools === process.argv.includes("--omit=dev")) throw new Error("Told both, or neither.");
mkdirSync("node_modules", { recursive: true });
const packages = withTools ? { "node_modules/tool": { dev: true } } : {};
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }, undefined, 2));
appendFileSync("asked", withTools ? "with tools\\n" : "without\\n");
`;

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "clone-"));
  mkdirSync(join(clone, "scripts"));
  copyFileSync("scripts/prepare.mjs", join(clone, "scripts/prepare.mjs"));
  writeFileSync(join(clone, "package.json"), "{}");
  writeFileSync(join(clone, "package-lock.json"), "{}");
  writeFileSync(join(clone, "npm.mjs"), notingNpm);
});
afterEach(() => rmSync(clone, { recursive: true }));

/** @returns what npm was asked this time */
function prepare(...options: string[]): string {
  rmSync(join(clone, "asked"), { force: true });
  const env = { ...process.env, npm_execpath: join(clone, "npm.mjs") };
  execFileSync(process.execPath, ["scripts/prepare.mjs", ...options], { cwd: clone, env, stdio: "pipe" });
  return existsSync(join(clone, "asked")) ? readFileSync(join(clone, "asked"), "utf8").trim() : "nothing";
}

test("A first start installs no tools of tests, a second one nothing", () => {
  expect([prepare(), prepare()]).toEqual(["without", "nothing"]);
});

test("A test run after a start installs the tools, once", () => {
  prepare();
  expect([prepare("tools"), prepare("tools")]).toEqual(["with tools", "nothing"]);
});

test("A start after a test run removes no tools, even when the packages have changed", () => {
  prepare("tools");
  expect(prepare()).toBe("nothing");
  appendFileSync(join(clone, "package-lock.json"), "\n");
  expect(prepare()).toBe("with tools");
});

test("A start after npm ci by hand removes no tools", () => {
  prepare("tools");
  rmSync(join(clone, "node_modules/.installed"));
  expect(prepare()).toBe("with tools");
});
