import type { DatabaseRole } from "#engine/db/database.ts";

/**
 * A view that may be read whole however long it is: page by page, each going on behind the last row of the one before
 * (keyset pagination).
 *
 * `key` is the column whose order an index holds, `id` the one that tells rows of one key apart; neither is ever null.
 */
export type Paging = { key: string; id: string; rows: number };

/**
 * What one answer holds at most. The bytes are those of its body, in UTF-8 and before compression; with `paging`, those
 * of a page of it.
 */
export type AnswerLimits = { rows: number; bytes: number; paging?: Paging };

const mebibyte = 1024 * 1024;

const ordinary: AnswerLimits = { rows: 1000, bytes: 2 * mebibyte };

/** Of trusted servers, who know what they ask for. */
const trusted: AnswerLimits = { rows: 1000, bytes: 16 * mebibyte };

/**
 * @param source a table, a view or a procedure
 * @param wider what signed-in callers may read more of
 */
export function limitsOf(
  source: string,
  role: DatabaseRole,
  wider: Readonly<Record<string, AnswerLimits>>,
): AnswerLimits {
  if (role === "service_role") return trusted;
  return (role === "authenticated" && Object.hasOwn(wider, source) && wider[source]) || ordinary;
}
