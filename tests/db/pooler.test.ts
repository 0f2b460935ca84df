import pg from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import type { Database } from "#engine/db/database.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { testEngine } from "#tests/support/database.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { startTransactionPooler, type TransactionPooler } from "#tests/support/transaction-pooler.ts";
import { startLeading } from "#tests/support/leader.ts";

const log = pino({ level: "silent" });
const authSecret = "a secret of no use 0123456789abcdef";
const databaseName = "pooled";

let server: PostgresServer;
let pooler: TransactionPooler;
const opened: Database[] = [];

async function open(databaseUrl: string, databaseDirectUrl?: string): Promise<Database> {
  const db = await openOwnDatabase({ databaseUrl, databaseDirectUrl, dataDir: "", authSecret }, log);
  opened.push(db);
  return db;
}

async function command(text: string, database = "postgres") {
  const client = new pg.Client({ connectionString: server.url(database) });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

describe.runIf(testEngine === "postgres")("Behind a pooler that lends connections by the transaction", () => {
  beforeAll(async () => {
    server = await startPostgresServer();
    pooler = await startTransactionPooler(server.port);
    await command(`create database ${databaseName}`);
    await command("create database another");
  });
  afterEach(async () => void (await Promise.all(opened.splice(0).map((db) => db.close()))));
  afterAll(async () => {
    await pooler?.close();
    await server?.remove();
  });

  test("a start without the database's own address is refused before anything is touched", async () => {
    await expect(open(pooler.url(databaseName))).rejects.toThrow(
      /^DATABASE_URL leads to a pooler .*: set DATABASE_DIRECT_URL to [^.]*\.$/,
    );

    expect(await command("select nspname from pg_namespace where nspname = 'private'", databaseName)).toEqual([]);
  });

  test("so is one whose own address is the pooler's as well", async () => {
    const url = pooler.url(databaseName);

    await expect(open(url, url)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to a pooler [^.]*\.$/);
  });

  test("and one whose two addresses are of two databases", async () => {
    await expect(open(pooler.url("another"), server.url(databaseName))).rejects.toThrow(/ two different databases\.$/);
  });

  test("transactions of many callers at once keep their own role, claims and search path", async () => {
    const db = await open(pooler.url(databaseName), server.url(databaseName));
    const ask = `select current_user::text as role, current_setting('request.jwt.claims', true) as claims,
                        current_setting('search_path') as path`;
    const numbers = Array.from({ length: 100 }, (_, number) => number);

    const found = await Promise.all(
      numbers.map(async (number) => {
        const caller = { role: number % 2 ? "anon" : "authenticated", claims: { sub: String(number) } } as const;
        const ours = await db.runAsServer("select current_user::text as role, current_setting('search_path') as path");
        const inOneGo = await db.readAsCaller(caller, {}, { text: ask, values: [] });
        const { rows } = await db.asCaller(caller, {}, (tx) => tx.query(ask));
        return [ours.rows[0], inOneGo.rows[0], rows[0]];
      }),
    );

    const path = "public, extensions";
    expect(found).toEqual(
      numbers.map((number) => {
        const seen = { role: number % 2 ? "anon" : "authenticated", claims: `{"sub":"${number}"}`, path };
        return [{ role: "site_server", path }, seen, seen];
      }),
    );
  });

  test("notices are heard, and one process leads until its work ends", async () => {
    const [one, other] = [
      await open(pooler.url(databaseName), server.url(databaseName)),
      await open(pooler.url(databaseName), server.url(databaseName)),
    ];
    const heard: string[] = [];
    await one.listen("deliveries", (payload) => heard.push(payload));
    const { leading, finish } = await startLeading(one);

    expect(await other.ifLeader("purge", () => Promise.resolve("no"))).toBeUndefined();
    await other.asServer((tx) => tx.query("select pg_notify('deliveries', 'hello')"));
    await vi.waitFor(() => expect(heard).toEqual(["hello"]));

    finish("led");
    expect(await leading).toBe("led");
    expect(await other.ifLeader("purge", () => Promise.resolve("now"))).toBe("now");
  });
});
