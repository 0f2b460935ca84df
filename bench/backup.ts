import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Bench, type Benchmark, makeFolder } from "./benchmark.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { quantile } from "./support/alternate.ts";
import { type BenchSite, readMemory, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { runCommand } from "./support/run-command.ts";
import { insertSampleLeads } from "./support/sample-leads.ts";
import { sampleSubmission } from "./support/sample-submission.ts";

/** Source: the figures. */
const limits = { backupSeconds: 60, restoreSeconds: 120, memoryMb: 100, slower: 1.5 };
const requestsPerSecond = 20;

/** Backup beside a site that is visited, and restore, on both engines. */
export const backup: Benchmark = {
  title: "Backup and restore",
  needs: ["postgres"],

  async measure(bench) {
    const leadCount = bench.isQuick ? 5000 : 100_000;
    const folder = makeFolder(bench);
    const postgres = await startBenchPostgres(bench);
    const databaseUrl = postgres.url("postgres");
    const site = await startBenchSite(bench, { DATABASE_URL: databaseUrl });
    const client = await postgres.connect("postgres");
    await insertSampleLeads(client, leadCount);
    await client.query("create database restored template template0");

    const onServer = join(folder, "server.backup.age");
    const figures = await measureBackup(bench, site, { DATABASE_URL: databaseUrl }, onServer, "PostgreSQL");
    await site.stop();
    figures.push(await measureRestore({ DATABASE_URL: postgres.url("restored") }, onServer, "PostgreSQL"));
    const dataDir = join(folder, "data");
    figures.push(await measureRestore({ DATA_DIR: dataDir }, onServer, "embedded"));

    const embedded = await startBenchSite(bench, { DATA_DIR: dataDir });
    const onFolder = join(folder, "folder.backup.age");
    const { port } = new URL(embedded.url);
    figures.push(...(await measureBackup(bench, embedded, { DATA_DIR: dataDir, PORT: port }, onFolder, "embedded")));
    return figures;
  },
};

async function measureBackup(
  bench: Bench,
  site: BenchSite,
  environment: Record<string, string>,
  file: string,
  engine: string,
): Promise<Figure[]> {
  const token = await signInAsAdministrator(site);
  const quiet = await visit(site, token, wait(bench.isQuick ? 5000 : 20_000));
  const memoryBefore = await readMemory(site);
  const command = runCommand("backup", [file], environment);
  const busy = await visit(site, token, command);
  const { seconds, peakMb } = await command;
  const ratio = busy.p95 / quiet.p95;
  return [
    limitFigure(`${engine}: backup beside visits`, "s", seconds, limits.backupSeconds),
    {
      ...limitFigure(`${engine}: p95 of requests meanwhile, to before`, "×", ratio, limits.slower, 2),
      notes: [
        `${engine}: p95 ${quiet.p95.toFixed(1)} ms before, ${busy.p95.toFixed(1)} ms during, longest ` +
          `${busy.longest.toFixed(0)} ms, ${busy.failures} failed of ${busy.count}; the command's own process held ` +
          `${peakMb.toFixed(0)} MB at most.`,
      ],
    },
    limitFigure(`${engine}: memory of the site, added`, "MB", busy.memoryMb - memoryBefore, limits.memoryMb, 0),
  ];
}

async function measureRestore(environment: Record<string, string>, file: string, engine: string): Promise<Figure> {
  const { seconds, peakMb } = await runCommand("restore", [file], environment);
  return {
    ...limitFigure(`${engine}: restore, read again row by row`, "s", seconds, limits.restoreSeconds),
    notes: [`${engine}: the process of the restore held ${peakMb.toFixed(0)} MB at most.`],
  };
}

/** Visitors who submit and a team that reads its list, at an even pace, until it is over. */
async function visit(site: BenchSite, token: string, until: Promise<unknown>) {
  let isOver = false;
  void until.finally(() => (isOver = true)).catch(() => undefined);
  const times: number[] = [];
  const running = new Set<Promise<void>>();
  let failures = 0;
  let memoryMb = 0;
  for (let number = 0; !isOver; number += 1) {
    const request = time(site, token, number).then(({ ms, isOk }) => {
      times.push(ms);
      if (!isOk) failures += 1;
    });
    running.add(request);
    void request.finally(() => running.delete(request));
    if (number % requestsPerSecond === 0) memoryMb = Math.max(memoryMb, await readMemory(site));
    await wait(1000 / requestsPerSecond);
  }
  await Promise.all(running);
  return { p95: quantile(times, 0.95), longest: Math.max(...times), failures, count: times.length, memoryMb };
}

let submissions = 0;

async function time(site: BenchSite, token: string, number: number) {
  const startedAt = performance.now();
  const answer = await (number % 2 === 0 ? submit(site) : readList(site, token));
  await answer.arrayBuffer();
  return { ms: performance.now() - startedAt, isOk: answer.ok };
}

function submit({ url, publishableKey }: BenchSite): Promise<Response> {
  submissions += 1;
  const person = String(process.pid * 1_000_000 + submissions)
    .padStart(12, "0")
    .slice(-12);
  return fetch(`${url}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": `10.${(submissions >> 16) % 256}.${(submissions >> 8) % 256}.${submissions % 256}`,
    },
    body: JSON.stringify(sampleSubmission(person)),
  });
}

function readList({ url, publishableKey }: BenchSite, token: string): Promise<Response> {
  const search = "select=*&order=created_at.desc,id.asc&limit=50";
  return fetch(`${url}/rest/v1/leads?${search}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
  });
}
