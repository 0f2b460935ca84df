import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pino from "pino";
import type { TestProject } from "vitest/node";

import { defaultTimeouts, openDatabase, sqlFolders } from "#server/db/open-database.ts";
import { openEmbedded } from "#server/db/open-embedded.ts";

import { startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where each test file finds its copy of the migrated database. */
    databaseTemplate: { engine: "embedded"; dumpFile: string } | { engine: "postgres"; port: number; database: string };
  }
}

export const testAuthSecret = "the secret of every test database";

const cacheFolder = "node_modules/.cache/test-database";
const keepDumpsMs = 24 * 3600 * 1000;
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });

/** Migrates one database for the engine of the project; test files copy it. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env.TEST_ENGINE === "postgres") return setUpPostgres(project);
  project.provide("databaseTemplate", { engine: "embedded", dumpFile: await makeDump() });
  return undefined;
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  try {
    const database = "postgres";
    const template = await openDatabase(
      { databaseUrl: server.url(database), dataDir: "", authSecret: testAuthSecret },
      log,
    );
    await template.close();
    project.provide("databaseTemplate", { engine: "postgres", port: server.port, database });
    return () => server.remove();
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** Kept from run to run, named by what it is made of. */
async function makeDump(): Promise<string> {
  mkdirSync(cacheFolder, { recursive: true });
  sweepCache();
  const file = join(process.cwd(), cacheFolder, `${hashOfSources()}.tar`);
  if (existsSync(file)) return file;

  const database = await openEmbedded({}, { ...defaultTimeouts, folders: sqlFolders, log });
  try {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, await database.dump());
    renameSync(draft, file);
  } finally {
    await database.close();
  }
  return file;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const files = [sqlFolders.bootstrap, sqlFolders.migrations].flatMap((folder) =>
    readdirSync(folder).toSorted().map((name) => join(folder, name)),
  ); // prettier-ignore
  for (const file of [...files, "server/db/migrations.ts", "node_modules/@electric-sql/pglite/package.json"]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 20);
}

function sweepCache(): void {
  for (const name of readdirSync(cacheFolder)) {
    const file = join(cacheFolder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > keepDumpsMs) rmSync(file, { force: true });
  }
}
