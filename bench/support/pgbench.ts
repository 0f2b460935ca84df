import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { isUuid } from "#kit/uuid.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import type { Slice } from "./alternate.ts";
import type { BenchPostgres } from "./postgres.ts";
import { runProgram } from "./processes.ts";
import { findProgram } from "./programs.ts";
import type { RecordedStatement, RecordedTransaction } from "./recorded-statements.ts";

type Replay = {
  postgres: BenchPostgres;
  database: string;
  connections: number;
  transactions: RecordedTransaction[];
  /** Digits that stand in the recorded values wherever they must be others each time. */
  marker: string;
};

const hash = /^[\w-]{43}$/;

/** Recorded transactions as a pgbench script, its statements prepared and its values bound, as the site does it. */
export function replayWithPgbench(bench: Bench, replay: Replay): Slice {
  const { postgres, database, connections, transactions, marker } = replay;
  const values: Record<string, string> = { marker };
  const commands = transactions.flatMap((transaction) => writeTransaction(transaction, values, marker));
  const digits = marker.length;
  const script = [`\\set n random(1${"0".repeat(digits - 1)}, ${"9".repeat(digits)})`, ...commands].join("\n");
  const file = join(makeFolder(bench), "replay.sql");
  writeFileSync(file, script);

  const place = ["-h", "127.0.0.1", "-p", String(postgres.port), "-U", "postgres"];
  const load = ["-n", "-M", "prepared", "-c", String(connections), "-j", "1", "-P", "1", "-f", file];
  const definitions = Object.entries(values).flatMap(([name, value]) => ["-D", `${name}=${value}`]);

  return async (seconds) => {
    // Its connections are new each time: the first second prepares, and is not counted.
    const time = ["-T", String(seconds + 1)];
    const report = await runProgram(findProgram("pgbench"), [...place, ...load, ...time, ...definitions, database]);
    const rates = [...report.matchAll(/^progress: .*? s, ([\d.]+) tps/gm)].map(([, rate]) => Number(rate)).slice(1);
    if (rates.length === 0 || /ERROR/.test(report)) throw new Error(`pgbench did not run the transactions:\n${report}`);
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
}

/** The first two commands leave together, as the site sends them. */
function writeTransaction(
  [begin, settings, ...rest]: RecordedTransaction,
  values: Record<string, string>,
  marker: string,
): string[] {
  if (!begin || !settings) throw new Error("A transaction has fewer than two commands.");
  // All connections of pgbench have one login: the role of the site's own is set by itself.
  const asOwner = {
    ...settings,
    text: settings.text.replace(/^select /, "select set_config('role', 'site_server', true), "),
  };
  const first = settings.user.startsWith("authenticator_") ? settings : asOwner;
  const write = (statement: RecordedStatement) => `${writeStatement(statement, values, marker)};`;
  return ["\\startpipeline", write(begin), write(first), "\\endpipeline", ...rest.map(write)];
}

function writeStatement({ text, values: given }: RecordedStatement, values: Record<string, string>, marker: string) {
  return text.replace(/\$(\d+)/g, (_, position) => {
    const value = given[Number(position) - 1];
    if (value === undefined || value === null) return "null";
    const name = `v${Object.keys(values).length}`;
    values[name] = value;
    if (hash.test(value)) return `(:${name} || :n::text)`; // of something that is unique
    if (!value.includes(marker)) return `:${name}`;
    return `replace(:${name}, :marker, :n::text)${isUuid(value) ? "::uuid" : ""}`;
  });
}
