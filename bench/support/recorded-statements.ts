import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import type { BenchPostgres } from "./postgres.ts";

export type RecordedStatement = { user: string; text: string; values: (string | null)[] };
/** What one connection said between `begin` and `commit`, both included. */
export type RecordedTransaction = RecordedStatement[];

type LogLine = { pid: number; user?: string; message: string; detail?: string };

/**
 * Everything the site says to PostgreSQL while `act` runs, as PostgreSQL heard it: what is replayed without the site is
 * then the same by construction. One thing at a time: transactions come in the order of their beginning.
 */
export async function recordTransactions(
  postgres: BenchPostgres,
  database: string,
  act: () => Promise<void>,
): Promise<RecordedTransaction[]> {
  const client = await postgres.connect(database);
  await client.query(`alter database ${database} set log_statement = 'none'`); // not this connection's own words
  const setLogging = async (value: string) => {
    await client.query(`alter system set log_statement = ${value}`);
    await client.query("select pg_reload_conf()");
    await wait(300); // every process reads its settings again before its next command
  };
  await client.query(`alter database ${database} reset log_statement`);

  const before = readLog(postgres).length;
  await setLogging("'all'");
  await act();
  await setLogging("default");
  return groupTransactions(readLog(postgres).slice(before));
}

function readLog({ logFile }: BenchPostgres): LogLine[] {
  const lines = readFileSync(logFile, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as LogLine);
}

function groupTransactions(lines: LogLine[]): RecordedTransaction[] {
  const open = new Map<number, RecordedTransaction>();
  const all: RecordedTransaction[] = [];
  for (const { pid, user = "", message, detail = "" } of lines) {
    const text = /^(?:statement|execute [^:]+): ([^]*)$/.exec(message)?.[1];
    if (text === undefined) continue;
    if (/^begin/i.test(text)) {
      const begun: RecordedTransaction = [];
      open.set(pid, begun);
      all.push(begun);
    }
    open.get(pid)?.push({ user, text, values: readValues(detail) });
    if (/^(commit|rollback)/i.test(text)) open.delete(pid);
  }
  const unfinished = new Set(open.values()); // begun by a job just before the log was silenced
  return all.filter((transaction) => !unfinished.has(transaction));
}

/** "parameters: $1 = 'it''s', $2 = NULL" */
function readValues(detail: string): (string | null)[] {
  if (!/^parameters: /i.test(detail)) return [];
  const found = detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g);
  return [...found].map(([, quoted]) => quoted?.replaceAll("''", "'") ?? null);
}
