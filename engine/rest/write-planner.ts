import type { Statement } from "#engine/db/database.ts";

import type { Column, Relation } from "./catalog.ts";
import { refuse, refuseBody, refuseConflictColumn, refuseWrittenColumn, type RestRefusal } from "./errors.ts";
import type { Filter, OrderTerm, Query, SelectItem } from "./grammar.ts";
import {
  declare,
  findColumn,
  planAnswer,
  planOrder,
  planSelect,
  planWhere,
  type JsonObject,
  type Output,
} from "./planner.ts";

/** @param returned `undefined` when nothing is to be answered: then no right to read is needed */
export type Returned = { columns: "selected" | "primary key"; output: Output } | undefined;

export type ConflictClause = { resolution: "merge-duplicates" | "ignore-duplicates"; columns: readonly string[] };

export type Insertion = {
  rows: JsonObject[];
  /** Given by the `columns` parameter: other keys of the rows are ignored. */
  columns: string[] | undefined;
  isMissingDefault: boolean;
  conflict: ConflictClause | undefined;
};

export function planInsert(relation: Relation, query: Query, insertion: Insertion, returned: Returned): Statement {
  const columns = findInsertedColumns(relation, insertion);
  const { rows, conflict } = insertion;
  if (columns.length === 0 && rows.length !== 1)
    throw refuseBody("Rows without any column can only be inserted one by one");

  const values: unknown[] = columns.length > 0 ? [JSON.stringify(rows)] : [];
  const insert =
    `insert into ${relation.sql} as t` +
    (columns.length > 0 ? ` (${joinNames(columns)}) ${planInsertedRows(columns, insertion)}` : " default values") +
    planConflict(relation, conflict, columns);
  return planWrite(insert, relation, query, returned, values);
}

function findInsertedColumns(relation: Relation, { rows, columns, isMissingDefault }: Insertion): Column[] {
  const names = columns ?? Object.keys(rows[0] ?? {});
  const isUniform = columns || rows.every((row) => hasSameKeys(row, names));
  if (!isUniform) throw refuseBody("All object keys must match");

  const found = findWrittenColumns(relation, names);
  // A column that no row has takes its default by being left out: that works for identity columns too.
  return isMissingDefault ? found.filter(({ name }) => rows.some((row) => Object.hasOwn(row, name))) : found;
}

function findWrittenColumns(relation: Relation, names: string[]): Column[] {
  return [...new Set(names)].map(
    (name) => relation.columns.get(name) ?? fail(refuseWrittenColumn(name, relation.name)),
  );
}

function fail(refusal: RestRefusal): never {
  throw refusal;
}

function hasSameKeys(row: JsonObject, names: string[]): boolean {
  const keys = Object.keys(row);
  return keys.length === names.length && names.every((name) => Object.hasOwn(row, name));
}

function planInsertedRows(columns: Column[], { rows, isMissingDefault }: Insertion): string {
  const needsDefault = ({ name, defaultSql }: Column) =>
    isMissingDefault && defaultSql !== undefined && rows.some((row) => !Object.hasOwn(row, name));
  if (!columns.some(needsDefault)) {
    return `select ${prefixNames("body", columns)} from json_to_recordset($1::json) as body(${declare(columns)})`;
  }
  const chosen = columns.map((column) => {
    const given = `body.${column.sql}`;
    if (!needsDefault(column)) return given;
    return `case when item.value -> ${quoteText(column.name)} is null then ${column.defaultSql} else ${given} end`;
  });
  return (
    `select ${chosen.join(", ")} from json_array_elements($1::json) as item(value), ` +
    `json_to_record(item.value) as body(${declare(columns)})`
  );
}

function planConflict(relation: Relation, conflict: ConflictClause | undefined, inserted: Column[]): string {
  if (!conflict) return "";
  const target = conflict.columns.map((name) => relation.columns.get(name) ?? fail(refuseConflictColumn(name)));
  if (target.length === 0) return conflict.resolution === "ignore-duplicates" ? " on conflict do nothing" : "";
  if (conflict.resolution === "ignore-duplicates" || inserted.length === 0) {
    return ` on conflict (${joinNames(target)}) do nothing`;
  }
  const changes = inserted.map(({ sql }) => `${sql} = excluded.${sql}`);
  return ` on conflict (${joinNames(target)}) do update set ${changes.join(", ")}`;
}

/** @returns `undefined` when the body changes no column */
export function planUpdate(
  relation: Relation,
  query: Query,
  body: JsonObject,
  returned: Returned,
): Statement | undefined {
  const where = requireFilters("UPDATE", query);
  const columns = findWrittenColumns(relation, query.columns ?? Object.keys(body));
  if (columns.length === 0) return undefined;

  const values: unknown[] = [JSON.stringify(body)];
  const update =
    `update ${relation.sql} as t set ${columns.map(({ sql }) => `${sql} = body.${sql}`).join(", ")} ` +
    `from json_to_record($1::json) as body(${declare(columns)})${planWhere(relation, where, values)}`;
  return planWrite(update, relation, query, returned, values);
}

export function planDelete(relation: Relation, query: Query, returned: Returned): Statement {
  const where = requireFilters("DELETE", query);
  const values: unknown[] = [];
  const statement = `delete from ${relation.sql} as t${planWhere(relation, where, values)}`;
  return planWrite(statement, relation, query, returned, values);
}

/** As `pg-safeupdate` does on a hosted project: a forgotten filter must not change a whole table. */
function requireFilters(command: "UPDATE" | "DELETE", { filters }: Query): Filter[] {
  if (filters.length === 0) throw refuse(400, "21000", `${command} requires a WHERE clause`);
  return filters;
}

function planWrite(write: string, relation: Relation, query: Query, returned: Returned, values: unknown[]): Statement {
  if (!returned) return { text: write, values };
  const select: SelectItem[] =
    returned.columns === "selected" ? query.select : relation.primaryKey.map((column) => ({ kind: "column", column }));
  const order = returned.columns === "selected" ? query.order : [];
  const { list, names } = planSelect(relation, select);
  const page = `select ${list} from written as t${planOrder(relation, order)}`;
  const returning = planReturning(relation, select, order);
  return {
    text: `with written as (${write} returning ${returning}) ${planAnswer(page, { ...returned.output, names })}`,
    values,
  };
}

/** Only the columns that are needed: each asks for the right to read it. */
function planReturning(relation: Relation, select: SelectItem[], order: OrderTerm[]): string {
  if (select.some(({ kind }) => kind === "all")) return "t.*";
  const names = [
    ...select.flatMap((item) => (item.kind === "column" ? item.column : [])),
    ...order.map((t) => t.column),
  ];
  return (
    prefixNames(
      "t",
      [...new Set(names)].map((name) => findColumn(relation, name)),
    ) || "1"
  );
}

function joinNames(columns: Column[]): string {
  return columns.map(({ sql }) => sql).join(", ");
}

function prefixNames(prefix: string, columns: Column[]): string {
  return columns.map(({ sql }) => `${prefix}.${sql}`).join(", ");
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
