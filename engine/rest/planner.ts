import type { Statement } from "#engine/db/database.ts";

import { type Catalog, type Column, type Relation } from "./catalog.ts";
import { refuseEmbedding, refuseGrammar, refuseReadColumn, refuseRelation, refuseRepeats } from "./errors.ts";
import type { Filter, OrderTerm, Query, SelectItem, Truth } from "./grammar.ts";
import type { MediaType } from "./media-type.ts";
import type { Range } from "./range.ts";

export type JsonObject = Record<string, unknown>;

/** How the rows leave: as a list or one object, counted or not, and not at all for HEAD. */
export type Output = { media: MediaType; isCounted: boolean; hasBody: boolean; maxBytes: number };

/** Rows that can be selected from, filtered and ordered: a table, a view, or what a procedure returns. */
type Source = { name: string; columns: ReadonlyMap<string, Column> };

const maxSelectedColumns = 200;

/** Of one column in `select`, under other names or casts: a few have a use, two hundred make a megabyte of a page. */
const maxRepeats = 4;

export function findRelation(catalog: Catalog, name: string): Relation {
  const relation = catalog.relations.get(name);
  if (!relation) throw refuseRelation(name);
  return relation;
}

/** In every statement, identifiers come from the catalog and each value is a `$n`. */
export function planRead(relation: Relation, query: Query, range: Range, output: Output): Statement {
  const values: unknown[] = [];
  const rows = `from ${relation.sql} as t${planWhere(relation, query.filters, values)}`;
  const { list, names } = planSelect(relation, query.select);
  const page = `select ${list} ${rows}${planOrder(relation, query.order)}`;
  const total = output.isCounted ? `(select count(*)::int ${rows})` : undefined;
  return { text: planAnswer(`${page}${planRange(range, values)}`, { ...output, names }, total), values };
}

type Shape = Output & Pick<Selection, "names"> & { isScalar?: boolean; isOneRow?: boolean };

/**
 * The one row that every statement answers, except for a write that answers nothing.
 *
 * The body is put together row by row and only as long as it stays within its bytes: no more of it is ever held, in the
 * database or here. Past them it is cut, and `is_too_large` says so.
 */
export function planAnswer(page: string, shape: Shape, total?: string): string {
  const counted = `count(*)::int as row_count${total ? `, ${total} as total` : ""}`;
  if (!shape.hasBody) return `select ${counted} from (${page}) as page`;
  return (
    `select ${planBody(shape)} as body, ` +
    `coalesce(max(bytes), 0) > ${shape.maxBytes} as is_too_large, ${counted} from (` +
    // "offset 0" keeps the line from being computed where it is measured and where it is used
    "select line, sum(octet_length(line) + 1) over (rows unbounded preceding) as bytes from (" +
    `select ${planLine(shape)} as line from (${page}) as page offset 0) as lines) as measured`
  );
}

/**
 * Names that callers choose are written here as text and are no columns of a record: a connection keeps the type of
 * every record it made for `row_to_json` until it ends, 8 KB for forty names. Whole rows have one type each, and are a
 * quarter faster.
 */
function planLine({ media, isScalar, names }: Shape): string {
  if (isScalar) return "coalesce(to_json(page.value)::text, 'null')";
  const line = names ? planObject(names) : "row_to_json(page)";
  return media.areNullsStripped ? `json_strip_nulls(${line}::json)::text` : `${line}::text`;
}

function planObject(names: readonly string[]): string {
  const members = names.flatMap((name, index) => [
    quoteText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`),
    `coalesce(to_json(${positionOf(index)})::text, 'null')`,
  ]);
  return planConcatenation([...members, quoteText(names.length === 0 ? "{}" : "}")]);
}

/** `concat` copies each text once, unlike a chain of `||`, but takes a hundred of them at most. */
function planConcatenation(texts: string[]): string {
  const groups = Array.from({ length: Math.ceil(texts.length / 100) }, (_, index) =>
    texts.slice(index * 100, (index + 1) * 100),
  );
  const calls = groups.map((group) => `concat(${group.join(", ")})`);
  return calls.length === 1 ? calls.join("") : planConcatenation(calls);
}

const positionOf = (index: number) => `c${index + 1}`;

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function planBody({ media, isOneRow, maxBytes }: Shape): string {
  const lines = `string_agg(line, ',') filter (where bytes <= ${maxBytes})`;
  return media.isSingle || isOneRow ? `coalesce(${lines}, 'null')` : `'[' || coalesce(${lines}, '') || ']'`;
}

type Selection = {
  /** Named by their positions, but for whole rows. */
  list: string;
  /** What the caller calls them; `undefined` for whole rows. */
  names: readonly string[] | undefined;
};

export function planSelect(source: Source, items: SelectItem[]): Selection {
  const columns = items.flatMap((item) => expandItem(source, item));
  if (columns.length > maxSelectedColumns) {
    throw refuseGrammar('"select" parameter', 0, `at most ${maxSelectedColumns} columns`);
  }
  const repeats = Map.groupBy(columns, ({ column }) => column);
  if ([...repeats.values()].some(({ length }) => length > maxRepeats)) throw refuseRepeats();
  if (items.length === 1 && items[0]?.kind === "all") return { list: "t.*", names: undefined };
  const list = columns.map((column, index) => `${planColumn(source, column)} as ${positionOf(index)}`);
  return { list: list.join(", ") || "1", names: columns.map(({ column, alias }) => alias ?? column) };
}

type SelectedColumn = Extract<SelectItem, { kind: "column" }>;

function expandItem(source: Source, item: SelectItem): SelectedColumn[] {
  if (item.kind === "embedded") throw refuseEmbedding(source.name, item.resource);
  return item.kind === "all" ? [...source.columns.keys()].map((column) => ({ kind: "column", column })) : [item];
}

function planColumn(source: Source, { column, cast }: SelectedColumn): string {
  const { sql } = findColumn(source, column);
  if (cast === undefined) return `t.${sql}`;
  const type = casts.get(cast);
  if (!type) throw refuseGrammar('"select" parameter', 0, `expecting a cast to one of ${[...casts.keys()].join(", ")}`);
  return `t.${sql}::${type}`;
}

const casts = new Map(
  Object.entries({
    text: "text",
    int2: "int2",
    smallint: "int2",
    int: "int4",
    int4: "int4",
    integer: "int4",
    int8: "int8",
    bigint: "int8",
    float4: "float4",
    float8: "float8",
    numeric: "numeric",
    bool: "bool",
    boolean: "bool",
    date: "date",
    timestamp: "timestamp",
    timestamptz: "timestamptz",
    uuid: "uuid",
    json: "json",
    jsonb: "jsonb",
    "text[]": "text[]",
  }),
);

export function planWhere(source: Source, filters: Filter[], values: unknown[]): string {
  if (filters.length === 0) return "";
  return ` where ${filters.map((filter) => planFilter(source, filter, values)).join(" and ")}`;
}

function planFilter(source: Source, filter: Filter, values: unknown[]): string {
  const condition = planPositiveFilter(source, filter, values);
  return filter.isNegated ? `not ${condition}` : condition;
}

/** Always in parentheses, so that `not` and `and` bind as written. */
function planPositiveFilter(source: Source, filter: Filter, values: unknown[]): string {
  if ("filters" in filter) {
    return `(${filter.filters.map((branch) => planFilter(source, branch, values)).join(` ${filter.kind} `)})`;
  }
  const column = `t.${findColumn(source, filter.column).sql}`;
  if (filter.kind === "is") return `(${column} ${truths[filter.truth]})`;
  if (filter.kind === "in") return `(${column} = any ($${values.push(filter.values)}))`;
  const value = filter.comparison.endsWith("like") ? filter.value.replaceAll("*", "%") : filter.value;
  return `(${column} ${comparisons[filter.comparison]} $${values.push(value)})`;
}

const comparisons = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=", like: "like", ilike: "ilike" };

const truths: Record<Truth, string> = {
  null: "is null",
  not_null: "is not null",
  true: "is true",
  false: "is false",
  unknown: "is unknown",
};

export function planOrder(source: Source, terms: OrderTerm[]): string {
  if (terms.length === 0) return "";
  const list = terms.map(({ column, direction, nulls }) =>
    [`t.${findColumn(source, column).sql}`, direction, nulls && `nulls ${nulls}`].filter(Boolean).join(" "),
  );
  return ` order by ${list.join(", ")}`;
}

export function planRange({ offset, limit }: Range, values: unknown[]): string {
  return (
    (limit === undefined ? "" : ` limit $${values.push(limit)}`) +
    (offset === 0 ? "" : ` offset $${values.push(offset)}`)
  );
}

export function findColumn(source: Source, name: string): Column {
  const column = source.columns.get(name);
  if (!column) throw refuseReadColumn(name, source.name);
  return column;
}

export function declare(columns: { sql: string; type: string }[]): string {
  return columns.map(({ sql, type }) => `${sql} ${type}`).join(", ");
}
