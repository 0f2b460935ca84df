import type { Context } from "hono";
import type * as z from "zod/mini";

import type { DeleteStage } from "#subjects/leads/words/delete-problems.ts";
import type { Contract, ReadOf, RefusalOf, ToldOf, Who } from "#domain/wire/contract.ts";
import type { Role } from "#domain/kernel/roles.ts";
import { failed, ok, type Result } from "#kit/result.ts";
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
import { checkOwner, type OwnerClaim, type OwnerProblem, readOwnerClaim } from "./account-owner.ts";

import { readFailure, waitSeconds } from "./problems.ts";
import { readSentFile, readRequest } from "./read-request.ts";

export type Answerer = (c: Context<AppEnv>) => Promise<Response>;

/** What a function does, and what is declared of it. */
export type Work<By extends Who = Who> = {
  contract: Contract<By>;
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

type Declared<Of extends Contract, Value, Code extends string> = {
  /** A French sentence for each code: what has none does not compile. */
  sentences: Record<Code, string> & Record<CommonCode, string>;
  /** The JSON of the answer, or a `Response` that goes as it is: a stream, which reads in transactions of its own. */
  answer: (value: Value) => ToldOf<Of>;
  headers?: Record<string, string>;
  /** A media type of JSON that does not say so; other functions refuse it. */
  alsoTakes?: string;
  /** Before any transaction: what is readable and makes no sense. */
  check?: (asked: ReadOf<Of>) => Problem<Code | CommonCode> | undefined;
  /** Said in each refusal that does not say otherwise. */
  refusal?: Pick<Problem, "stage">;
  /** A failure of ours that has a code of its own; undefined for the others. */
  readThrown?: (error: unknown) => Problem<Code | CommonCode> | undefined;
};

type Acting<Caller, Of extends Contract, Value, Code extends string> = Declared<Of, Value, Code> & {
  /** What is asked, where it is no JSON: after the limit and the caller. */
  readAsked?: (call: Call<Caller>) => Promise<Result<ReadOf<Of>, Problem>>;
  act: (call: Call<Caller>, asked: ReadOf<Of>) => Promise<Result<Value, Problem<Code | CommonCode>>>;
};

type Audit<Of extends Contract, Value> = (
  outcome: Result<Value, Problem>,
  asked: ReadOf<Of>,
) => (Omit<AuditLine, "actor"> & { action: Of["audit"][number] }) | undefined;

type Changing<Caller, Of extends Contract, Value, Code extends string> = Declared<Of, Value, Code> & {
  act: (
    tx: Tx,
    call: Call<Caller> & AfterCommit,
    asked: ReadOf<Of>,
  ) => Promise<Result<Value, Problem<Code | CommonCode>>>;
  /** The line about what was done or refused: it commits with either. Undefined when `act` wrote it. */
  audit?: Audit<Of, Value>;
};

export function publicFunction<Of extends Contract<"public">, Value>(
  contract: Of,
  declared: Acting<undefined, Of, Value, RefusalOf<Of>>,
) {
  return workOf(contract, () => Promise.resolve({ ok: true, value: undefined }), declared);
}

export function visitorFunction<Of extends Contract<"visitor">, Value>(
  contract: Of,
  declared: Acting<RequestCaller, Of, Value, RefusalOf<Of>>,
) {
  return workOf(contract, readVisitor, declared);
}

export function sessionFunction<Of extends Contract<"session">, Value>(
  contract: Of,
  declared: Acting<OwnerClaim, Of, Value, RefusalOf<Of> | OwnerProblem["code"]>,
) {
  return workOf(contract, readOwnerClaim, declared);
}

/** Whether the caller may is asked in the transaction that does the work, and the line about it commits there too. */
export function customerFunction<Of extends Contract<"customer">, Value>(
  contract: Of,
  declared: Changing<OwnerClaim & { user: User }, Of, Value, RefusalOf<Of> | OwnerProblem["code"]>,
) {
  return workOf(contract, readOwnerClaim, {
    ...declared,
    act: (call, asked) =>
      inTransaction(call, declared, asked, async (tx, later) => {
        const owner = await checkOwner(tx, call.caller, call.now);
        if (!owner.ok) return owner;
        return declared.act(tx, { ...call, ...later, caller: { ...call.caller, user: owner.value } }, asked);
      }),
  });
}

/** As `customerFunction`, for administrators with the role that the contract names. */
export function administratorFunction<Of extends Contract<Role>, Value>(
  contract: Of,
  declared: Changing<UnverifiedCaller, Of, Value, RefusalOf<Of> | AdministratorProblem["code"]>,
) {
  return workOf(contract, (context, headers) => readUnverifiedCaller(context, headers, contract.by), {
    ...declared,
    act: (call, asked) =>
      inTransaction(call, declared, asked, async (tx, later) => {
        const allowed = await checkAdministrator(tx, call.caller);
        return allowed.ok ? declared.act(tx, { ...call, ...later }, asked) : allowed;
      }),
  });
}

type Uploading<Of extends Contract, Made, Value, Code extends string> = Omit<
  Changing<UnverifiedCaller, Of, Value, Code>,
  "act" | "alsoTakes" | "check"
> & {
  /** In bytes, of the file; and what is said of a larger one. */
  mostBytes: number;
  tooLarge: Code;
  /** What is made of the file, in no transaction: it may take seconds. */
  make: (call: Call<UnverifiedCaller>, file: ReadOf<Of>) => Promise<Result<Made, Problem<Code | CommonCode>>>;
  act: (tx: Tx, call: Call<UnverifiedCaller>, made: Made) => Promise<Result<Value, Problem<Code | CommonCode>>>;
};

/**
 * As `administratorFunction`, for a file instead of JSON. Nothing of it is read before the caller may send one, and who
 * lost the right meanwhile keeps nothing.
 */
export function administratorUpload<Of extends Contract<Role>, Made, Value>(
  contract: Of,
  declared: Uploading<Of, Made, Value, RefusalOf<Of> | AdministratorProblem["code"]>,
) {
  const { mostBytes, tooLarge, make, act } = declared;
  const isAllowed = ({ context, caller }: Call<UnverifiedCaller>) =>
    context.db.asServer((tx) => checkAdministrator(tx, caller));
  return workOf(contract, (context, headers) => readUnverifiedCaller(context, headers, contract.by), {
    ...declared,
    async readAsked(call: Call<UnverifiedCaller>): Promise<Result<ReadOf<Of>, Problem>> {
      const allowed = await isAllowed(call);
      if (!allowed.ok) return allowed;
      const read = await readSentFile(call.c.req.raw, contract.asked, mostBytes);
      if (!read.ok) return failed({ status: read.problem, code: read.problem === 413 ? tooLarge : "unreadable" });
      return ok(read.value as ReadOf<Of>);
    },
    async act(call, file) {
      const made = await make(call, file);
      if (!made.ok) return made;
      return inTransaction(call, declared, file, async (tx) => {
        const allowed = await checkAdministrator(tx, call.caller);
        return allowed.ok ? act(tx, call, made.value) : allowed;
      });
    },
  });
}

async function inTransaction<Of extends Contract, Value, Given extends Problem>(
  { context, caller }: Call<{ userId: string }>,
  { audit }: { audit?: Audit<Of, Value> },
  asked: ReadOf<Of>,
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
function workOf<Of extends Contract, Caller, Value, Code extends string>(
  contract: Of,
  readItsCaller: ReadCaller<Caller>,
  declared: Acting<Caller, Of, Value, Code>,
): Work<Of["by"]> {
  const acting = { ...declared, shape: contract.asked };
  return { contract, open: (context, limit) => (c) => answerCall(context, c, limit, readItsCaller, acting) };
}

type Shaped<Of extends Contract> = { shape: Of["asked"] };

async function answerCall<Of extends Contract, Caller, Value, Code extends string>(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
  readItsCaller: ReadCaller<Caller>,
  declared: Acting<Caller, Of, Value, Code> & Shaped<Of>,
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

async function run<Of extends Contract, Caller, Value, Code extends string>(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
  readItsCaller: ReadCaller<Caller>,
  { shape, alsoTakes, readAsked, check, act }: Acting<Caller, Of, Value, Code> & Shaped<Of>,
): Promise<Result<Value, Problem>> {
  const wait = await waitSeconds(context, c, limit);
  if (wait !== undefined) return failed({ status: 429, code: "over_request_rate_limit", retryAfterSeconds: wait });

  const caller = await readItsCaller(context, c.req.raw.headers);
  if (!caller.ok) return caller;

  const call = { context, c, caller: caller.value, now: context.now() };
  const asked = await (readAsked ? readAsked(call) : readJson(c.req.raw, shape, alsoTakes));
  if (!asked.ok) return asked;
  const nonsense = check?.(asked.value);
  if (nonsense) return failed(nonsense);
  return act(call, asked.value);
}

async function readJson<Shape extends z.core.$ZodType>(request: Request, shape: Shape, alsoTakes?: string) {
  const read = await readRequest(request, shape, alsoTakes);
  return read.ok ? read : failed<Problem>({ status: read.problem, code: "unreadable" });
}
