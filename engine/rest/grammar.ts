import { Cursor } from "./cursor.ts";
import { refuse, refuseEmbeddedTerm, refuseGrammar } from "./errors.ts";

type Comparison = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "like" | "ilike";
export type Truth = "null" | "not_null" | "true" | "false" | "unknown";

export type Filter =
  | { kind: "compare"; isNegated: boolean; column: string; comparison: Comparison; value: string }
  | { kind: "in"; isNegated: boolean; column: string; values: string[] }
  | { kind: "is"; isNegated: boolean; column: string; truth: Truth }
  | { kind: "and" | "or"; isNegated: boolean; filters: Filter[] };

export type SelectItem =
  | { kind: "all" }
  | { kind: "column"; column: string; alias?: string; cast?: string }
  | { kind: "embedded"; resource: string };

export type OrderTerm = { column: string; direction?: "asc" | "desc"; nulls?: "first" | "last" };

/** A query string, understood. Names are still the caller's: the planner looks each one up in the catalog. */
export type Query = {
  select: SelectItem[];
  /** All of them must hold. */
  filters: Filter[];
  order: OrderTerm[];
  limit?: number;
  offset?: number;
  /** The columns of a write; keys of the body that are not among them are ignored. */
  columns?: string[];
  onConflict?: string[];
};

export type Parameter = { name: string; value: string };

const comparisons: ReadonlySet<string> = new Set(["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"]);
const truths: ReadonlySet<string> = new Set(["null", "not_null", "true", "false", "unknown"]);
const operators = [...comparisons, "in", "is"].join(", ");

const maxParameters = 200;
const maxFilters = 100;
const maxTreeDepth = 8;
const maxListLength = 1000;
const maxNames = 200;

/** @param search what follows the question mark, as it was sent */
export function readParameters(search: string): Parameter[] {
  if (search === "") return [];
  const parts = search.split("&").filter((part) => part !== "");
  if (parts.length > maxParameters) throw refuseGrammar("query string", 0, `at most ${maxParameters} parameters`);
  return parts.map((part) => {
    const equals = part.indexOf("=");
    if (equals < 0) return { name: decode(part), value: "" };
    return { name: decode(part.slice(0, equals)), value: decode(part.slice(equals + 1)) };
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refuseGrammar("query string", 0, "expecting percent-encoded UTF-8");
  }
}

export function parseQuery(parameters: Parameter[]): Query {
  const query: Query = { select: [{ kind: "all" }], filters: [], order: [] };
  const seen = new Set<string>();
  for (const { name, value } of parameters) {
    const read = readers.get(name);
    if (!read) {
      query.filters.push(parseFilterParameter(name, value));
      continue;
    }
    if (seen.has(name)) throw refuseGrammar("query string", 0, `"${name}" may be given once`);
    seen.add(name);
    read(query, value);
  }
  if (countConditions(query.filters) > maxFilters) throw refuseGrammar("filter", 0, `at most ${maxFilters} conditions`);
  return query;
}

const readers = new Map<string, (query: Query, value: string) => void>([
  ["select", (query, value) => void (query.select = parseSelect(value))],
  ["order", (query, value) => void (query.order = parseOrder(value))],
  ["limit", (query, value) => void (query.limit = parseLimit(value))],
  ["offset", (query, value) => void (query.offset = parseOffset(value))],
  ["columns", (query, value) => void (query.columns = parseNames(value, "columns"))],
  ["on_conflict", (query, value) => void (query.onConflict = parseNames(value, "on_conflict"))],
]);

function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, '"select" parameter');
  return readList(cursor, () => readSelectItem(cursor));
}

function readSelectItem(cursor: Cursor): SelectItem {
  if (cursor.take("*")) return { kind: "all" };
  if (cursor.take("...")) return readEmbedded(cursor, cursor.readName());

  const first = cursor.readName();
  const isAliased = !cursor.isNext("::") && cursor.take(":");
  const column = isAliased ? cursor.readName() : first;
  refuseAggregate(cursor, column);
  if (cursor.isNext("(") || cursor.isNext("!")) return readEmbedded(cursor, column);
  const cast = cursor.take("::") ? readCast(cursor) : undefined;
  refuseAggregate(cursor, column);
  if (isAliased && !isAlias(first)) throw cursor.refuse("expecting an alias of at most 63 letters, digits and _");
  return { kind: "column", column, ...(isAliased && { alias: first }), ...(cast && { cast }) };
}

/** Whatever follows: the planner refuses the request, naming what it wanted to embed. */
function readEmbedded(cursor: Cursor, resource: string): SelectItem {
  cursor.readRest();
  return { kind: "embedded", resource };
}

function refuseAggregate(cursor: Cursor, column: string): void {
  const isAggregate =
    (column === "count" && cursor.isNext("()")) ||
    [".avg()", ".count()", ".max()", ".min()", ".sum()"].some((call) => cursor.isNext(call));
  if (isAggregate) throw refuse(400, "PGRST123", "Use of aggregate functions is not allowed");
}

function readCast(cursor: Cursor): string {
  const type = cursor.readName();
  return cursor.take("[]") ? `${type}[]` : type;
}

/**
 * The only names that reach SQL without being in the catalog: kept to what needs no escaping, within PostgreSQL's
 * length.
 */
function isAlias(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && Buffer.byteLength(name) <= 63;
}

function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, '"order" parameter');
  return readList(cursor, () => readOrderTerm(cursor));
}

function readOrderTerm(cursor: Cursor): OrderTerm {
  const column = cursor.readName();
  if (cursor.isNext("(")) throw refuseEmbeddedTerm(column);
  const term: OrderTerm = { column };
  if (cursor.take(".desc")) term.direction = "desc";
  else if (cursor.take(".asc")) term.direction = "asc";
  if (cursor.take(".nullsfirst")) term.nulls = "first";
  else if (cursor.take(".nullslast")) term.nulls = "last";
  if (!cursor.isAtEnd && !cursor.isNextIn(", ")) {
    throw cursor.refuse('expecting ".asc", ".desc", ".nullsfirst", ".nullslast" or ","');
  }
  return term;
}

function parseNames(text: string, parameter: string): string[] {
  const cursor = new Cursor(text, `"${parameter}" parameter`);
  return readList(cursor, () => cursor.readName());
}

/** One or more, separated by commas, spaces around them ignored, up to the end. */
function readList<T>(cursor: Cursor, read: () => T): T[] {
  const list: T[] = [];
  do {
    if (list.length === maxNames) throw cursor.refuse(`at most ${maxNames} names`);
    cursor.skipSpaces();
    list.push(read());
    cursor.skipSpaces();
  } while (cursor.take(","));
  cursor.expectEnd();
  return list;
}

function parseLimit(text: string): number {
  const limit = parseInteger(text, "limit");
  if (limit >= 0) return limit;
  throw refuse(416, "PGRST103", "Requested range not satisfiable", "Limit should be greater than or equal to zero.");
}

function parseOffset(text: string): number {
  const offset = parseInteger(text, "offset");
  if (offset >= 0) return offset;
  throw refuse(400, "2201X", "OFFSET must not be negative");
}

function parseInteger(text: string, parameter: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw refuseGrammar(`"${parameter}" parameter`, 0, "expecting an integer");
  return Number(text);
}

function parseFilterParameter(name: string, value: string): Filter {
  const junction = /^(not\.)?(and|or)$/.exec(name);
  if (junction) {
    const cursor = new Cursor(value, "logic tree");
    const tree = readJunction(cursor, junction[2] as "and" | "or", junction[1] !== undefined, 1);
    cursor.expectEnd();
    return tree;
  }
  const column = parseFilterName(name);
  const cursor = new Cursor(value, "filter");
  const filter = readCondition(cursor, column, () => cursor.readRest());
  cursor.expectEnd();
  return filter;
}

function parseFilterName(name: string): string {
  const cursor = new Cursor(name, "filter name");
  const column = cursor.readName();
  if (cursor.take(".")) throw refuseEmbeddedTerm(column);
  cursor.expectEnd();
  return column;
}

/** `operator.value` of one column; `readValue` knows where a value ends here. */
function readCondition(cursor: Cursor, column: string, readValue: () => string): Filter {
  const isNegated = cursor.take("not.");
  const operator = cursor.readUntil(".(,)");
  if (!cursor.isNext(".") || !(comparisons.has(operator) || operator === "in" || operator === "is")) {
    throw cursor.refuse(`expecting "not" or an operator (${operators})`);
  }
  cursor.expect(".");
  if (operator === "in") return { kind: "in", isNegated, column, values: readValueList(cursor) };
  if (operator === "is") return { kind: "is", isNegated, column, truth: readTruth(cursor, readValue()) };
  return { kind: "compare", isNegated, column, comparison: operator as Comparison, value: readValue() };
}

function readTruth(cursor: Cursor, text: string): Truth {
  const truth = text.toLowerCase();
  if (!truths.has(truth)) throw cursor.refuse(`expecting ${[...truths].join(", ")}`);
  return truth as Truth;
}

/**
 * `(a,"b, c")`; `()` is the empty list, `("")` holds one empty text. Spaces are passed over behind the parenthesis
 * only, as PostgREST does: behind a comma they are the beginning of the value.
 */
function readValueList(cursor: Cursor): string[] {
  cursor.expect("(");
  cursor.skipSpaces();
  if (cursor.take(")")) return [];
  const values: string[] = [];
  do {
    if (values.length === maxListLength) throw cursor.refuse(`at most ${maxListLength} values`);
    values.push(readListedValue(cursor));
  } while (cursor.take(","));
  cursor.expect(")");
  return values;
}

/** Quotes count only around a whole value; anywhere else they are part of it. */
function readListedValue(cursor: Cursor): string {
  return cursor.attempt(() => readWholeQuoted(cursor)) ?? cursor.readUntil(",)");
}

function readWholeQuoted(cursor: Cursor): string | undefined {
  const value = cursor.readQuoted();
  return cursor.isAtEnd || cursor.isNextIn(",)") ? value : undefined;
}

function readJunction(cursor: Cursor, kind: "and" | "or", isNegated: boolean, depth: number): Filter {
  if (depth > maxTreeDepth) throw cursor.refuse(`at most ${maxTreeDepth} levels`);
  const filters: Filter[] = [];
  cursor.skipSpaces();
  cursor.expect("(");
  do {
    cursor.skipSpaces();
    filters.push(readBranch(cursor, depth));
    cursor.skipSpaces();
  } while (cursor.take(","));
  cursor.expect(")");
  cursor.skipSpaces();
  return { kind, isNegated, filters };
}

function readBranch(cursor: Cursor, depth: number): Filter {
  for (const [prefix, kind, isNegated] of junctions) {
    if (!cursor.isNext(`${prefix}(`)) continue;
    cursor.take(prefix);
    return readJunction(cursor, kind, isNegated, depth + 1);
  }
  const column = cursor.readName();
  cursor.expect(".");
  return readCondition(cursor, column, () => readBranchValue(cursor));
}

const junctions: readonly [prefix: string, kind: "and" | "or", isNegated: boolean][] = [
  ["and", "and", false],
  ["or", "or", false],
  ["not.and", "and", true],
  ["not.or", "or", true],
];

/** In a tree a value may be quoted, may be an array in braces, and otherwise ends at a comma or parenthesis. */
function readBranchValue(cursor: Cursor): string {
  return (
    cursor.attempt(() => readWholeQuoted(cursor)) ?? cursor.attempt(() => readBraced(cursor)) ?? cursor.readUntil(",)")
  );
}

function readBraced(cursor: Cursor): string | undefined {
  if (!cursor.take("{")) return undefined;
  const inside = cursor.readUntil("{}");
  return cursor.take("}") && (cursor.isAtEnd || cursor.isNextIn(",)")) ? `{${inside}}` : undefined;
}

function countConditions(filters: Filter[]): number {
  return filters.reduce((count, filter) => count + ("filters" in filter ? 1 + countConditions(filter.filters) : 1), 0);
}
