import type { RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { Database } from "#engine/db/database.ts";

import type { AnswerLimits } from "./answer-limits.ts";
import { respond, refuseUnused, requireOneRow } from "./answers.ts";
import { findProcedure, planCall, type Call } from "./call-planner.ts";
import type { Catalog, Procedure } from "./catalog.ts";
import { refuse, refuseGrammar, RestRefusal, type RestProblem } from "./errors.ts";
import { execute, type Executed } from "./executor.ts";
import { parseQuery, readParameters, type Parameter } from "./grammar.ts";
import type { Output } from "./planner.ts";
import { describeContentRange, findRange, findRangeStatus, type Range } from "./range.ts";
import { capRange } from "./reads.ts";
import { readBody, requireObject, type RestRequest } from "./requests.ts";
import { requireCall } from "./rights.ts";

export type ProcedureCall = {
  args: Record<string, unknown>;
  caller: RequestCaller;
  clientAddress: string;
  requestId: string;
};

/** @returns the answer when the procedure must not be called */
export type ProcedureHook = (call: ProcedureCall) => Promise<RestProblem | undefined>;

type CallContext = { db: Database; catalog: Catalog; hooks: Record<string, ProcedureHook> | undefined };
type Origin = { name: string; clientAddress: string; requestId: string };

/** POST with a JSON object, or GET and HEAD with parameters, which run read only. */
export async function answerCall(
  { db, catalog, hooks }: CallContext,
  request: RestRequest,
  { name, ...origin }: Origin,
): Promise<Response> {
  const { call, parameters } = await readCall(catalog, name, request);
  const query = parseQuery(parameters);
  refuseUnused(query, ["columns", "onConflict"]);
  const { procedure } = call;
  const { media, preferences, caller, settings } = request;
  const limits = request.limitsOf(name);
  const range = findCallRange(procedure, findRange(query, request.rangeHeader), limits);
  const output: Output = {
    media,
    isCounted: preferences.isCounted,
    hasBody: request.method !== "HEAD" && !wantsNothing(request),
    maxBytes: limits.bytes,
  };
  const statement = planCall(call, query, range, output);
  requireCall(procedure, caller.role);

  if (request.method === "POST") await passHook(hooks, name, { ...origin, args: call.values, caller });
  const outcome = await execute(db, statement, {
    caller,
    isReadOnly: request.method !== "POST" || procedure.isReadOnly,
    settings,
    check(found) {
      if (procedure.returns === "row") requireOneRow(media, found);
      findRangeStatus(range.offset, found.rowCount, found.total);
    },
  });
  return answerOutcome(request, procedure, range, outcome);
}

async function readCall(
  catalog: Catalog,
  name: string,
  request: RestRequest,
): Promise<{ call: Call; parameters: Parameter[] }> {
  const parameters = readParameters(request.search);
  if (request.method === "POST") {
    const values = requireObject((await readBody(request)) ?? {});
    const argumentNames = Object.keys(values);
    const procedure = findProcedure(catalog, name, argumentNames);
    return { call: { procedure, argumentNames, from: "body", values }, parameters };
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw refuse(405, "PGRST101", "Only GET, HEAD and POST verbs are allowed for functions", null, null, {
      allow: "GET, HEAD, POST",
    });
  }
  const [given, others] = splitArguments(catalog.procedures.get(name) ?? [], parameters);
  const argumentNames = given.map((parameter) => parameter.name);
  if (new Set(argumentNames).size < given.length)
    throw refuseGrammar("query string", 0, "an argument may be given once");
  const procedure = findProcedure(catalog, name, argumentNames);
  const values = Object.fromEntries(given.map(({ name: argument, value }) => [argument, value]));
  return { call: { procedure, argumentNames, from: "query", values }, parameters: others };
}

/** A parameter named like an argument is one; the others select, filter, order and limit the rows that come back. */
function splitArguments(candidates: readonly Procedure[], parameters: Parameter[]): [Parameter[], Parameter[]] {
  const isArgument = ({ name }: Parameter) => candidates.some((candidate) => candidate.arguments.has(name));
  return [parameters.filter(isArgument), parameters.filter((parameter) => !isArgument(parameter))];
}

function findCallRange(procedure: Procedure, range: Range, limits: AnswerLimits): Range {
  return procedure.isSet ? capRange(range, limits) : { offset: 0, limit: undefined };
}

async function passHook(hooks: CallContext["hooks"], name: string, call: ProcedureCall): Promise<void> {
  const hook = hooks && Object.hasOwn(hooks, name) ? hooks[name] : undefined;
  const problem = await hook?.(call);
  if (problem) throw new RestRefusal(problem);
}

function answerOutcome(request: RestRequest, procedure: Procedure, { offset }: Range, outcome: Executed): Response {
  const preferences = ["return", "count", "handling"];
  if (procedure.returns === "nothing") return respond(request, { status: 204, preferences });
  const { rowCount, total, body } = outcome;
  return respond(request, {
    status: findRangeStatus(offset, rowCount, total),
    ...(wantsNothing(request) ? {} : { body }),
    contentRange: describeContentRange(offset, rowCount, total),
    preferences,
  });
}

/** A call answers its result unless told otherwise: `return=minimal` is the default of writes only. */
function wantsNothing({ preferences }: RestRequest): boolean {
  return preferences.asked.get("return") === "minimal";
}
