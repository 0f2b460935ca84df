import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { columnTypes } from "#engine/db/column-types.ts";
import type { DbRow } from "#engine/db/database.ts";
import { secretariat } from "#tests/leads/sending.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send, visitorAddress } from "#tests/support/http-client.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import type { TestInstance } from "#tests/support/test-instance.ts";

import { startSite } from "./site-process.ts";

type Submitted = { key: string; status: number; retryAfter: string | undefined };

type DurableSite = {
  instance: TestInstance;
  server: PostgresServer;
  /** A questionnaire: each number is another person at another place. */
  submit: (number: number) => Promise<Submitted>;
  remove: () => Promise<void>;
};

const publishableKey = "sb_publishable_of_the_disk";

/** A site on a PostgreSQL server of its own, which waits for the disk as production does and may be crashed. */
export async function startDurableSite(): Promise<DurableSite> {
  const { instance, server } = await createDurableInstance();
  const environment = { PORT: String(await findFreePort()), LOG_LEVEL: "fatal", PUBLISHABLE_KEY: publishableKey };
  const site = await startSite(instance, environment).catch(async (error: unknown) => {
    await instance.remove();
    throw error;
  });
  return {
    instance,
    server,
    async submit(number) {
      const key = randomUUID();
      const { status, headers } = await send(site.port, "POST", "/rest/v1/rpc/create_lead_without_auth", {
        from: visitorAddress(number),
        headers: { apikey: publishableKey },
        body: { ...secretariat, email_param: `disque-${number}@exemple.example`, idempotency_key_param: key },
      });
      return { key, status, retryAfter: headers.get("retry-after") };
    },
    async remove() {
      await site.kill();
      await instance.remove();
    },
  };
}

async function createDurableInstance(): Promise<{ instance: TestInstance; server: PostgresServer }> {
  const server = await startPostgresServer({ isDurable: true });
  const dataDir = mkdtempSync(join(tmpdir(), "instance-"));
  const instance: TestInstance = {
    settings: { databaseUrl: server.url(), dataDir },
    async inspect<R extends DbRow>(text: string, values?: unknown[]) {
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
