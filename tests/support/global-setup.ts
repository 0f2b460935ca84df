import pino from "pino";
import type { TestProject } from "vitest/node";

import { openDatabase } from "#engine/db/open-database.ts";

import { makeDump } from "./database-dump.ts";
import { startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where each test file finds its copy of the migrated database. */
    databaseTemplate: { engine: "embedded"; dumpFile: string } | { engine: "postgres"; port: number; database: string };
  }
}

export const testAuthSecret = "the secret of every test database";

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
