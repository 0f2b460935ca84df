import * as z from "zod/mini";

import type { AnswerOf, AskedOf, Contract, ProcedureContract } from "#domain/wire/contract.ts";
import { asObject } from "#kit/as-object.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { type ApiSettings, requestApi, type RequestOptions, type RequestProblem } from "./rest-client.ts";

export type AccessToken = () => Promise<string | undefined>;

/**
 * Who calls: with the public key of the site, or with the token of who is signed in.
 *
 * @property accessToken undefined once the session is over: a request never falls back to the public key
 * @property headersFor what else a request to that address says of who calls
 */
export type CallSender = {
  api: ApiSettings;
  accessToken?: AccessToken;
  timeLimitMs?: number;
  headersFor?: (address: string) => Record<string, string>;
};

/** Why a call has no answer that it declares. */
export type CallProblem =
  /** No live session any more, or it lacks the right or the second factor that this asks for. */
  | { code: "access_ended" }
  /** No answer, or none that can be read. @property message for the console */
  | { code: "unavailable"; message?: string }
  | CallRefusal;

/**
 * @property reason the code of the refusal, see the contract
 * @property sentence in French; empty when the answer says none
 * @property field of the request that it is about
 * @property stored what the database holds in place of what was asked
 */
export type CallRefusal = {
  code: "refused";
  reason: string;
  sentence: string;
  status: number;
  retryAfterMs?: number | undefined;
  field?: string | undefined;
  stage?: string | undefined;
  stored?: Record<string, unknown> | undefined;
};

type Options = Pick<RequestOptions, "signal" | "keepalive" | "idempotencyKey" | "timeLimitMs"> & {
  /** Which rows of the answer of a procedure, in which order: `order=…&offset=…&limit=…`. */
  rows?: string;
};

type Declared = (Contract & { answer: z.core.$ZodType }) | ProcedureContract;

/** One call of a function or a procedure of the site. Never throws for what the network or the server does. */
export async function call<Of extends Declared>(
  { api, accessToken, timeLimitMs, headersFor }: CallSender,
  contract: Of,
  asked: AskedOf<Of>,
  { rows, ...options }: Options = {},
): Promise<Result<AnswerOf<Of>, CallProblem>> {
  // Without a token to wait for, the request leaves at once: the page may be about to go.
  const token = accessToken && (await accessToken());
  if (accessToken && token === undefined) return failed({ code: "access_ended" });
  const tokenIn = "tokenIn" in contract ? contract.tokenIn : undefined;
  const isRead = "method" in contract && contract.method === "GET";
  const request = {
    ...(timeLimitMs !== undefined && { timeLimitMs }),
    ...options,
    ...(isRead ? { method: "GET" as const } : { body: asked }),
    accessToken: token,
    tokenIn,
    ...(headersFor && { headersFor }),
  };
  const address = callPath(contract);
  const answer = await requestApi(api, rows === undefined ? address : `${address}?${rows}`, request);
  if (!answer.ok) return failed(callProblemOf(answer.problem));
  const read = z.safeParse<z.core.$ZodType<AnswerOf<Of>>>(
    contract.answer as z.core.$ZodType<AnswerOf<Of>>,
    answer.value,
  );
  return read.success ? ok(read.data) : failed({ code: "unavailable", message: `${address} answered something else.` });
}

export function callPath(contract: Pick<Contract, "name"> | ProcedureContract): string {
  return "procedure" in contract ? `/rest/v1/rpc/${contract.procedure}` : `/functions/v1/${contract.name}`;
}

/**
 * The one rule of when access has ended: no session, or one without the right or the second factor. A 403 with another
 * code is about what was asked: 42501 refuses a row or a procedure, and says nothing of who asks.
 */
export function hasAccessEnded({ status, code }: { status: number; code: string }): boolean {
  return status === 401 || (status === 403 && endings.includes(code));
}

const endings = ["session_not_found", "insufficient_aal", "not_admin"];

/** Of a request, the problem that every screen knows. */
export function callProblemOf(problem: RequestProblem): CallProblem {
  if (problem.kind === "unreachable") return { code: "unavailable", message: problem.cause };
  if (hasAccessEnded(problem)) return { code: "access_ended" };
  const { status, code: reason, message: sentence, retryAfterMs } = problem;
  const { field, stage, stored } = asObject(problem.answer);
  return {
    code: "refused",
    reason,
    sentence,
    status,
    retryAfterMs,
    ...(typeof field === "string" && { field }),
    ...(typeof stage === "string" && { stage }),
    ...(typeof stored === "object" && { stored: asObject(stored) }),
  };
}

/** Whether a call was refused for one of the reasons that its contract declares. */
export function isRefusedFor<Of extends Contract>(problem: CallProblem, ...reasons: Of["refusals"][number][]): boolean {
  return problem.code === "refused" && reasons.includes(problem.reason);
}
