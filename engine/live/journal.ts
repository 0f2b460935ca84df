import type { Tx } from "#engine/db/database.ts";
import type { Journal } from "#engine/settings/journal.ts";

/** One row and its change, or the order to read all rows that are shown again. */
export type RowEvent = { id: string; change: "created" | "updated" | "deleted" } | "everything";

/** One line of the journal: what one statement did. Without an id it stands for more lines than are worth telling. */
type Line = { id?: number; events: RowEvent[] };

/**
 * How far the journal was read: every transaction below `transaction` had ended. The second, by the database's clock,
 * tells whether the lines since then are still kept.
 */
export type Position = { transaction: string; second: number };

/** A transaction that no database reaches: nothing but the position is read from there. */
export const endOfJournal = "18446744073709551615";

/** More lines at once are not worth telling one by one. */
const mostLines = 1000;

/**
 * Lines stay for an hour at least. One that was written before the position and was committed after it
 * is younger than this by the longest transaction: ours end within minutes.
 */
const resumableSeconds = 30 * 60;

type Row = { transaction: string; second: number; id: number | null; change: string; ids: string[] | null };

/**
 * The lines of every transaction from this one on that has committed, and where to go on: one snapshot answers both.
 * What such a read gives, a later one may give again; what it does not give, a later one will.
 *
 * @param from the `transaction` of a position
 */
export async function readJournal(
  tx: Tx,
  { table, ids }: Journal,
  from: string,
): Promise<{ lines: Line[]; position: Position }> {
  const { rows } = await tx.query<Row>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
            floor(extract(epoch from clock_timestamp()))::bigint as second, line.id, line.change, line.ids
     from (select) as once
     left join lateral (
       select id, change, ${ids} as ids from ${table} where transaction_id >= $1::text::xid8 order by id limit $2
     ) as line on true
     order by line.id`,
    [from, mostLines + 1],
  );
  const { transaction, second } = rows[0] ?? { transaction: endOfJournal, second: 0 };
  const position = { transaction, second };
  if (rows.length > mostLines) return { lines: [{ events: ["everything"] }], position };
  return { lines: rows.flatMap(readLine), position };
}

function readLine({ id, change, ids }: Row): Line[] {
  if (id === null) return [];
  const events = ids?.map((each) => ({ id: each, change }) as RowEvent);
  return [{ id, events: events ?? ["everything"] }];
}

/**
 * Lines of the journal since a position, for a client that reconnects.
 *
 * @returns undefined when they are not known any more: too long ago, or a position of another database
 */
export async function readMissed(
  tx: Tx,
  journal: Journal,
  since: Position,
): Promise<{ lines: Line[]; position: Position } | undefined> {
  const { rows } = await tx.query<{ is_known: boolean }>(
    `select $1::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot())
        and extract(epoch from clock_timestamp()) - $2::bigint between -60 and $3 as is_known`,
    [since.transaction, since.second, resumableSeconds],
  );
  return rows[0]?.is_known ? readJournal(tx, journal, since.transaction) : undefined;
}

/** Lines of the last seconds, for a client whose screen was loading meanwhile. */
export async function readRecent(
  tx: Tx,
  journal: Journal,
  seconds: number,
): Promise<{ lines: Line[]; position: Position }> {
  const { rows } = await tx.query<{ transaction: string }>(
    `select transaction_id::text as transaction from ${journal.table}
     where at > clock_timestamp() - make_interval(secs => $1) order by transaction_id limit 1`,
    [seconds],
  );
  return readJournal(tx, journal, rows[0]?.transaction ?? endOfJournal);
}

export function writePosition({ transaction, second }: Position): string {
  return `${transaction}.${second}`;
}

/** @param text from a browser: anything. @returns undefined for what is no position of ours */
export function readPosition(text: string): Position | undefined {
  const [, transaction, second] = /^(\d{1,19})\.(\d{1,12})$/.exec(text) ?? [];
  return transaction === undefined ? undefined : { transaction, second: Number(second) };
}
