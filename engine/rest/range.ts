import { refuse } from "./errors.ts";
import type { Query } from "./grammar.ts";

/** Rows asked for: `offset` rows passed over, at most `limit` taken (`undefined`: all of them). */
export type Range = { offset: number; limit: number | undefined };

/** The part of the rows that both the query string and the `Range` header ask for. */
export function findRange({ limit, offset = 0 }: Query, header: string | undefined): Range {
  const asked = readRangeHeader(header);
  const start = Math.max(offset, asked.offset);
  const ends = [limit, asked.limit].map((size, index) =>
    size === undefined ? undefined : size + (index === 0 ? offset : asked.offset),
  );
  const end = Math.min(...ends.map((value) => value ?? Infinity));
  return { offset: start, limit: end === Infinity ? undefined : Math.max(0, end - start) };
}

/** Another unit or form is no range at all (RFC 9110, 14.2). */
function readRangeHeader(header: string | undefined): Range {
  const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined) return { offset: 0, limit: undefined };
  if (!to) return { offset: Number(from), limit: undefined };
  if (Number(to) >= Number(from)) return { offset: Number(from), limit: Number(to) - Number(from) + 1 };
  throw refuse(
    416,
    "PGRST103",
    "Requested range not satisfiable",
    "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
  );
}

/** `0-49/1234`; `*` stands for no row before the slash and for an unknown total after it. */
export function describeContentRange(offset: number, rowCount: number, total: number | undefined): string {
  const rows = rowCount > 0 && total !== 0 ? `${offset}-${offset + rowCount - 1}` : "*";
  return `${rows}/${total ?? "*"}`;
}

/** 206 for a counted page that is not everything. */
export function findRangeStatus(offset: number, rowCount: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200;
  if (offset > total) {
    throw refuse(
      416,
      "PGRST103",
      "Requested range not satisfiable",
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
    );
  }
  return rowCount < total ? 206 : 200;
}
