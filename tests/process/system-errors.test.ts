import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "system-errors-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [file, inside] = [join(folder, "file"), join(folder, "inside")];
writeFileSync(file, "{}");
mkdirSync(inside);
const below = join(file, "below");

/** What an operator names by mistake. A folder of data that is none is refused before any database is opened. */
const mistakes: [command: string, words: string[], environment?: Record<string, string>][] = [
  ["setup", ["--answers", inside]],
  ["restore", [inside]],
  ["update", [below]],
  ["settings", ["import", below]],
  ["setup", ["--answers", below]],
  ["setup", ["--show", "--to", below]],
  ["restore", [below]],
  ["settings", ["import", inside]],
  ["settings", ["export", below], { DATA_DIR: below }],
  ["backup", [join(folder, "a.backup")], { DATA_DIR: below }],
  ["backup", [join(folder, "a.backup")], { SITE_CONFIG: inside }],
  ["backup", [join(folder, "a.backup")], { PAYMENT_LINKS_FILE: inside }],
  ["update", [inside]],
  ["rollback", ["--wat", "1"]],
  ["doctor", [], { SUPABASE_CONFIG: inside }],
  ["deliveries", [], { DATA_DIR: below }],
];

/** @returns the exit code, and what it wrote on standard error */
async function type(command: string, words: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, PORT: "1", DATA_DIR: join(folder, "none"), INIT_CWD: folder, ...environment };
  try {
    await run(process.execPath, [`scripts/${command}.ts`, ...words], { env });
    return { code: 0, said: "" };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr.trim() };
  }
}

test("What the system refuses is said in a sentence, never as the system says it", async () => {
  for (const [command, words, environment] of sampleOf(mistakes, 2)) {
    const { code, said } = await type(command, words, environment);
    const [line = "", ...more] = said.split("\n");
    const told = [command, ...words, code, said].join(" ");
    expect([1, 2], `${told}`).toContain(code);
    expect(line, `${told}`).toMatch(/^\S.*[.\])]$/);
    expect(said, `${told}`).not.toMatch(/\bE[A-Z]{3,}\b|node:|\n +at /);
    expect(more.length, `${told}`).toBeLessThan(2);
  }
});
