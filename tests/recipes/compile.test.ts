import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { sqlFolders } from "#engine/db/open-database.ts";
import { openDatabaseForFile, testEngine } from "#tests/support/database.ts";
import { inspectAfter } from "#tests/support/migrated-database.ts";
import { copyAfter, recipes } from "#tests/support/recipes.ts";
import { readSchemaCatalogue } from "#tests/support/schema-catalogue.ts";

/** What the copy exports, whose types are not those of this tree. */
type SchemaFiles = { productSchema: object; schemaScript: (schema: object) => string };

// Seconds of compiler, which no engine changes.
describe.skipIf(testEngine === "embedded")("A tree after all recipes", () => {
  const copy = copyAfter(recipes);
  afterAll(() => copy.remove());

  const compile = () => {
    const project = {
      extends: "./tsconfig.json",
      compilerOptions: { incremental: true, tsBuildInfoFile: "recipe.tsbuildinfo" },
      include: ["app", "content", "domain", "server", "subjects"],
    };
    writeFileSync(join(copy.folder, "tsconfig.recipe.json"), JSON.stringify(project));
    // On one thread it asks for a third less of the processor.
    const options = ["--noEmit", "--singleThreaded", "-p", "tsconfig.recipe.json"];
    try {
      return execFileSync(resolve("node_modules/.bin/tsc"), options, { cwd: copy.folder, encoding: "utf8" });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  test("compiles, and does not without the words of a question", { timeout: 240_000 }, () => {
    expect(compile()).toBe("");

    const labels = join(copy.folder, "subjects/funnel/words/answer-labels.ts");
    const text = readFileSync(labels, "utf8");
    writeFileSync(labels, text.replace(/^ {2}currentTools: .*\n/m, ""));
    expect(compile()).toContain("currentTools");
    writeFileSync(labels, text);
  });

  test("changes a database as it changes the files of the schema", async () => {
    const db = await openDatabaseForFile({ isOwn: true });
    for (const file of copy.migrations) await db.asServer((tx) => tx.runScript(readFileSync(file, "utf8")));

    const migrations = join(copy.folder, "as-in-files");
    mkdirSync(migrations);
    const { productSchema, schemaScript } = await copy.load<SchemaFiles>("build/schema/schema-files.ts");
    const script = schemaScript({ ...productSchema, folder: join(copy.folder, "supabase/schemas") });
    writeFileSync(join(migrations, "20200101000001_product.sql"), script);
    const inFiles = await inspectAfter([{ ...sqlFolders, migrations }], readSchemaCatalogue);
    expect(inFiles).toMatchObject({ "column leads current_tools": expect.any(String) });
    expect(inFiles).toEqual(await readSchemaCatalogue((text) => db.inspect(text)));
  });
});
