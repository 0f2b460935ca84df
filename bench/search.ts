import type pg from "pg";

import type { Bench, Benchmark } from "./benchmark.ts";
import { factFigure, limitFigure } from "./figures.ts";
import { quantile } from "./support/alternate.ts";
import { callerOf, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { type PlannedTransaction, planProcedure, readCatalog } from "./support/planned-requests.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { insertSampleLeads } from "./support/sample-leads.ts";

const maxFound = 100;
const limitMs = 20;

/**
 * The back office's search box over 100,000 leads: the statement the data service makes of it, in the database alone.
 */
export const search: Benchmark = {
  title: "Searching leads",
  needs: ["postgres"],

  async measure(bench) {
    const leadCount = bench.isQuick ? 10_000 : 100_000;
    const postgres = await startBenchPostgres(bench);
    const databaseUrl = postgres.url("postgres");
    const site = await startBenchSite(bench, { DATABASE_URL: databaseUrl });
    const caller = callerOf(await signInAsAdministrator(site));
    await site.stop();
    const client = await postgres.connect("postgres");
    await insertSampleLeads(client, leadCount);
    const catalog = await readCatalog(databaseUrl);

    const plan = (words: string) => {
      const call = {
        name: "search_leads",
        values: { query_param: words },
        search: "order=created_at.desc,lead_id.asc&limit=100",
        isCounted: true,
      };
      return planProcedure(catalog, call, caller);
    };
    const candidates = await chooseWords(bench, client);
    const withIndex: number[] = [];
    const without: number[] = [];
    const counts: number[] = [];
    const words: string[] = [];
    for (const [index, word] of candidates.entries()) {
      const found = await time(client, plan(word), true);
      if (found.total < 1 || found.total > maxFound) continue;
      words.push(word);
      counts.push(found.total);
      withIndex.push(found.ms);
      if (index % 10 === 0) without.push((await time(client, plan(word), false)).ms);
    }
    const explained = await explain(client, plan(words[0] ?? ""));

    const found = `${counts.length} searches of 4 to 8 letters, 1 to ${Math.max(...counts)} rows found, median ${quantile(counts, 0.5)}`;
    const p95 = quantile(withIndex, 0.95);
    return [
      {
        ...limitFigure(
          `search in ${leadCount.toLocaleString("en")} leads, p95 (without the index)`,
          "ms",
          p95,
          limitMs,
        ),
        reference: `${quantile(without, 0.95).toFixed(1)} ms`,
        notes: [
          `${found}; median ${quantile(withIndex, 0.5).toFixed(1)} ms, worst ${Math.max(...withIndex).toFixed(1)} ms.`,
          ...explained.map((line) => `  ${line}`),
        ],
      },
      factFigure(
        "search, index used",
        explained.some((line) => line.includes("lead_words_trigrams")),
        "see plan",
      ),
    ];
  },
};

/** Pieces of names and companies, as administrators type them. */
async function chooseWords(bench: Bench, client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(
    `select distinct on (word) word
     from (
       select btrim(substr(field, 1 + floor(random() * greatest(1, char_length(field) - 4))::int, 4 + floor(random() * 5)::int)) as word
       from public.leads, lateral (values (last_name), (company_name)) as given (field)
     ) as piece
     where char_length(word) >= 4 limit $1`,
    [bench.isQuick ? 100 : 1000],
  );
  return rows.map(({ word }) => word);
}

type Timing = { ms: number; total: number };

/** Of the statement alone, its round trip included. */
async function time(client: pg.Client, transaction: PlannedTransaction, usesIndex: boolean): Promise<Timing> {
  return inTransaction(client, transaction, async () => {
    if (!usesIndex) await client.query("set local enable_bitmapscan = off");
    const startedAt = performance.now();
    const { rows } = await client.query<{ total: number }>({ name: "search", ...transaction.statement });
    return { ms: performance.now() - startedAt, total: rows[0]?.total ?? 0 };
  });
}

async function inTransaction<T>(client: pg.Client, { begin, settings }: PlannedTransaction, work: () => Promise<T>) {
  await client.query(begin);
  for (const [name, value] of settings) await client.query("select set_config($1, $2, true)", [name, value]);
  const result = await work();
  await client.query("rollback");
  return result;
}

/** What the procedure's own query does, which a plain `explain` does not show. */
async function explain(client: pg.Client, transaction: PlannedTransaction): Promise<string[]> {
  const plans: string[] = [];
  client.on("notice", ({ message = "" }) => void plans.push(message));
  await client.query("load 'auto_explain'");
  await client.query(`
    select set_config('auto_explain.log_min_duration', '0', false), set_config('auto_explain.log_nested_statements', 'on', false),
           set_config('auto_explain.log_analyze', 'on', false), set_config('client_min_messages', 'log', false)`);
  await inTransaction(client, transaction, () => client.query(transaction.statement));
  const plan = plans.find((each) => /Query Text: select dashboard/.test(each)) ?? plans.join("\n");
  return plan
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => /^duration|Scan|Index Cond|Join|Nested Loop|Sort/.test(line.trim().replace(/^-> +/, "")));
}
