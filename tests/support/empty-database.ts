import { randomBytes } from "node:crypto";

import pg from "pg";
import { inject } from "vitest";

/**
 * For a test that migrates by itself: a database of the run's server, deleted when the run ends. The embedded engine
 * makes its own, so there it is nothing.
 */
export async function createEmptyDatabase(): Promise<{ databaseUrl?: string }> {
  const template = inject("databaseTemplate");
  if (template.engine === "embedded") return {};
  const name = `empty_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ host: "127.0.0.1", port: template.port, user: "postgres", database: "template1" });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { databaseUrl: `postgres://postgres@127.0.0.1:${template.port}/${name}` };
}
