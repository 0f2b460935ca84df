import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { startHttpServer } from "#tests/support/http-server.ts";

import { emptyPlace, freshPlace, openSite, type Place, temporaryFolder } from "./places.ts";

const run = promisify(execFile);

/** A command as an operator gives it. */
async function type(command: string, words: string[], environment: Record<string, string>) {
  try {
    const env = { PATH: process.env.PATH, ...environment };
    const { stdout } = await run(process.execPath, [`scripts/${command}.ts`, ...words], { env });
    return { code: 0, said: stdout.trim(), complained: "" };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout.trim(), complained: stderr.trim() };
  }
}

function variablesOf({ settings }: Place): Record<string, string> {
  return {
    AUTH_SECRET: settings.authSecret,
    DATA_DIR: settings.dataDir,
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
  };
}

test("npm run backup asks the site that has the folder open, which learns of it; npm run move waits", async () => {
  const place = await freshPlace("embedded");
  const db = await openSite(place);
  const server = await startHttpServer({ db, environment: { ...variablesOf(place) } });
  const variables = { ...variablesOf(place), PORT: String(server.port), BACKUP_KEY: "a passphrase of the owner" };
  const file = join(temporaryFolder(), "site.backup.age");
  const target = await emptyPlace("postgres");
  const url = target.settings.databaseUrl ?? "";

  const backup = await type("backup", [file], variables);
  expect(backup).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\d+ rows, .* read again\. It is encrypted\.$/),
  });
  const { rows } = await db.asServer((tx) =>
    tx.query("select value -> 'isEncrypted' as yes from private.settings where key = 'last_backup'"),
  );
  expect(rows).toEqual([{ yes: true }]);
  expect(readdirSync(join(place.settings.dataDir, "backup-copies"))).toEqual([]);

  const dry = await type("move", [url, "--dry-run"], variables);
  expect(dry).toMatchObject({ code: 0, said: expect.stringContaining("Nothing was written to it.") });
  expect((await target.inspect("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  const early = await type("move", [url], variables);
  expect(early).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/is in use by process \d+ .*Stop it first/),
  });

  await server.close();
  await db.close();
  const moved = await type("move", [url], variables);
  expect(moved).toMatchObject({ code: 0, said: expect.stringContaining("each as it was") });
  expect((await target.inspect("select from private.questions")).rowCount).toBeGreaterThan(0);
}, 120_000);

test("A command that is mistyped, or has nothing to read, ends with 1 and one sentence", async () => {
  const place = await emptyPlace("embedded");
  const variables = { ...variablesOf(place), PORT: "1" };
  const said = [
    await type("backup", [], variables),
    await type("backup", [join(place.settings.dataDir, "a.backup")], variables),
    await type("restore", ["a", "--erased"], variables),
    await type("restore", [join(place.settings.dataDir, "none")], variables),
    await type("move", ["mysql://localhost/a"], variables),
  ];
  expect(said.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  for (const { complained } of said) expect(complained).toMatch(/^[^\n]+$/);
  expect(existsSync(join(place.settings.dataDir, "database"))).toBe(false);
}, 60_000);
