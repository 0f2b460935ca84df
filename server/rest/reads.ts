import type { Database } from "#server/db/database.ts";

import { type AnswerLimits, limitsOf } from "./answer-limits.ts";
import { answer, refuseUnused, requireOneRow } from "./answers.ts";
import type { Relation } from "./catalog.ts";
import { execute } from "./executor.ts";
import { parseQuery, readParameters } from "./grammar.ts";
import { planRead } from "./planner.ts";
import { describeContentRange, findRange, findRangeStatus, type Range } from "./range.ts";
import type { RestRequest } from "./requests.ts";
import { requireRead } from "./rights.ts";

/** GET and HEAD on a table or a view. */
export async function answerRead(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const { media, caller, settings } = request;
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["columns", "onConflict"]);
  const limits = limitsOf(relation.name, caller.role);
  const range = capRange(findRange(query, request.rangeHeader), limits);
  const { isCounted } = request.preferences;
  const output = { media, isCounted, hasBody: request.method !== "HEAD", maxBytes: limits.bytes };
  const statement = planRead(relation, query, range, output);
  requireRead(relation, query, caller.role);

  const outcome = await execute(db, statement, {
    caller,
    isReadOnly: true,
    settings,
    check: (found) => requireOneRow(media, found),
  });
  return answer(request, {
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
