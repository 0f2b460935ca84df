import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { createLog } from "./log.ts";
import { createLogFiles } from "./log-files.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "logs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "lines");
}

test("No line is kept for longer than seven days, and none goes before its sixth", () => {
  const folder = newFolder();
  let now = new Date("2026-11-01T00:00:00Z");
  const files = createLogFiles(folder, () => now);
  for (let hour = 0; hour < 24 * 30; hour += 1) {
    now = new Date(Date.UTC(2026, 10, 1, hour));
    files.write(`${now.toISOString()}\n`);
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
    const agesInDays = lines.map((line) => (now.getTime() - Date.parse(line)) / 86_400_000);
    expect(Math.max(...agesInDays)).toBeLessThan(7);
    expect(lines.length).toBe(Math.min(hour + 1, 24 * 6 + (hour % 24) + 1));
  }
});

test("A server with nothing to say forgets too, and no file of others goes", () => {
  const folder = newFolder();
  let now = new Date("2026-11-01T12:00:00Z");
  const files = createLogFiles(folder, () => now);
  files.write("{}\n");
  writeFileSync(join(folder, "site-2026.log"), "not ours");
  now = new Date("2026-11-08T00:00:00Z");
  files.removeOld();
  expect(readdirSync(folder)).toEqual(["site-2026.log"]);
});

test("The log's lines are there, for this account alone", () => {
  const folder = newFolder();
  createLog("info", folder).info({ id: 7 }, "said");
  const [name] = readdirSync(folder);
  const file = join(folder, name!);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ id: 7, msg: "said" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("What cannot be written goes where it went before", () => {
  const folder = newFolder();
  const said: string[] = [];
  const files = createLogFiles(folder, undefined, { write: (line) => said.push(line) });
  rmSync(folder, { recursive: true });
  files.write("kept\n");
  expect(said).toEqual(["kept\n"]);
});
