import type { Context } from "hono";

import { functionProblems, type FunctionProblem } from "#content/shared/function-problems.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

/** `error` is a French sentence for people, `code` is for programs. */
export function answerRefusal(
  c: Context<AppEnv>,
  status: Status,
  code: FunctionProblem,
  extra: Record<string, string> = {},
) {
  return c.json({ error: functionProblems[code], code }, status, extra);
}

/** @param method the one that this address takes */
export function refuseMethod(c: Context<AppEnv>, method: "GET" | "POST") {
  return answerRefusal(c, 405, method === "GET" ? "get_expected" : "method_not_allowed", { allow: method });
}

export type Unexpected = { status: 500 | 503; code: "unexpected_failure" | "service_unavailable"; retryAfter?: string };

/** Our own trouble, sorted for the answer and written to the log with its cause. */
export function readFailure({ log }: ServerContext, c: Context<AppEnv>, error: unknown): Unexpected {
  log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "a function failed");
  const cause = error instanceof Error ? error.cause : undefined;
  const isUnavailable = [error, cause].some(
    (each) => each instanceof DatabaseUnavailable || each instanceof ProjectUnavailable,
  );
  if (isUnavailable) return { status: 503, code: "service_unavailable", retryAfter: "2" };
  return { status: 500, code: "unexpected_failure" };
}

/** Counts the call. @returns how many seconds to wait, when this caller made too many */
export async function waitSeconds(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
): Promise<number | undefined> {
  const { isAllowed, retryAfterSeconds } = await context.limits.consume(limit, c.get("clientAddress"));
  return isAllowed ? undefined : retryAfterSeconds;
}

/** Counts the call. @returns the refusal, when this caller made too many */
export async function refuseTooMany(
  context: ServerContext,
  c: Context<AppEnv>,
  limit: Limit,
): Promise<Response | undefined> {
  const wait = await waitSeconds(context, c, limit);
  return wait === undefined
    ? undefined
    : answerRefusal(c, 429, "over_request_rate_limit", { "retry-after": String(wait) });
}
