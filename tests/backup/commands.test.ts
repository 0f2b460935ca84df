import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import type { SiteDocument } from "#domain/site/site-config.ts";
import type { Database } from "#engine/db/database.ts";
import { startHttpServer } from "#tests/support/http-server.ts";

import siteConfig from "../../site.config.ts";
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

/** What `npm run settings` does where a site runs. @returns what is published then */
async function publishFromFile(db: Database, variables: Record<string, string>): Promise<SiteDocument> {
  const countVersions = async () =>
    (await db.asServer((tx) => tx.query("select from private.site_versions"))).rowCount ?? 0;
  const folder = temporaryFolder();
  const [before, next] = [join(folder, "before.json"), join(folder, "next.json")];
  expect(await type("settings", ["export", before], variables)).toMatchObject({ code: 0 });
  const document = JSON.parse(readFileSync(before, "utf8")) as SiteDocument;
  document.contact.phone = "01 99 00 11 22";
  writeFileSync(next, JSON.stringify(document));

  const tried = await type("settings", ["import", next, "--dry-run"], variables);
  expect(tried).toEqual({ code: 0, said: "It can be imported. Nothing was written.", complained: "" });
  expect(await countVersions()).toBe(0);
  const imported = await type("settings", ["import", next], variables);
  expect(imported).toMatchObject({ code: 0, said: expect.stringMatching(/^Version 1 of the site says what/) });
  expect(await countVersions()).toBe(1);
  return document;
}

test("npm run backup and settings ask the site that has the folder open; npm run move waits", async () => {
  const place = await freshPlace("embedded");
  const db = await openSite(place);
  const server = await startHttpServer({ db, environment: { ...variablesOf(place) } });
  const variables = { ...variablesOf(place), PORT: String(server.port), BACKUP_KEY: "a passphrase of the owner" };
  const file = join(temporaryFolder(), "site.backup.age");
  const target = await emptyPlace("postgres");
  const url = target.settings.databaseUrl ?? "";

  const published = await publishFromFile(db, variables);
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
  const there = join(temporaryFolder(), "there.json");
  const atTarget = { ...variables, DATABASE_URL: url };
  expect(await type("settings", ["export", there], atTarget)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(there, "utf8"))).toEqual(published);
  // The doctor looks at what is shown, which the file does not say.
  const { said } = await type("doctor", [], atTarget);
  expect(said).toContain(`contact.phone is still an example: ${published.contact.phone}`);
  expect(said).toContain("says something else than the site shows");
}, 120_000);

test("npm run settings says of each mistake of a file where it is, and takes nothing of it", async () => {
  const place = await emptyPlace("embedded");
  const folder = temporaryFolder();
  const [wrong, noJson, right] = ["wrong.json", "no.json", "right.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const contact = { ...siteConfig.contact, phone: 12, bookingUrl: "javascript:alert(1)" };
  writeFileSync(wrong, JSON.stringify({ ...siteConfig, contact, shop: {} }));
  writeFileSync(noJson, "{");
  writeFileSync(right, JSON.stringify(siteConfig));
  const say = async (...words: string[]) => {
    const { code, complained } = await type("settings", words, { ...variablesOf(place), PORT: "1" });
    expect(code).toBe(1);
    return complained.split("\n");
  };
  expect(await say("import", wrong)).toEqual(
    ["contact.phone", "contact.bookingUrl", "shop"].map((path) => expect.stringContaining(path)),
  );
  expect(await say("import", noJson)).toEqual([expect.stringContaining("is not JSON")]);
  expect(await say("import", join(folder, "none.json"))).toEqual([expect.stringContaining("there is no file")]);
  expect(await say("import", right, "--dry-run")).toEqual([expect.stringContaining("There is no database in")]);
  expect(await say("export", right)).toEqual([expect.stringContaining("There is no database in")]);
  expect(await say("import", wrong, "--tried")).toEqual(expect.arrayContaining([expect.stringContaining("Usage: ")]));
  expect(existsSync(join(place.settings.dataDir, "database"))).toBe(false);
}, 60_000);

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
