import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import type { Bench } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { type PostgresNode, startDatabase } from "./postgres-pair.ts";
import { type Product, startProduct } from "./product.ts";
import { startNginxProxy, startProxy } from "./proxy.ts";
import { startReaders } from "./rolling-restart.ts";
import { findStored } from "./stored-leads.ts";
import { countAnswers, startVisitors, timeOf } from "./visitors.ts";

const heldSeconds = 45;
const perSecond = 8;
/** A network of the loopback: each caller has an address of its own, which a proxy that believes no header sees. */
const network = 127;

/**
 * Two processes are started anew one after the other while a reader holds every table, as a copy of the database does:
 * behind each of the proxies that `deploy/` has a file for.
 */
export async function proveHeldTables(bench: Bench): Promise<ProofResult> {
  const server = await startDatabase(bench);
  const environment = { DATABASE_URL: server.url("site"), DRAIN_SECONDS: "3", LOG_LEVEL: "warn" };
  const products = [await startProduct(bench, { environment }), await startProduct(bench, { environment })];
  const ports = products.map(({ port }) => port);
  const runs = [
    await restartBehind(bench, "HAProxy", `http://127.0.0.1:${await startProxy(bench, ports)}`, { server, products }),
    await restartBehind(bench, "nginx", await startNginxProxy(bench, ports), { server, products }),
  ];
  return { figures: runs.map(({ figures }) => figures).join("; "), faults: runs.flatMap(({ faults }) => faults) };
}

type Site = { server: PostgresNode; products: Product[] };

async function restartBehind(bench: Bench, proxy: string, url: string, site: Site): Promise<ProofResult> {
  const { server, products } = site;
  const before = await countDeadlocks(server);
  const visitors = startVisitors({ url, perSecond, triesAgain: false, isFromItsOwnAddress: true });
  const readers = startReaders(url, network);
  await wait(5000); // to find its pace
  const held = await holdTables(bench, server);

  const restarts: number[] = [];
  for (const [place, product] of products.entries()) {
    const { port } = product;
    await product.stop();
    const startedAt = performance.now();
    const environment = { DATABASE_URL: server.url("site"), DRAIN_SECONDS: "3", LOG_LEVEL: "warn" };
    products[place] = await startProduct(bench, { environment, port });
    restarts.push(Math.round(performance.now() - startedAt));
    await wait(2000); // until the proxy asks it again
  }
  const wasHeld = held.isHeld();
  await held.released;
  await visitors.finish();
  const reads = await readers.finish();

  const failed = [...visitors.tries.filter(({ status }) => status !== 200), ...reads.failed];
  const stored = await findStored(server, visitors.acknowledged);
  const deadlocks = (await countDeadlocks(server)) - before;
  return {
    figures: [
      `${proxy}: every table held for ${heldSeconds} s`,
      `${failed.length} of ${visitors.tries.length + reads.count} requests failed (${countAnswers(failed)})`,
      `${deadlocks} deadlocks`,
      `${stored.lost} of ${visitors.acknowledged.size} acknowledged lost`,
      `ready ${restarts.join(" and ")} ms after the start`,
      `leads p95 ${timeOf(visitors.tries, 0.95)} ms at ${perSecond}/s`,
    ].join(", "),
    faults: [
      failed.length > 0 && `${proxy}: requests failed`,
      deadlocks > 0 && `${proxy}: deadlocks`,
      stored.lost > 0 && `${proxy}: acknowledged leads are lost`,
      !wasHeld && `${proxy}: the tables were free again before both processes were back`,
    ].filter((fault) => fault !== false),
  };
}

async function countDeadlocks(server: PostgresNode): Promise<number> {
  const [row] = await server.query<{ deadlocks: number }>(
    "postgres",
    "select deadlocks::int from pg_stat_database where datname = 'site'",
  );
  return row?.deadlocks ?? 0;
}

/** What `pg_dump` and `npm run backup` hold, on each table of the site. */
async function holdTables(bench: Bench, server: PostgresNode) {
  const tables = await server.query<{ name: string }>(
    "site",
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'supabase_migrations')`,
  );
  const client = new pg.Client({ connectionString: server.url("site") });
  await client.connect();
  bench.atEnd(() => client.end());
  await client.query("begin isolation level repeatable read");
  await client.query(`lock table ${tables.map(({ name }) => name).join(", ")} in access share mode`);
  let isHeld = true;
  const released = client.query(`select pg_sleep(${heldSeconds}); commit`).then(() => void (isHeld = false));
  return { isHeld: () => isHeld, released };
}
