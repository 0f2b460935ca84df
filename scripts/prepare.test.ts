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

import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** Instead of npm: notes what it was asked, and leaves the list that npm leaves of what it installed. */
const notingNpm = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
const withTools = process.argv.includes("--include=dev");
if (withTools === process.argv.includes("--omit=dev")) throw new Error("Told both, or neither.");
mkdirSync("node_modules", { recursive: true });
const packages = {
  "node_modules/needed": { version: "1.0.0", integrity: "sha512-a" },
  ...(withTools && { "node_modules/tool": { version: "1.0.0", dev: true } }),
};
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }, undefined, 2));
appendFileSync("asked", withTools ? "with tools\\n" : "without\\n");
`;

const dependencies = { needed: "1.0.0" };
const locked = {
  "": { dependencies },
  "node_modules/needed": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/tool": { version: "1.0.0", dev: true },
  "node_modules/of-another-system": { version: "1.0.0", optional: true },
};

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "clone-"));
  mkdirSync(join(clone, "scripts"));
  copyFileSync("scripts/prepare.mjs", join(clone, "scripts/prepare.mjs"));
  writeFileSync(join(clone, "package.json"), JSON.stringify({ dependencies }));
  lock(locked);
  writeFileSync(join(clone, "npm.mjs"), notingNpm);
});
afterEach(() => rmSync(clone, { recursive: true }));

function lock(packages: Record<string, unknown>): void {
  writeFileSync(join(clone, "package-lock.json"), JSON.stringify({ packages }, undefined, 2));
}

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

describe("After npm ci by hand", () => {
  beforeEach(() => {
    prepare("tools");
    rmSync(join(clone, "node_modules/.installed"));
  });

  test("neither a check nor a start installs anything, and no start removes tools", () => {
    expect([prepare("tools"), prepare(), prepare("tools")]).toEqual(["nothing", "nothing", "nothing"]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["another version", { ...locked, "node_modules/needed": { version: "1.0.1", integrity: "sha512-a" } }],
    ["another content", { ...locked, "node_modules/needed": { version: "1.0.0", integrity: "sha512-b" } }],
    ["one more package", { ...locked, "node_modules/more": { version: "1.0.0" } }],
    ["another manifest", { ...locked, "": { dependencies: { needed: "2.0.0" } } }],
    ["no packages", {}],
  ])("a lock file with %s is installed", (_, packages) => {
    lock(packages);
    expect(prepare()).toBe("with tools");
  });

  test("a list that cannot be read is installed again", () => {
    appendFileSync(join(clone, "node_modules/.package-lock.json"), "{");
    expect(prepare()).toBe("with tools");
  });

  test("a start that was cut short is made again", () => {
    writeFileSync(join(clone, "node_modules/.package-lock.json"), JSON.stringify({ packages: {} }));
    expect(prepare("tools")).toBe("with tools");
  });
});
