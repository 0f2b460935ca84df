import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import type { SqlFolders } from "#engine/db/migration-files.ts";
import { sqlFolders } from "#engine/db/open-database.ts";
import { testEngine } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";
import { inspectAfter } from "#tests/support/migrated-database.ts";
import { readSchemaCatalogue, type SchemaCatalogue } from "#tests/support/schema-catalogue.ts";

import { writeQuestions, questionFiles, type QuestionFiles } from "#build/schema/question-lists.ts";
import { authSchema, productSchema, schemaScript } from "#build/schema/schema-files.ts";

const folder = mkdtempSync(join(tmpdir(), "site-schema-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Folders as a version of the program has them. */
function foldersOf(name: string, fill: (auth: string, product: string) => void): SqlFolders {
  const folders = { bootstrap: join(folder, name, "bootstrap"), migrations: join(folder, name, "migrations") };
  mkdirSync(join(folders.bootstrap, "migrations"), { recursive: true });
  mkdirSync(folders.migrations);
  cpSync("engine/bootstrap/roles.sql", join(folders.bootstrap, "roles.sql"));
  fill(join(folders.bootstrap, "migrations"), folders.migrations);
  return folders;
}

/** Before there was a baseline: what made schema auth at each start was not recorded. */
function olderVersion(name: string, isThere: (file: string) => boolean): SqlFolders {
  return foldersOf(name, (auth, product) => {
    cpSync("engine/bootstrap/upgrade", auth, { recursive: true });
    for (const file of globSync("supabase/upgrade/*.sql")) {
      if (isThere(basename(file))) cpSync(file, join(product, basename(file)));
    }
    writeFileSync(
      join(product, "20261120070000_forget_auth.sql"),
      "delete from supabase_migrations.schema_migrations where version like '202611200%'",
    );
  });
}

const upToBaseline = () => true;
const upToNovember = (file: string) => file < "20261128";

describe.skipIf(testEngine === "embedded" && !isFull)("The schema", { timeout: 300_000 }, () => {
  const catalogues: Partial<Record<"migrations" | "files", SchemaCatalogue>> = {};
  const made = async () => (catalogues.migrations ??= await inspectAfter([sqlFolders], readSchemaCatalogue));

  test("that its files say is the one that the migrations make on an empty database, object by object", async () => {
    const files = foldersOf("files", (auth, product) => {
      writeFileSync(join(auth, "20200101000000_auth.sql"), schemaScript(authSchema));
      writeFileSync(join(product, "20200101000001_product.sql"), schemaScript(productSchema));
    });
    const said = await inspectAfter([files], readSchemaCatalogue);
    expect(said).toEqual(await made());
    expect(Object.keys(said).length).toBeGreaterThan(1500);
  });

  test.each([
    ["the last version before the baseline", upToBaseline],
    ["an older one", upToNovember],
  ])("is the same on a database that %s made", async (name, isThere) => {
    const versions = [olderVersion(name, isThere), sqlFolders];
    expect(await inspectAfter(versions, readSchemaCatalogue)).toEqual(await made());
  });

  test("has no function that names what is not there", async () => {
    const wrong = await inspectAfter([sqlFolders], async (inspect) => {
      const { rows } = await inspect(
        `select oid, oid::regprocedure::text as name, (select lanname from pg_language where oid = prolang) as language
         from pg_proc where pronamespace::regnamespace::text in ('public', 'private', 'auth') and prosqlbody is null`,
      );
      const problems: string[] = [];
      for (const { oid, name, language } of rows) {
        const validator = language === "sql" ? "fmgr_sql_validator" : "plpgsql_validator";
        await inspect(`select ${validator}(${String(oid)})`).catch((error: Error) => {
          problems.push(`${String(name)}: ${error.message}`);
        });
      }
      expect(rows.length).toBeGreaterThan(200);
      return problems;
    });
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(testEngine === "postgres")("The files of the schema", () => {
  const texts = [authSchema, productSchema].map(schemaScript).join("\n");

  test("are all named in the list of their order", () => {
    for (const { folder: place, files } of [authSchema, productSchema]) {
      expect(readdirSync(place).toSorted()).toEqual([...files].toSorted());
    }
  });

  test("say each thing once, and take none back", () => {
    const made = [...texts.matchAll(/^create (?:unique )?(table|type|view|function|index) ([\w.]+)/gm)];
    const names = made.map(([, kind, name]) => `${kind} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThan(350);
    expect(
      texts.match(/^(?:create or replace|drop|update|delete|alter (?!table [\w.]+ enable|default)).*/gm),
    ).toBeNull();
  });

  test("name every question where all have to be named", () => {
    const files = Object.fromEntries(
      questionFiles.map((name) => [name, readFileSync(join(productSchema.folder, name), "utf8")]),
    ) as QuestionFiles;
    expect(writeQuestions(files)).toEqual({ files });
  });

  test.each([sqlFolders.migrations, join(sqlFolders.bootstrap, "migrations")])(
    "have one baseline, the first of what an empty database applies: %s",
    (migrations) => {
      const files = readdirSync(migrations).toSorted();
      expect(files.map((file) => file.includes("baseline"))).toEqual(files.map((_, index) => index === 0));
      const older = readdirSync(join(migrations, "../upgrade")).toSorted();
      expect(older.every((file) => file < files[0]!)).toBe(true);
    },
  );
});
