import type { Database } from "#server/db/database.ts";

import { answer, refuseUnused, requireOneRow } from "./answers.ts";
import type { Relation } from "./catalog.ts";
import { execute } from "./executor.ts";
import { parseQuery, readParameters } from "./grammar.ts";
import { planRead } from "./planner.ts";
import { describeContentRange, findRange, findRangeStatus, type Range } from "./range.ts";
import type { RestRequest } from "./requests.ts";

/** Rows one answer holds at most. */
const maxRows = 1000;

/** The administrators' list shows every lead: only they see rows here, and the browser asks for windows of them. */
const uncapped: ReadonlySet<string> = new Set(["admin_dashboard", "search_leads"]);

/** GET and HEAD on a table or a view. */
export async function answerRead(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const { media, caller, settings } = request;
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["columns", "onConflict"]);
  const range = capRange(findRange(query, request.rangeHeader), relation.name, request);
  const output = { media, isCounted: request.preferences.isCounted, hasBody: request.method !== "HEAD" };

  const outcome = await execute(db, planRead(relation, query, range, output), {
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

export function capRange({ offset, limit }: Range, source: string, { caller }: RestRequest): Range {
  const isUncapped = caller.role === "authenticated" && uncapped.has(source);
  return { offset, limit: isUncapped ? limit : Math.min(limit ?? maxRows, maxRows) };
}
