// Every benchmark, or those named: node bench/run.ts [name…] [--quick]. See docs/benchmarks.md.
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";

import { auth } from "./auth.ts";
import { backup } from "./backup.ts";
import { type Benchmark, openBench } from "./benchmark.ts";
import { desk } from "./desk.ts";
import { type Figure, renderTable } from "./figures.ts";
import { live } from "./live.ts";
import { pages } from "./pages.ts";
import { processes } from "./processes.ts";
import { memory } from "./memory.ts";
import { selection } from "./selection.ts";
import { search } from "./search.ts";
import { site } from "./site.ts";
import { start } from "./start.ts";
import { submission } from "./submission.ts";
import { weight } from "./weight.ts";
import { findMissingPackages, findProgram } from "./support/programs.ts";

const benchmarks: Record<string, Benchmark> = {
  weight,
  pages,
  site,
  selection,
  submission,
  search,
  desk,
  live,
  auth,
  processes,
  memory,
  start,
  backup,
};

const isQuick = process.argv.includes("--quick");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}: choose among ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

const bench = openBench(isQuick);
for (const end of ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection"]) {
  process.once(end, (cause: unknown) => {
    if (cause instanceof Error) console.error(cause);
    void bench.end().then(() => process.exit(1));
  });
}

console.log(describeMachine());
let hasFailed = false;
const figures: Figure[] = [];
const notes: string[] = [];
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (named.length === 0 || named.includes(name)) await runOne(benchmark);
}

console.log(`\n${renderTable(figures)}\n`);
for (const note of notes) console.log(note);
console.log(`Load average at the end: ${describeLoad()}`);
process.exit(hasFailed ? 1 : 0);

async function runOne(benchmark: Benchmark): Promise<void> {
  const { title, needs } = benchmark;
  const missing = findMissingPackages(needs);
  if (missing.length > 0) {
    figures.push({ what: title, ours: `not measured: apt install ${missing.join(" ")}`, goal: "–", isMet: undefined });
    return;
  }

  console.log(`${title}… (load average ${describeLoad()})`);
  try {
    const measured = await benchmark.measure(bench);
    figures.push(...measured);
    for (const note of measured.flatMap((figure) => figure.notes ?? [])) notes.push(`${title}: ${note}`);
  } catch (error) {
    hasFailed = true;
    notes.push(`${title}: failed, see above`);
    console.error(error);
  } finally {
    await bench.end();
  }
}

function describeMachine(): string {
  const hasPostgres = findMissingPackages(["postgres"]).length === 0;
  const postgres = hasPostgres ? execFileSync(findProgram("postgres"), ["--version"], { encoding: "utf8" }).trim() : "";
  const parts = [
    new Date().toISOString().slice(0, 10),
    `Node ${process.versions.node}`,
    postgres,
    `${availableParallelism()} cores`,
  ];
  return parts.filter(Boolean).join(", ") + (isQuick ? ", quick: not to be believed" : "");
}

function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
