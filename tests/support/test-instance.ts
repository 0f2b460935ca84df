import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import pino from "pino";
import { inject } from "vitest";

import { columnTypes } from "#engine/db/column-types.ts";
import type { DbRow } from "#engine/db/database.ts";
import { defaultTimeouts } from "#engine/db/open-database.ts";
import { openEmbeddedDatabase } from "#engine/db/open-embedded.ts";
import type { Settings } from "#server/settings/settings.ts";

import { fillDataFolder } from "./database-dump.ts";

/** Where a process of its own keeps its data: a folder, or a database of the test server. */
export type TestInstance = {
  settings: Pick<Settings, "databaseUrl" | "dataDir">;
  /** Past every grant and policy. In a folder, only while no process has it open. */
  inspect<R extends DbRow = DbRow>(text: string, values?: unknown[]): Promise<R[]>;
  remove(): Promise<void>;
};

/** An instance with the migrated database, empty, on the engine of `TEST_ENGINE`. */
export async function createTestInstance(): Promise<TestInstance> {
  const template = inject("databaseTemplate");
  if (template.engine === "embedded") return createInFolder(template.dumpFile);

  const name = `instance_${randomBytes(6).toString("hex")}`;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${template.port}/${database}`;
  await query(url("template1"), `create database ${name} template ${template.database}`);
  const folder = mkdtempSync(join(tmpdir(), "instance-"));
  return {
    settings: { databaseUrl: url(name), dataDir: folder },
    inspect: async <R extends DbRow>(text: string, values?: unknown[]) => (await query(url(name), text, values)) as R[],
    async remove() {
      await query(url("template1"), `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createInFolder(dumpFile: string): TestInstance {
  const folder = mkdtempSync(join(tmpdir(), "instance-"));
  const dataDir = join(folder, "data");
  fillDataFolder(dataDir, dumpFile);
  return {
    settings: { databaseUrl: undefined, dataDir },
    async inspect<R extends DbRow>(text: string, values?: unknown[]) {
      const database = await openEmbeddedDatabase({ ...defaultTimeouts, dataDir, log: pino({ level: "silent" }) });
      try {
        return await database.asSuperuser(async (tx) => (await tx.query<R>(text, values)).rows);
      } finally {
        await database.close();
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function query(connectionString: string, text: string, values?: unknown[]): Promise<DbRow[]> {
  const client = new pg.Client({ connectionString, types: columnTypes });
  await client.connect();
  try {
    return (await client.query<DbRow>(text, values)).rows;
  } finally {
    await client.end();
  }
}
