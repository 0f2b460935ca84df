import { setImmediate as nextTurn } from "node:timers/promises";

import type { Paging } from "./answer-limits.ts";
import { encodeText } from "./encode-text.ts";
import type { Filter, OrderTerm, Query } from "./grammar.ts";
import type { Range } from "./range.ts";
import type { RestRequest } from "./requests.ts";

/** Reads as many rows as a page has; the body is a JSON list. */
type ReadPage = (query: Query) => Promise<{ body: string; rowCount: number }>;

type Place = { key: string; id: string };

/**
 * Whether a request asks for all rows, in an order that allows keyset pages. A request for a part, for a count or for
 * other columns gets one answer, within its bytes.
 */
export function isReadWhole({ media, preferences, method }: RestRequest, query: Query, range: Range): boolean {
  const isList = method === "GET" && !media.isSingle && !media.areNullsStripped && !preferences.isCounted;
  const isAll = range.offset === 0 && range.limit === undefined;
  return isList && isAll && query.select.length === 1 && query.select[0]?.kind === "all";
}

/** @returns the order of the pages; `undefined` when rows were asked for in one that is not the key's */
export function findPageOrder({ key, id }: Paging, { order }: Query): OrderTerm[] | undefined {
  const [first, second, ...others] = order;
  const direction = first?.direction ?? "asc";
  const isByKey = first === undefined || first.column === key;
  const isById = second === undefined || (second.column === id && (second.direction ?? "asc") === direction);
  if (!isByKey || !isById || others.length > 0) return undefined;
  return [
    { column: key, direction },
    { column: id, direction },
  ];
}

/**
 * A JSON list, one page of it in memory.
 *
 * @param first the page that was read before anything was answered
 */
export async function* writePages(
  paging: Paging,
  query: Query,
  first: string,
  readPage: ReadPage,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  let body = first;
  // The bracket that closes a page is written once, by the last.
  yield encodeText(body.slice(0, -1));
  for (let isLast = false; !isLast;) {
    const after = findPlace(paging, body);
    const page = await readPage({ ...query, filters: [...query.filters, ...behind(paging, query, after)] });
    isLast = page.rowCount < paging.rows;
    ({ body } = page);
    if (page.rowCount > 0) yield encodeText(`,${body.slice(1, -1)}`);
    await nextTurn();
  }
  yield encodeText("]");
  return undefined;
}

function findPlace({ key, id }: Paging, body: string): Place {
  const last = (JSON.parse(body) as Record<string, string>[]).at(-1);
  const place = { key: last?.[key], id: last?.[id] };
  if (place.key === undefined || place.id === undefined) throw new Error("A page that goes on has no last row.");
  return place as Place;
}

/** The first filter says nothing new, but is the one that an index understands. */
function behind({ key, id }: Paging, { order }: Query, after: Place): Filter[] {
  const isDescending = order[0]?.direction === "desc";
  const compare = (column: string, comparison: "lt" | "lte" | "gt" | "gte", value: string): Filter => ({
    kind: "compare",
    isNegated: false,
    column,
    comparison,
    value,
  });
  return [
    compare(key, isDescending ? "lte" : "gte", after.key),
    {
      kind: "or",
      isNegated: false,
      filters: [compare(key, isDescending ? "lt" : "gt", after.key), compare(id, isDescending ? "lt" : "gt", after.id)],
    },
  ];
}
