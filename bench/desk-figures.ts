import type pg from "pg";

import type { Bench } from "./benchmark.ts";
import type { Leads } from "./desk-list.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { quantile } from "./support/alternate.ts";
import { type BenchSite, readMemory } from "./support/bench-site.ts";

/** Source: issue of the lead desk. */
const limits = { firstByteMs: 1000, rowsPerSecond: 20_000, memoryMb: 64, statisticsMs: 200 };

/** A file of every lead, as the back office downloads it. */
export async function measureExport(site: BenchSite, token: string, leads: Leads): Promise<Figure[]> {
  const before = await readMemory(site);
  const samples = [before];
  const watching = setInterval(() => void readMemory(site).then((megabytes) => samples.push(megabytes)), 500);
  const startedAt = performance.now();
  const response = await fetch(`${site.url}/functions/v1/export-leads`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: site.publishableKey, authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "" }),
  });
  if (!response.ok || !response.body) throw new Error(`The export answers ${response.status}.`);
  let firstByteMs: number | undefined;
  let lines = 0;
  for await (const chunk of response.body) {
    firstByteMs ??= performance.now() - startedAt;
    lines += countLines(Buffer.from(chunk as Uint8Array));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watching);
  if (lines !== leads.count + 1) throw new Error(`The file has ${lines} lines, of ${leads.count} leads and a head.`);

  const what = `export of ${leads.name}`;
  const rate = leads.count / seconds;
  return [
    limitFigure(`${what}, first byte`, "ms", firstByteMs ?? Number.NaN, limits.firstByteMs, 0),
    {
      ...limitFigure(`${what}, µs a lead`, "µs", 1e6 / rate, 1e6 / limits.rowsPerSecond, 0),
      notes: [`${what}: ${rate.toFixed(0)} rows/s.`],
    },
    limitFigure(`${what}, memory more than before`, "MB", Math.max(...samples) - before, limits.memoryMb, 0),
  ];
}

/** The sample's texts hold no break of a line. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(13); at >= 0; at = chunk.indexOf(13, at + 1)) lines += 1;
  return lines;
}

/** A year of statistics, and the ledger, with as many steps counted as the table can hold of a busy year. */
export async function measureStatistics(
  bench: Bench,
  site: BenchSite,
  client: pg.Client,
  token: string,
): Promise<Figure[]> {
  await client.query(`
    insert into private.step_counts (day, funnel, step, event, source, device, count)
    select current_date - number, funnel, step, event, source, device, 1 + floor(random() * 40)::int
    from generate_series(0, 364) as number,
         unnest(array['secretariat', 'suiviclient', 'marketing']) as funnel, generate_series(1, 5) as step,
         unnest(array['seen', 'done']) as event,
         unnest(array['direct', 'recherche', 'reseaux', 'courriel', 'publicite', 'autre']) as source,
         unnest(array['telephone', 'ordinateur']) as device
    on conflict do nothing`);
  // As the site does each night.
  await client.query("select private.sum_up_step_months(current_date)");
  await client.query("vacuum analyze private.step_counts, private.step_months");
  const year = { from_param: daysAgo(364), to_param: daysAgo(0) };
  return [
    limitFigure(
      "statistics of a year, p95",
      "ms",
      await timeCalls(bench, site, token, "funnel_statistics", year),
      limits.statisticsMs,
    ),
    limitFigure(
      "payments of a year, p95",
      "ms",
      await timeCalls(bench, site, token, "payment_figures", year),
      limits.statisticsMs,
    ),
    limitFigure(
      "ledger of 30 days, p95",
      "ms",
      await timeCalls(bench, site, token, "lead_ledger", {}),
      limits.statisticsMs,
    ),
  ];
}

async function timeCalls(
  bench: Bench,
  site: BenchSite,
  token: string,
  procedure: string,
  body: object,
): Promise<number> {
  const times: number[] = [];
  // The first opens a connection, and is not counted.
  for (let call = -1; call < (bench.isQuick ? 10 : 40); call += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${site.url}/rest/v1/rpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: site.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${procedure} answers ${response.status}.`);
    if (call >= 0) times.push(performance.now() - startedAt);
  }
  return quantile(times, 0.95);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
