import type { DbRow } from "#engine/db/database.ts";
import { searchPath } from "#engine/db/callers.ts";

import type { SequenceState, TableSum } from "./archive.ts";
import { createTableSum } from "./archive.ts";

/** An open transaction of the owner of our tables. */
export type Queries = {
  query<R extends DbRow>(text: string, values?: unknown[]): Promise<{ rows: R[]; rowCount: number }>;
};

export type Table = {
  /** With its schema, quoted where SQL needs it. */
  name: string;
  columns: { name: string; type: string; isGenerated: boolean }[];
  /** Puts every engine's rows in the same order. */
  order: string;
};

/** Both engines write a value as the same text under these, and read it back as the same value. */
export const textSettings: [name: string, value: string][] = [
  ["search_path", searchPath],
  ["timezone", "UTC"],
  ["datestyle", "ISO, MDY"],
  ["intervalstyle", "postgres"],
  ["bytea_output", "hex"],
  ["extra_float_digits", "1"],
];

/** How many rows are held at once, and how many characters of them: a row may hold a picture. */
const rowsPerFetch = 500;
const charactersPerFetch = 4_000_000;

/**
 * Every table that holds something of ours: whatever `site_server` owns, so that no list has to be kept. The record of
 * migrations is not one of them: it is made by migrating.
 */
export async function listTables(tx: Queries): Promise<Table[]> {
  const { rows } = await tx.query<Table>(tablesQuery);
  return rows;
}

const ownRelations = `
  pg_catalog.pg_class as relation join pg_catalog.pg_namespace as schema on schema.oid = relation.relnamespace
  where relation.relowner = 'site_server'::regrole and schema.nspname <> 'supabase_migrations'
    and schema.nspname !~ '^pg_'`;

const tablesQuery = `
  select format('%I.%I', nspname, relname) as name,
    (select jsonb_agg(jsonb_build_object('name', format('%I', attname), 'type', format_type(atttypid, atttypmod),
                                         'isGenerated', attgenerated <> '') order by attnum)
     from pg_catalog.pg_attribute
     where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
    coalesce(
      (select string_agg(format('%I', attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', '
                         order by place)
       from pg_catalog.pg_index cross join unnest(indkey::int2[]) with ordinality as key (number, place)
       join pg_catalog.pg_attribute on attrelid = indrelid and attnum = key.number
       where indrelid = relation.oid and indisprimary),
      'line collate "C"') as order
  from ${ownRelations} and relation.relkind = 'r'
  order by format('%I.%I', nspname, relname) collate "C"`;

/** Columns that are stored, and not computed from others. */
export function storedColumns({ columns }: Table): string[] {
  return columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
}

/**
 * Row security hides rows without a word. Our tables let their owner read them all; one that does not is a mistake that
 * would show when a backup is needed.
 *
 * @throws naming the tables
 */
export async function requireReadableTables(tx: Queries): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from ${ownRelations}
      and relation.relkind = 'r' and relation.relforcerowsecurity
      and not exists (
        select from pg_catalog.pg_policy
        where polrelid = relation.oid and polpermissive and polcmd in ('r', '*')
          and 'site_server'::regrole = any (polroles) and pg_get_expr(polqual, polrelid) = 'true')`);
  if (rows.length > 0)
    throw new Error(`Their owner does not see all rows of ${rows.map(({ name }) => name).join(", ")}.`);
}

/** The rows of a table in lines of an archive, in the table's order. @param columns quoted names */
export async function* readRows(tx: Queries, table: Table, columns: string[]): AsyncGenerator<string[]> {
  const line = `array_to_json(array[${columns.map((column) => `${column}::text`).join(", ")}]::text[])::text`;
  const order = table.order.startsWith("line ") ? line + table.order.slice("line".length) : table.order;
  await tx.query(
    `declare archived_rows no scroll cursor for select ${line} as line from ${table.name} order by ${order}`,
  );
  let asked = 10;
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`fetch ${asked} from archived_rows`);
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < asked) break;
    const longest = Math.max(...rows.map((row) => row.line.length));
    asked = Math.min(rowsPerFetch, Math.max(1, Math.floor(charactersPerFetch / longest)));
  }
  await tx.query("close archived_rows");
}

/** What the rows of a table are now, as a backup would say it. */
export async function sumTable(tx: Queries, table: Table, columns: string[]): Promise<TableSum> {
  const sum = createTableSum();
  for await (const rows of readRows(tx, table, columns)) sum.add(rows);
  return sum.read();
}

export async function readSequences(tx: Queries): Promise<SequenceState[]> {
  const { rows: sequences } = await tx.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from ${ownRelations} and relation.relkind = 'S'
     order by format('%I.%I', nspname, relname) collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of sequences) {
    const { rows } = await tx.query<Omit<SequenceState, "name">>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    if (rows[0]) states.push({ name, ...rows[0] });
  }
  return states;
}
