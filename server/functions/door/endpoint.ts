import type { Context } from "hono";
import type * as z from "zod";

import type { DeleteStage } from "#content/delete-problems.ts";
import { failed, type Result } from "#kit/result.ts";
import { type AuditLine, writeAudit } from "#server/audit/write-audit.ts";
import {
  type AdministratorProblem,
  checkAdministrator,
  readUnverifiedCaller,
  type UnverifiedCaller,
} from "#engine/auth/administration/administrator.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import { readCaller, type RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";
import { checkOwner, type OwnerClaim, type OwnerProblem, readOwnerClaim } from "#server/leads/account-owner.ts";

import { readFailure, waitSeconds } from "./problems.ts";
import { readRequest } from "./read-request.ts";

/**
 * Who may call a function.
 *
 * - `anybody`: without a key
 * - `visitor`: with a key of the site, signed in or not
 * - `session`: with an access token; the function asks the database what it wants to know
 * - `customer`: the owner of a live session, with their second factor when one is enrolled
 * - `administrator`: the same, listed as administrator
 * - `provider`: the payment provider, by its signature
 */
export type Who = "anybody" | "visitor" | "session" | "customer" | "administrator" | "provider";

export type Answerer = (c: Context<AppEnv>) => Promise<Response>;

/** What a function does for one kind of caller; path and limit are said in the list. */
export type Work<By extends Who = Who> = {
  by: By;
  /** POST, unless said. */
  method?: "GET";
  /** @returns undefined when this server cannot offer it */
  open(context: ServerContext, limit: Limit): Answerer | undefined;
};

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

export type Problem<Code extends string = string> = {
  status: Status;
  code: Code;
  retryAfterSeconds?: number;
  stage?: DeleteStage;
  /** The field of the request that it is about. */
  field?: string;
  /** Of what changed meanwhile: what the database holds, and what was asked for. Neither replaced the other. */
  stored?: Record<string, unknown>;
  asked?: Record<string, unknown>;
  /** The lead that one which is gone was merged into. */
  kept_lead_id?: string;
};

/** Refusals of every function, for any kind of caller. */
type CommonCode =
  | "over_request_rate_limit"
  | "no_authorization"
  | "unreadable"
  | "service_unavailable"
  | "unexpected_failure";

type Call<Caller> = { context: ServerContext; c: Context<AppEnv>; caller: Caller; now: Date };

/** For what only makes sense once the work is done; its failure is the answer, and another call makes it good. */
type AfterCommit = { afterCommit: (step: () => Promise<void>) => void };

type Declared<Asked, Value, Code extends string> = {
  /** A French sentence for each code: what has none does not compile. */
  sentences: Record<Code, string> & Record<CommonCode, string>;
  shape: z.ZodType<Asked>;
  /** The JSON of the answer, or a `Response` that goes as it is: a stream, which reads in transactions of its own. */
  answer: (value: Value) => object;
  headers?: Record<string, string>;
  /** A media type of JSON that does not say so; other functions refuse it. */
  alsoTakes?: string;
  /** Before any transaction: what is readable and makes no sense. */
  check?: (asked: Asked) => Problem<NoInfer<Code>> | undefined;
  /** Said in each refusal that does not say otherwise. */
  refusal?: Pick<Problem, "stage">;
  /** A failure of ours that has a code of its own; undefined for the others. */
  readThrown?: (error: unknown) => Problem<NoInfer<Code>> | undefined;
};

type Acting<Caller, Asked, Value, Code extends string> = Declared<Asked, Value, Code> & {
  act: (call: Call<Caller>, asked: Asked) => Promise<Result<Value, Problem<NoInfer<Code>>>>;
};

type Audit<Asked, Value> = (outcome: Result<Value, Problem>, asked: Asked) => Omit<AuditLine, "actor"> | undefined;

type Changing<Caller, Asked, Value, Code extends string> = Declared<Asked, Value, Code> & {
  act: (tx: Tx, call: Call<Caller> & AfterCommit, asked: Asked) => Promise<Result<Value, Problem<NoInfer<Code>>>>;
  /** The line about what was done or refused: it commits with either. Undefined when `act` wrote it. */
  audit?: Audit<Asked, Value>;
};

export function publicFunction<Asked, Value, Code extends string>(declared: Acting<undefined, Asked, Value, Code>) {
  return workOf("anybody", () => Promise.resolve({ ok: true, value: undefined }), declared);
}

export function visitorFunction<Asked, Value, Code extends string>(
  declared: Acting<RequestCaller, Asked, Value, Code>,
) {
  return workOf("visitor", readVisitor, declared);
}

export function sessionFunction<Asked, Value, Code extends string>(declared: Acting<OwnerClaim, Asked, Value, Code>) {
  return workOf("session", readOwnerClaim, declared);
}

/** Whether the caller may is asked in the transaction that does the work, and the line about it commits there too. */
export function customerFunction<Asked, Value, Code extends string>(
  declared: Changing<OwnerClaim & { user: User }, Asked, Value, Code | OwnerProblem["code"]>,
) {
  return workOf("customer", readOwnerClaim, {
    ...declared,
    act: (call, asked) =>
      inTransaction(call, declared, asked, async (tx, later) => {
        const owner = await checkOwner(tx, call.caller, call.now);
        if (!owner.ok) return owner;
        return declared.act(tx, { ...call, ...later, caller: { ...call.caller, user: owner.value } }, asked);
      }),
  });
}

/** As `customerFunction`, for administrators. */
export function administratorFunction<Asked, Value, Code extends string>(
  declared: Changing<UnverifiedCaller, Asked, Value, Code | AdministratorProblem["code"]>,
) {
  return workOf("administrator", readUnverifiedCaller, {
    ...declared,
    act: (call, asked) =>
      inTransaction(call, declared, asked, async (tx, later) => {
        const allowed = await checkAdministrator(tx, call.caller);
        return allowed.ok ? declared.act(tx, { ...call, ...later }, asked) : allowed;
      }),
  });
}

async function inTransaction<Asked, Value, Given extends Problem>(
  { context, caller }: Call<{ userId: string }>,
  { audit }: { audit?: Audit<Asked, Value> },
  asked: Asked,
  work: (tx: Tx, later: AfterCommit) => Promise<Result<Value, Given>>,
): Promise<Result<Value, Given>> {
  const steps: (() => Promise<void>)[] = [];
  const done = await context.db.asServer(async (tx) => {
    const outcome = await work(tx, { afterCommit: (step) => void steps.push(step) });
    const line = audit?.(outcome, asked);
    if (line) await writeAudit(tx, { actor: caller.userId, ...line });
    return outcome;
  });
  for (const step of steps) await step();
  return done;
}

type ReadCaller<Caller> = (context: ServerContext, headers: Headers) => Promise<Result<Caller, Problem>>;

const readVisitor: ReadCaller<RequestCaller> = async (context, headers) => {
  const caller = await readCaller(context, headers);
  return caller.ok ? caller : failed({ status: 401, code: "no_authorization" });
};

/** The order of every function: limit, caller, shape, act. A call counts whatever it carries. */
function workOf<By extends Who, Caller, Asked, Value, Code extends string>(
  by: By,
  readItsCaller: ReadCaller<Caller>,
  declared: Acting<Caller, Asked, Value, Code>,
): Work<By> {
  return { by, open: (context, limit) => (c) => answerCall(context, c, limit, readItsCaller, declared) };
}

async function answerCall<Caller, Asked, Value, Code extends string>(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
  readItsCaller: ReadCaller<Caller>,
  declared: Acting<Caller, Asked, Value, Code>,
): Promise<Response> {
  const done = await run(context, c, limit, readItsCaller, declared).catch((error: unknown) => {
    const { status, code, retryAfter } = readFailure(context, c, error);
    const trouble = { status, code, ...(retryAfter && { retryAfterSeconds: Number(retryAfter) }) };
    return failed<Problem>(declared.readThrown?.(error) ?? trouble);
  });
  if (done.ok) {
    const answer = declared.answer(done.value);
    return answer instanceof Response ? answer : c.json(answer, 200, declared.headers ?? {});
  }

  const { status, code, retryAfterSeconds, ...where } = { ...declared.refusal, ...done.problem };
  const sentences: Record<string, string> = declared.sentences;
  const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return c.json({ error: sentences[code], code, ...where }, status, wait);
}

async function run<Caller, Asked, Value, Code extends string>(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
  readItsCaller: ReadCaller<Caller>,
  { shape, alsoTakes, check, act }: Acting<Caller, Asked, Value, Code>,
): Promise<Result<Value, Problem>> {
  const wait = await waitSeconds(context, c, limit);
  if (wait !== undefined) return failed({ status: 429, code: "over_request_rate_limit", retryAfterSeconds: wait });

  const caller = await readItsCaller(context, c.req.raw.headers);
  if (!caller.ok) return caller;

  const asked = await readRequest(c.req.raw, shape, alsoTakes);
  if (!asked.ok) return failed({ status: asked.problem, code: "unreadable" });
  const nonsense = check?.(asked.value);
  if (nonsense) return failed(nonsense);
  return act({ context, c, caller: caller.value, now: context.now() }, asked.value);
}
