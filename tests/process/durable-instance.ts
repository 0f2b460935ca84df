import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { columnTypes } from "#server/db/column-types.ts";
import type { Row } from "#server/db/database.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import type { TestInstance } from "#tests/support/test-instance.ts";

/** An empty database of a server of its own, which waits for the disk as production does and may be crashed. */
export async function createDurableInstance(): Promise<{ instance: TestInstance; server: PostgresServer }> {
  const server = await startPostgresServer({ isDurable: true });
  const dataDir = mkdtempSync(join(tmpdir(), "instance-"));
  const instance: TestInstance = {
    settings: { databaseUrl: server.url(), dataDir },
    async inspect<R extends Row>(text: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: server.url(), types: columnTypes });
      await client.connect();
      try {
        return (await client.query<R>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async remove() {
      await server.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return { instance, server };
}
