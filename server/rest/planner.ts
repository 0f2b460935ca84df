import type { Statement } from "#server/db/database.ts";

import { quoteName, type Catalog, type Column, type Relation } from "./catalog.ts";
import { refuseColumn, refuseEmbedding, refuseGrammar, refuseRelation, refuseRepeats } from "./errors.ts";
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
  const page = `select ${planSelect(relation, query.select)} ${rows}${planOrder(relation, query.order)}`;
  const total = output.isCounted ? `(select count(*)::int ${rows})` : undefined;
  return { text: planAnswer(`${page}${planRange(range, values)}`, output, total), values };
}

type Shape = Output & { isScalar?: boolean; isOneRow?: boolean };

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
    `select ${planBody(shape)} as body, coalesce(max(bytes), 0) > ${shape.maxBytes} as is_too_large, ${counted} from (` +
    // "offset 0" keeps the line from being computed where it is measured and where it is used
    "select line, sum(octet_length(line) + 1) over (rows unbounded preceding) as bytes from (" +
    `select ${planLine(shape)} as line from (${page}) as page offset 0) as lines) as measured`
  );
}

function planLine({ media, isScalar }: Shape): string {
  if (isScalar) return "coalesce(to_json(page.value)::text, 'null')";
  return media.areNullsStripped ? "json_strip_nulls(row_to_json(page))::text" : "row_to_json(page)::text";
}

function planBody({ media, isOneRow, maxBytes }: Shape): string {
  const lines = `string_agg(line, ',') filter (where bytes <= ${maxBytes})`;
  return media.isSingle || isOneRow ? `coalesce(${lines}, 'null')` : `'[' || coalesce(${lines}, '') || ']'`;
}

export function planSelect(source: Source, items: SelectItem[]): string {
  const count = items.reduce((sum, { kind }) => sum + (kind === "all" ? source.columns.size : 1), 0);
  if (count > maxSelectedColumns) throw refuseGrammar('"select" parameter', 0, `at most ${maxSelectedColumns} columns`);
  const columns = items.flatMap((item) =>
    item.kind === "all" ? [...source.columns.keys()] : item.kind === "column" ? item.column : [],
  );
  const repeats = Map.groupBy(columns, (column) => column);
  if ([...repeats.values()].some(({ length }) => length > maxRepeats)) throw refuseRepeats();
  return items.map((item) => planSelectItem(source, item)).join(", ") || "1";
}

function planSelectItem(source: Source, item: SelectItem): string {
  if (item.kind === "embedded") throw refuseEmbedding(source.name, item.resource);
  if (item.kind === "all") return "t.*";
  const column = findColumn(source, item.column);
  if (item.cast === undefined) return item.alias ? `t.${column.sql} as ${quoteName(item.alias)}` : `t.${column.sql}`;

  const type = casts.get(item.cast);
  if (!type) throw refuseGrammar('"select" parameter', 0, `expecting a cast to one of ${[...casts.keys()].join(", ")}`);
  return `t.${column.sql}::${type} as ${item.alias ? quoteName(item.alias) : column.sql}`;
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
  if (!column) throw refuseColumn(name, source.name);
  return column;
}

export function declare(columns: { sql: string; type: string }[]): string {
  return columns.map(({ sql, type }) => `${sql} ${type}`).join(", ");
}
