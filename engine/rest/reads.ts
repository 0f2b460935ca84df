import type { Database, Statement } from "#engine/db/database.ts";
import { streamChunks } from "#engine/http/stream-chunks.ts";

import type { AnswerLimits } from "./answer-limits.ts";
import { respond, refuseUnused, requireOneRow } from "./answers.ts";
import type { Relation } from "./catalog.ts";
import { execute, type Executed } from "./executor.ts";
import { parseQuery, type Query, readParameters } from "./grammar.ts";
import { findPageOrder, isReadWhole, writePages } from "./paged-reads.ts";
import { planRead } from "./planner.ts";
import { describeContentRange, findRange, findRangeStatus, type Range } from "./range.ts";
import type { RestRequest } from "./requests.ts";
import { requireRead } from "./rights.ts";

/** GET and HEAD on a table or a view. An answer in pages has no `Content-Range`: its rows are not counted. */
export async function answerRead(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const { media, caller, settings } = request;
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["columns", "onConflict"]);
  const limits = request.limitsOf(relation.name);
  const range = capRange(findRange(query, request.rangeHeader), limits);
  const { isCounted } = request.preferences;
  const output = { media, isCounted, hasBody: request.method !== "HEAD", maxBytes: limits.bytes };
  const { paging } = limits;
  const order = paging && isReadWhole(request, query, range) && findPageOrder(paging, query);
  const asked = order ? { ...query, order } : query;
  const statement = planRead(relation, asked, order ? { offset: 0, limit: paging.rows } : range, output);
  requireRead(relation, query, caller.role);

  const check = (found: Executed) => requireOneRow(media, found);
  const run = (each: Statement) => execute(db, each, { caller, isReadOnly: true, settings, check });
  const outcome = await run(statement);
  if (order && outcome.rowCount === paging.rows) {
    const readPage = (next: Query) => run(planRead(relation, next, { offset: 0, limit: paging.rows }, output));
    const body = streamChunks(writePages(paging, asked, outcome.body, readPage));
    return respond(request, { status: 200, body, preferences: ["handling"] });
  }
  return respond(request, {
    status: findRangeStatus(range.offset, outcome.rowCount, outcome.total),
    body: outcome.body,
    contentRange: describeContentRange(range.offset, outcome.rowCount, outcome.total),
    preferences: ["count", "handling"],
  });
}

export function capRange({ offset, limit = Infinity }: Range, { rows }: AnswerLimits): Range {
  const capped = Math.min(limit, rows);
  return { offset, limit: capped === Infinity ? undefined : capped };
}
