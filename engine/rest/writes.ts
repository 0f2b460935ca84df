import type { Database, Statement } from "#engine/db/database.ts";

import { respond, refuseUnused, requireOneRow } from "./answers.ts";
import type { Relation } from "./catalog.ts";
import { refuse, refuseBody, refuseGrammar } from "./errors.ts";
import { execute, type Executed } from "./executor.ts";
import { parseQuery, readParameters, type Query } from "./grammar.ts";
import { describeContentRange } from "./range.ts";
import { readBody, requireObject, requireRows, type RestRequest } from "./requests.ts";
import type { JsonObject } from "./planner.ts";
import { requireWrite } from "./rights.ts";
import { planDelete, planInsert, planUpdate, type ConflictClause, type Returned } from "./write-planner.ts";

const maxInsertedRows = 1000;

/** POST on a table: one row, several, or an upsert. */
export async function answerInsert(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["limit", "offset"]);
  if (query.filters.length > 0) throw refuseGrammar("query string", 0, "an insertion takes no filter");
  const rows = requireRows(await readBody(request));
  if (rows.length > maxInsertedRows) throw refuseBody(`At most ${maxInsertedRows} rows at once`);

  const insertion = {
    rows,
    columns: query.columns,
    isMissingDefault: request.preferences.isMissingDefault,
    conflict: findConflict(relation, query, request),
  };
  const returned = findReturned(relation, request);
  const statement = rows.length === 0 ? undefined : planInsert(relation, query, insertion, returned);
  const outcome = await write(db, request, { relation, verb: "insert", statement });
  const { isCounted, returns } = request.preferences;
  const location = returns === "headers-only" ? describeLocation(relation, outcome) : undefined;
  return respond(request, {
    status: 201,
    ...describeBody(request, outcome),
    ...(location !== undefined && { location }),
    contentRange: `*/${isCounted ? outcome.rowCount : "*"}`,
    preferences: ["return", "count", "resolution", "missing", "handling"],
  });
}

function findConflict(
  relation: Relation,
  { onConflict }: Query,
  { preferences }: RestRequest,
): ConflictClause | undefined {
  const { resolution } = preferences;
  return resolution && { resolution, columns: onConflict ?? relation.primaryKey };
}

/** PATCH on a table: the same values for every row that the filters find. */
export async function answerChange(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["limit", "offset", "onConflict"]);
  const body = readChange(await readBody(request));
  const statement = planUpdate(relation, query, body, findReturned(relation, request));
  const outcome = await write(db, request, { relation, verb: "update", statement });
  const { isCounted, returns } = request.preferences;
  return respond(request, {
    status: returns === "representation" ? 200 : 204,
    ...describeBody(request, outcome),
    contentRange: describeContentRange(0, outcome.rowCount, isCounted ? outcome.rowCount : undefined),
    preferences: ["return", "count", "handling", "max-affected"],
  });
}

/** An empty list changes nothing, as `{}` and `[{}]` do. */
function readChange(body: unknown): JsonObject {
  const isEmpty = Array.isArray(body) && body.every((item) => Object.keys(requireObject(item)).length === 0);
  return isEmpty ? {} : requireObject(body);
}

/** DELETE on a table. */
export async function answerRemoval(db: Database, relation: Relation, request: RestRequest): Promise<Response> {
  const query = parseQuery(readParameters(request.search));
  refuseUnused(query, ["limit", "offset", "columns", "onConflict"]);
  const statement = planDelete(relation, query, findReturned(relation, request));
  const outcome = await write(db, request, { relation, verb: "delete", statement });
  const { isCounted, returns } = request.preferences;
  return respond(request, {
    status: returns === "representation" ? 200 : 204,
    ...describeBody(request, outcome),
    contentRange: `*/${isCounted ? outcome.rowCount : "*"}`,
    preferences: ["return", "count", "handling", "max-affected"],
  });
}

const nothing: Executed = { body: "[]", rowCount: 0, total: undefined, isTooLarge: false };

/** Without a statement there is nothing to write. */
type Command = { relation: Relation; verb: "insert" | "update" | "delete"; statement: Statement | undefined };

async function write(db: Database, request: RestRequest, { relation, verb, statement }: Command): Promise<Executed> {
  const { caller, settings, preferences, media } = request;
  if (!statement) {
    requireOneRow(media, nothing);
    return nothing;
  }
  requireWrite(relation, verb, caller.role);
  return execute(db, statement, {
    caller,
    isReadOnly: false,
    settings,
    check(outcome) {
      requireOneRow(media, outcome);
      requireFewEnough(outcome, preferences.maxAffected);
    },
  });
}

function requireFewEnough({ rowCount }: Executed, maxAffected: number | undefined): void {
  if (maxAffected === undefined || rowCount <= maxAffected) return;
  const details = `The query affects ${rowCount} rows`;
  throw refuse(400, "PGRST124", "Query result exceeds max-affected preference constraint", details);
}

/** What the statement gives back: without need it returns nothing, since returning asks for the right to read. */
function findReturned(relation: Relation, { preferences, media, method, limitsOf }: RestRequest): Returned {
  const { returns } = preferences;
  const maxBytes = limitsOf(relation.name).bytes;
  const output = { media, isCounted: false, hasBody: true, maxBytes };
  if (returns === "representation") return { columns: "selected", output };
  const hasLocation = returns === "headers-only" && method === "POST" && relation.primaryKey.length > 0;
  return hasLocation ? { columns: "primary key", output } : undefined;
}

function describeBody({ preferences }: RestRequest, { body }: Executed): { body?: string } {
  return preferences.returns === "representation" ? { body } : {};
}

/** Where the one inserted row is found. */
function describeLocation(relation: Relation, { body, rowCount }: Executed): string | undefined {
  if (rowCount !== 1 || relation.primaryKey.length === 0) return undefined;
  const parsed = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[];
  const row = Array.isArray(parsed) ? parsed[0] : parsed;
  const filters = relation.primaryKey.map(
    (name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(row?.[name]))}`,
  );
  return `/${encodeURIComponent(relation.name)}?${filters.join("&")}`;
}
