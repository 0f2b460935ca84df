import type { Duration } from "#kit/duration.ts";

import type { Tx } from "./database.ts";

/** Few enough for a short transaction: what else is due goes in the next one. */
export const rowsPerBatch = 1000;

/** Rows that end by themselves. */
export type ExpiringRows = {
  /** Of the job that ends them. */
  name: string;
  /** With its schema, and `as …` where the condition names it. */
  table: string;
  /** When a row is past its term; `$1` is now. */
  isOver: string;
  /** What is set in a row whose line stays; the condition then leaves out those where it is done. */
  set?: string;
};

/** For a condition: `interval '6 month'`. */
export function interval({ count, unit }: Duration): string {
  return `interval '${count} ${unit}'`;
}

/** @returns how many rows went; a full batch means that there may be more */
export async function endExpiredRows(tx: Tx, { table, isOver, set }: ExpiringRows, now: Date): Promise<number> {
  const [name] = table.split(" ");
  const change = set === undefined ? `delete from ${name}` : `update ${name} set ${set}`;
  const { rowCount } = await tx.query(
    `${change} where ctid = any (array(
       select ctid from ${table} where ${isOver} limit ${rowsPerBatch} for update skip locked
     ))`,
    [now.toISOString()],
  );
  return rowCount;
}
