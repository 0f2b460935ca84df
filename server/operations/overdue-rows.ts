import type { Database } from "#engine/db/database.ts";
import { retentionTerms } from "#server/jobs/terms.ts";

const countedUpTo = 1000;
const graceMs = 2 * 3_600_000;
const keptMs = 10 * 60_000;

/** Rows that should be gone for two hours, by term: none, unless its job does not run. A thousand stands for more. */
export type OverdueRows = { term: string; count: number }[];

/** Kept for ten minutes: each count looks into a table, and says something slow. */
export function createOverdueRows(db: Database, now: () => Date, isOurs: boolean): () => Promise<OverdueRows> {
  const watched = retentionTerms.filter(({ where }) => isOurs || where !== "ours");
  let kept: { untilMs: number; rows: Promise<OverdueRows> } | undefined;

  async function read(): Promise<OverdueRows> {
    const counts = watched.map(
      ({ name, table, isOver }) =>
        `select '${name}' as term, count(*)::int as count
         from (select from ${table} where ${isOver} limit ${countedUpTo}) as over`,
    );
    const { rows } = await db.asServer((tx) =>
      tx.query<OverdueRows[number]>(counts.join(" union all "), [new Date(now().getTime() - graceMs).toISOString()]),
    );
    return rows;
  }

  return () => {
    const nowMs = now().getTime();
    if (kept && nowMs < kept.untilMs) return kept.rows;
    const rows = read();
    const mine = { untilMs: nowMs + keptMs, rows };
    kept = mine;
    rows.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return rows;
  };
}
