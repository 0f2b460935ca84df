import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Database } from "#engine/db/database.ts";
import type { SqlFolders } from "#engine/db/migration-files.ts";
import { findMigrationDrift } from "#engine/db/migrations.ts";
import { type DatabaseOptions, defaultTimeouts, openDatabase } from "#engine/db/open-database.ts";
import { openEmbedded } from "#engine/db/open-embedded.ts";
import { testEngine } from "#tests/support/database.ts";
import { atDepth, isFull } from "#tests/support/depth.ts";
import { createEmptyDatabase } from "#tests/support/empty-database.ts";

import { startRunner } from "./processes/start.ts";

const log = pino({ level: "silent" });
/** What reads plain rows and files: the server stands for both engines, and opens at once. */
const isTriedOnServer = testEngine === "embedded" && !isFull;

/** A database of the embedded engine with nothing in it: made once, which takes four seconds, and copied. */
let emptyDatabase: string;
let folder: string;
let folders: SqlFolders;
let settings: { databaseUrl?: string; dataDir: string };

beforeAll(async () => {
  if (testEngine !== "embedded") return;
  emptyDatabase = mkdtempSync(join(tmpdir(), "site-empty-"));
  await (await openEmbedded({ folder: emptyDatabase }, { ...defaultTimeouts, log })).close();
});
afterAll(() => emptyDatabase && rmSync(emptyDatabase, { recursive: true, force: true }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-migrations-"));
  folders = { bootstrap: join(folder, "bootstrap"), migrations: join(folder, "migrations") };
  mkdirSync(join(folders.bootstrap, "migrations"), { recursive: true });
  cpSync("engine/bootstrap/roles.sql", join(folders.bootstrap, "roles.sql"));
  mkdirSync(folders.migrations);
  const dataDir = join(folder, "data");
  settings = { dataDir, ...(await createEmptyDatabase()) };
  if (emptyDatabase) cpSync(emptyDatabase, join(dataDir, "database"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Source: promise R-19. */
const killCount = atDepth(1, 20);
const manyStarts = { timeout: 120_000 + killCount * 10_000 };

describe("Migrations", () => {
  test.skipIf(isTriedOnServer)(
    "Each runs once, in the order of its date, as the owner of our tables, and is recorded as the Supabase CLI does",
    async () => {
      const second = "insert into public.things values ('made; by two'); create table public.more ()";
      writeMigration("20260102000000_fill_things.sql", second);
      writeMigration("20260101000000_create_things.sql", "create table public.things (text text)");

      await (await open()).close();
      const db = await open();

      expect(await history(db)).toEqual([
        ["20260101000000", "create_things", ["create table public.things (text text)"]],
        ["20260102000000", "fill_things", [second]],
      ]);
      const { rows } = await db.asServer((tx) =>
        tx.query(
          "select text, (select tableowner::text from pg_tables where tablename = 'things') as owner from things",
        ),
      );
      expect(rows).toEqual([{ text: "made; by two", owner: "site_server" }]);
      await db.close();
    },
  );

  test("One that fails leaves nothing of itself, keeps those before, and says where", async () => {
    writeMigration("20260101000000_create_things.sql", "create table public.things ()");
    writeMigration("20260102000000_break.sql", "create table public.half ();\n\nselect nonsense;");

    await expect(open()).rejects.toThrow(/^20260102000000_break\.sql line 3: .*nonsense/);

    writeMigration("20260102000000_break.sql", "create table public.half ()");
    const db = await open();
    expect((await history(db)).map(([version]) => version)).toEqual(["20260101000000", "20260102000000"]);
    await db.close();
  });

  test.skipIf(isTriedOnServer)(
    "One that is older than the newest applied one is refused, before any other is applied",
    async () => {
      writeMigration("20260101000000_things.sql", "create table public.things ()");
      writeMigration("20260103000000_more.sql", "create table public.more ()");
      const db = await open();
      await db.asServer((tx) =>
        tx.query("insert into supabase_migrations.schema_migrations (version) values ('20990101000000')"),
      );
      writeMigration("20260102000000_late.sql", "create table public.late ()");
      writeMigration("20260104000000_next.sql", "create table public.next ()");
      const drift = await db.asServer((tx) => findMigrationDrift(tx, folders));
      await db.close();

      expect(drift).toContainEqual({ file: "20260102000000_late.sql", problem: "late" });
      await expect(open()).rejects.toThrow(/^20260102000000_late\.sql: .* rename it so that it sorts after/);

      rmSync(join(folders.migrations, "20260102000000_late.sql"));
      writeMigration("20260105000000_late.sql", "create table public.late ()");
      const mended = await open();
      // The version that another tool recorded is newer than all of ours, and refuses none.
      expect((await history(mended)).map(([version]) => version)).toEqual(
        ["01", "03", "04", "05"].map((day) => `202601${day}000000`).concat("20990101000000"),
      );
      await mended.close();
    },
  );

  test.skipIf(isTriedOnServer)(
    "Who only looks migrates nothing, is told what is missing, and writes nothing",
    async () => {
      writeMigration("20260101000000_things.sql", "create table public.things ()");
      await expect(open(log, { looksOnly: true })).rejects.toThrow(
        /^The database is not .* 20260101000000_things\.sql\)/,
      );
      await (await open()).close();
      writeMigration("20260102000000_more.sql", "create table public.more ()");
      await expect(open(log, { looksOnly: true })).rejects.toThrow(
        /\(1 migrations are missing, up to 20260102000000_more/,
      );
      rmSync(join(folders.migrations, "20260102000000_more.sql"));

      const db = await open(log, { looksOnly: true });
      expect((await history(db)).map(([version]) => version)).toEqual(["20260101000000"]);
      await expect(db.asServer((tx) => tx.query("create table public.seen ()"))).rejects.toMatchObject({
        code: "25006",
      });
      await expect(db.runAsServer("insert into public.things default values")).rejects.toMatchObject({ code: "25006" });
      await db.close();
    },
  );

  test.skipIf(isTriedOnServer)(
    "A command that writes fills an empty database, and refuses one of an older or newer version as it is",
    async () => {
      const keepsVersion = { keepsVersion: true };
      writeMigration("20260101000000_things.sql", "create table public.things ()");
      await (await open(log, keepsVersion)).close();
      await (await open(log, keepsVersion)).close();

      writeMigration("20260102000000_more.sql", "create table public.more ()");
      await expect(open(log, keepsVersion)).rejects.toThrow(/^The database is not that of this version/);
      const db = await open();
      expect((await history(db)).map(([version]) => version)).toEqual(["20260101000000", "20260102000000"]);
      await db.close();

      rmSync(join(folders.migrations, "20260102000000_more.sql"));
      await expect(open(log, keepsVersion)).rejects.toThrow(
        /^The database is that of a newer version \(its migration 20260102000000 /,
      );
    },
  );

  test.skipIf(isTriedOnServer)(
    "One that was edited once applied, or is gone, is named at every start; layout and comments may change",
    async () => {
      const lines: string[] = [];
      const listening = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
      const named = () => lines.splice(0).map((line) => [JSON.parse(line).file, JSON.parse(line).msg.split(":")[0]]);
      writeMigration(
        "20260101000000_things.sql",
        "create table public.things (text text); -- first\ninsert into things values ('a -- b')",
      );
      writeMigration("20260102000000_more.sql", "create table public.more ();");
      writeMigration("20260103000000_last.sql", "create table public.last ();");
      await (await open(listening)).close();
      expect(named()).toEqual([]);

      writeMigration(
        "20260101000000_things.sql",
        "/* again */ create table public.things\n  (text text);\n\ninsert into things values ('a -- b');",
      );
      await (await open(listening)).close();
      expect(named()).toEqual([]);

      writeMigration(
        "20260101000000_things.sql",
        "create table public.things (text text); insert into things values ('a -- c')",
      );
      rmSync(join(folders.migrations, "20260102000000_more.sql"));
      const db = await open(listening);
      await db.close();
      expect(named()).toEqual([
        ["20260101000000_things.sql", expect.stringContaining("edited after the database had applied it")],
        ["20260102000000_more.sql", expect.stringContaining("its file is gone")],
      ]);

      // As after the way back to an older version.
      rmSync(join(folders.migrations, "20260103000000_last.sql"));
      listening.level = "warn";
      await (await open(listening)).close();
      const later = [undefined, "a later version has changed this database"];
      expect(named()).toEqual([["20260101000000_things.sql", expect.anything()], later]);
    },
  );

  test.skipIf(isTriedOnServer)(
    "What the Supabase CLI recorded, statement by statement, or without any text, is no edit",
    async () => {
      writeMigration(
        "20260101000000_things.sql",
        "create table public.things (text text);\n-- then\ninsert into things values ('a; b');\n",
      );
      writeMigration("20260102000000_more.sql", "create table public.more ()");
      const db = await open();
      await db.asServer((tx) =>
        tx.runScript(`update supabase_migrations.schema_migrations set statements = array['create table public.things (text text)', e'-- then\\ninsert into things values (''a; b'')'] where version = '20260101000000';
                    update supabase_migrations.schema_migrations set statements = null where version = '20260102000000'`),
      );
      const drift = await db.asServer((tx) => findMigrationDrift(tx, folders));
      await db.close();

      expect(drift).toEqual([]);
    },
  );

  test.skipIf(isTriedOnServer)(
    "A file that is not named like a migration is refused before it does anything",
    async () => {
      writeMigration("create_things.sql", "create table public.things ()");

      await expect(open()).rejects.toThrow("create_things.sql is not named like");
    },
  );

  test.runIf(testEngine === "embedded" && isFull)(
    "What a start left that was killed while it made the database is made anew by the next",
    async () => {
      rmSync(settings.dataDir, { recursive: true });
      writeMigration("20260101000000_create_things.sql", "create table public.things ()");

      for (let round = 0; round < atDepth(1, 3); round += 1) await killAStart();

      const db = await open();
      expect((await history(db)).map(([version]) => version)).toEqual(["20260101000000"]);
      await db.close();
    },
  );

  test("What a killed start left is finished by the next, once each", manyStarts, async () => {
    const numbers = [1, 2, 3, 4, 5];
    for (const number of numbers) {
      writeMigration(
        `2026010${number}000000_step.sql`,
        `create table public.step_${number} as select n from generate_series(1, 20000) as n;
         select pg_sleep(0.2);
         create index on public.step_${number} (n);`,
      );
    }

    for (let round = 0; round < killCount; round += 1) await killAStart();

    const db = await open();
    expect((await history(db)).map(([version]) => version)).toEqual(numbers.map((number) => `2026010${number}000000`));
    for (const number of numbers) {
      const { rows } = await db.asServer((tx) =>
        tx.query(`select (select count(*) from public.step_${number}) as rows,
                         (select count(*) from pg_indexes where tablename = 'step_${number}') as indexes`),
      );
      expect(rows).toEqual([{ rows: 20_000, indexes: 1 }]);
    }
    await db.close();
  });
});

function writeMigration(name: string, text: string): void {
  writeFileSync(join(folders.migrations, name), text);
}

async function killAStart(): Promise<void> {
  const start = startRunner({ settings, folders, job: "hold" });
  await wait(200 + Math.random() * 1800); // the moment of the kill is what is tried
  await start.kill();
}

function open(to = log, options: DatabaseOptions = {}): Promise<Database> {
  const all = { databaseUrl: undefined, authSecret: "a secret of no use", ...settings };
  return openDatabase(all, to, { folders, ...options });
}

async function history(db: Database): Promise<unknown[][]> {
  const { rows } = await db.asServer((tx) =>
    tx.query("select version, name, statements from supabase_migrations.schema_migrations order by version"),
  );
  return rows.map(({ version, name, statements }) => [version, name, statements]);
}
