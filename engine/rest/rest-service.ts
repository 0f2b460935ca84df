import { Hono } from "hono";

import type { RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv, EngineContext } from "#engine/context.ts";
import type { EngineWords } from "#engine/settings/engine-words.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";

import type { AnswerLimits } from "./answer-limits.ts";
import { answerCall, type ProcedureHook } from "./calls.ts";
import { createCallerCache } from "./caller-cache.ts";
import { createCatalogSource } from "./catalog.ts";
import { refuse, RestRefusal, unavailable, unexpected, type RestProblem } from "./errors.ts";
import { answerRead } from "./reads.ts";
import { findRelation } from "./planner.ts";
import { readRestRequest, type RestRequest } from "./requests.ts";
import { answerChange, answerInsert, answerRemoval } from "./writes.ts";

/** What has to be done about a read before it is answered; when it throws, nothing is answered. */
export type ReadHook = (caller: RequestCaller) => Promise<void>;

export type RestOptions = {
  /** What answers to signed-in callers hold at most, by view or procedure, where that is more than usual. */
  answerLimits?: Record<string, AnswerLimits>;
  /** Before a procedure, by its name: a returned problem is the answer and the procedure is not called. */
  beforeProcedure?: Record<string, ProcedureHook>;
  /** After a view or a procedure was read, by its name. */
  afterRead?: Record<string, ReadHook>;
};

/**
 * The data service, mounted at `/rest/v1`: the part of PostgREST that the product uses, over schema `public`. What is
 * outside that part is refused with PostgREST's own code, never guessed at. Who may see or change what is not decided
 * here: each request is one transaction as the caller's role, under row-level security.
 */
export function createRestService(context: EngineContext, options: RestOptions): Hono<AppEnv> {
  const catalog = createCatalogSource(context.db, context.log, context.now);
  const services = { context, callers: createCallerCache(context.db), answerLimits: options.answerLimits ?? {} };
  const rest = new Hono<AppEnv>();

  rest.all("/rpc/:name", async (c) => {
    const name = c.req.param("name");
    const request = await readRestRequest(services, c, `/rpc/${name}`);
    const call = { name, requestId: c.get("requestId"), clientAddress: c.get("clientAddress") };
    const answered = await answerCall(
      { db: context.db, catalog: await catalog.current(), hooks: options.beforeProcedure },
      request,
      call,
    );
    await tellOfRead(name, request);
    return answered;
  });

  rest.all("/:relation", async (c) => {
    const name = c.req.param("relation");
    const request = await readRestRequest(services, c, `/${name}`);
    const answered = await answersFor(request)(context.db, findRelation(await catalog.current(), name), request);
    await tellOfRead(name, request);
    return answered;
  });

  rest.all("*", () => {
    throw refuse(404, "PGRST125", "Invalid path specified in request URL");
  });

  rest.onError((error) => answerProblem(describe(error), context.settings.words.data));

  async function tellOfRead(name: string, { caller }: RestRequest): Promise<void> {
    const { afterRead = {} } = options;
    if (Object.hasOwn(afterRead, name)) await afterRead[name]?.(caller);
  }

  function describe(error: Error): RestProblem {
    if (error instanceof DatabaseUnavailable) {
      context.log.warn({ reason: error.code, detail: error.message }, "the database cannot serve");
      return unavailable;
    }
    const problem = error instanceof RestRefusal ? error.problem : unexpected;
    if (error instanceof RestRefusal && problem.status === 500)
      context.log.error({ code: problem.code }, "a statement failed");
    if (!(error instanceof RestRefusal)) context.log.error({ err: error }, "a data request failed");
    return problem;
  }

  return rest;
}

function answersFor({ method }: RestRequest) {
  if (method === "GET" || method === "HEAD") return answerRead;
  if (method === "POST") return answerInsert;
  if (method === "PATCH") return answerChange;
  if (method === "DELETE") return answerRemoval;
  throw refuse(405, "PGRST117", "Unsupported HTTP method", null, null, { allow: "GET, HEAD, POST, PATCH, DELETE" });
}

/** Always the four keys, in PostgREST's order. An answer to HEAD has no body: its header says the code. */
function answerProblem({ status, code, details, hint, message, headers }: RestProblem, words: EngineWords["data"]) {
  const said = typeof message === "string" ? message : words[message.says];
  return new Response(JSON.stringify({ code, details, hint, message: said }), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "proxy-status": `PostgREST; error=${code}`,
      ...headers,
    },
  });
}
