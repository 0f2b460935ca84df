import {
  type ArchiveEnd,
  type ArchivedTable,
  type ArchivePart,
  DamagedArchive,
  type SequenceState,
  type TableSum,
} from "#engine/backup/archive.ts";
import type { BackupSummary } from "#engine/backup/read-backup.ts";
import { listTables, type Queries, storedColumns, sumTable, type Table, textSettings } from "#engine/backup/tables.ts";
import type { Tx } from "#engine/db/database.ts";
import type { SqlFolders } from "#engine/db/migration-files.ts";
import { createSchemaAt } from "#engine/db/migrations.ts";

import { loosenTables } from "./loosen-tables.ts";

/** Rows leave together until they are so long: a statement for each would take ten times as long. */
const charactersPerInsert = 500_000;
const rowsPerInsert = 2000;

/**
 * Makes the schema that the rows of a backup fit in, fills it, and reads it all again, in one transaction: a restore
 * that is killed leaves nothing.
 *
 * @param summary of the same file, read before: its last line must be the same
 * @throws when what was written is not what the backup says
 */
export async function loadBackup(
  tx: Tx,
  { header, end }: Pick<BackupSummary, "header" | "end">,
  parts: AsyncIterable<ArchivePart>,
  folders: SqlFolders,
): Promise<void> {
  await tx.query("set local role site_server");
  for (const [name, value] of textSettings) await tx.query("select set_config($1, $2, true)", [name, value]);
  await createSchemaAt(tx, folders, new Set(header.migrations));

  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const names = [...tables.keys()];
  const tighten = await loosenTables(tx, names);
  await tx.query(`truncate ${names.join(", ")}`);
  const loaded = await loadRows(tx, tables, parts, end);
  await tighten();
  for (const name of names) await tx.query(`analyze ${name}`);
  await checkRows(tx, tables, loaded);
}

type Loaded = { table: ArchivedTable; sum: TableSum }[];

async function loadRows(
  tx: Tx,
  tables: Map<string, Table>,
  parts: AsyncIterable<ArchivePart>,
  end: ArchiveEnd,
): Promise<Loaded> {
  const loaded: Loaded = [];
  let inserter: Inserter | undefined;
  for await (const part of parts) {
    if (part.kind === "table") inserter = insertInto(tx, findTable(tables, part.table), part.table.columns);
    if (part.kind === "rows") for (const row of part.rows) await inserter?.add(row);
    if (part.kind === "sequences") await setSequences(tx, part.sequences);
    if (part.kind === "tableEnd") {
      await inserter?.flush();
      loaded.push(part);
    }
    if (part.kind === "end" && part.end.sha256 !== end.sha256)
      throw new DamagedArchive("It changed while it was read.");
  }
  return loaded;
}

function findTable(tables: Map<string, Table>, { table: name, columns }: ArchivedTable): Table {
  const table = tables.get(name);
  const known = new Set(table && storedColumns(table));
  const unknown = columns.filter((column) => !known.has(column));
  if (table && unknown.length === 0) return table;
  throw new Error(`This program has no place for ${table ? `${name} (${unknown.join(", ")})` : name} of the backup.`);
}

type Inserter = { add(row: string): Promise<void>; flush(): Promise<void> };

function insertInto(tx: Queries, table: Table, columns: string[]): Inserter {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((column, index) => `(item ->> ${index})::${types.get(column)}`);
  const text = `
    insert into ${table.name} (${columns.join(", ")}) overriding system value
    select ${values.join(", ")} from jsonb_array_elements($1::jsonb) as item`;
  let waiting: string[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    characters = 0;
    await tx.query(text, [`[${rows.join(",")}]`]);
  }
  return {
    async add(row) {
      waiting.push(row);
      characters += row.length;
      if (characters > charactersPerInsert || waiting.length >= rowsPerInsert) await flush();
    },
    flush,
  };
}

async function setSequences(tx: Queries, sequences: SequenceState[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await tx.query("select setval($1::regclass, $2::bigint, $3)", [name, lastValue, isCalled]);
  }
}

async function checkRows(tx: Queries, tables: Map<string, Table>, loaded: Loaded): Promise<void> {
  for (const { table, sum } of loaded) {
    const found = await sumTable(tx, findTable(tables, table), table.columns);
    if (found.rows !== sum.rows || found.sha256 !== sum.sha256) {
      throw new Error(
        `${table.table} was not restored as it was: ${found.rows} rows for ${sum.rows}. Nothing is kept.`,
      );
    }
  }
}
