// A process of its own: one transaction, again and again, through `pg` and nothing else. Asked over IPC for so many
// seconds, it answers how many a second.
import pg from "pg";

import { columnTypes } from "#engine/db/column-types.ts";

import type { PlannedTransaction } from "../support/planned-requests.ts";

export type DriverJob = {
  connectionString: string;
  connections: number;
  transaction: PlannedTransaction;
  /** Rows in the answer, as its JSON text: what is expected each time. */
  expectedRows: number;
};
export type DriverRequest = { seconds: number };

const job = JSON.parse(process.argv[2] ?? "") as DriverJob;
const clients = await Promise.all(Array.from({ length: job.connections }, connect));

process.on("message", ({ seconds }: DriverRequest) => {
  void measure(seconds).then((rate) => process.send?.(rate));
});
process.on("disconnect", () => process.exit(0));

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: job.connectionString, types: columnTypes, pipeline: true });
  await client.connect();
  return client;
}

async function measure(seconds: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let count = 0;
  const loop = async (client: pg.Client) => {
    while (performance.now() < endsAt) {
      await runTransaction(client, job);
      count += 1;
    }
  };
  await Promise.all(clients.map(loop));
  return count / ((performance.now() - startedAt) / 1000);
}

/** The same commands as the site's, as `pg` is commonly used: the statement follows once the transaction stands. */
async function runTransaction(client: pg.Client, { transaction, expectedRows }: DriverJob): Promise<void> {
  const { begin, settings, statement } = transaction;
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  const set = { name: "set", text: `select ${calls.join(", ")}`, values: settings.flat() };
  await Promise.all([client.query(begin), client.query(set)]);
  const { rows } = await client.query<{ body: string; row_count: number }>({ name: "statement", ...statement });
  await client.query("commit");
  if (rows[0]?.row_count !== expectedRows) throw new Error(`${rows[0]?.row_count} rows came.`);
}
