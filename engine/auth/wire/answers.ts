import type { Context, MiddlewareHandler } from "hono";

import { failed, ok, type Result } from "#kit/result.ts";
import type { AppEnv } from "#engine/context.ts";
import { readJsonBody } from "#engine/http/json-body.ts";

import { authProblem, type AuthProblem } from "./problems.ts";

const apiVersionHeader = "x-supabase-api-version";
const apiVersion = "2024-01-01";

export type AuthRequest = Context<AppEnv>;

/** What a flow answers with: JSON and 200 unless said. */
export type Answer = Result<unknown, AuthProblem>;

/** Nothing here may be kept by anyone, and a client that names a version reads the errors of that version. */
export function prepareAnswers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    // Not c.header(): once there is an answer it makes another one, and its body a stream.
    const { headers } = c.res;
    if (namesApiVersion(c)) headers.set(apiVersionHeader, apiVersion);
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  };
}

/** A flow whose result is the answer: its value as JSON, or its problem. */
export function handled(flow: (c: AuthRequest) => Promise<Answer>) {
  return async (c: AuthRequest) => {
    const result = await flow(c);
    return result.ok ? c.json(result.value as object) : sendProblem(c, result.problem);
  };
}

/**
 * An error in the shape the request asked for. A client that names no API version reads `error_code` and `msg`; the two
 * shapes never mix, or the client loses the code.
 */
export function sendProblem(c: AuthRequest, problem: AuthProblem): Response {
  const { code, status, message, weakPassword, retryAfterSeconds } = problem;
  c.header("x-sb-error-code", code);
  if (retryAfterSeconds !== undefined) c.header("retry-after", String(retryAfterSeconds));
  const reasons = weakPassword && { weak_password: { reasons: weakPassword } };
  return namesApiVersion(c)
    ? c.json({ code, message, ...reasons }, status)
    : c.json({ code: status, error_code: code, msg: message, ...reasons }, status);
}

/** The JSON object of the request; an absent body is an empty one. A field that is null is as good as absent. */
export async function readFields(c: AuthRequest): Promise<Result<Record<string, unknown>, AuthProblem>> {
  const body = await readWrittenFields(c);
  return body.ok ? ok(body.value ?? {}) : body;
}

/** As `readFields`; undefined when there is no body: a request that says nothing. */
export async function readWrittenFields(
  c: AuthRequest,
): Promise<Result<Record<string, unknown> | undefined, AuthProblem>> {
  const body = await readJsonBody(c.req.raw);
  if (!body.ok) {
    if (body.problem.status === 413) return failed(authProblem("request_entity_too_large"));
    if (body.problem.status === 415) return failed(authProblem("unsupported_media_type"));
    return failed(authProblem("bad_json"));
  }
  if (body.value === undefined) return ok(undefined);
  if (body.value === null) return ok({});
  return isObject(body.value) ? readKinds(body.value) : failed(authProblem("bad_json"));
}

/** What a field holds is the same on every address of the wire. */
const namesOf = {
  text:
    "email phone new_email password current_password password_hash nonce channel code_challenge code_verifier type " +
    "code_challenge_method token token_hash refresh_token auth_code provider id_token access_token issuer client_id " +
    "chain friendly_name factor_type challenge_id code redirect_to id role aud ban_duration",
  object: "data user_metadata app_metadata",
  boolean: "create_user email_confirm phone_confirm should_soft_delete link_identity",
};

const kindOf = new Map(
  Object.entries(namesOf).flatMap(([kind, names]) => names.split(" ").map((name): [string, string] => [name, kind])),
);

/** A field of another kind is no JSON of this wire: it is refused before anything is counted. */
function readKinds(fields: Record<string, unknown>): Result<Record<string, unknown>, AuthProblem> {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const [wrong] = given.find(([name, value]) => kindOf.has(name) && kindOf.get(name) !== kindOfValue(value)) ?? [];
  if (wrong === undefined) return ok(Object.fromEntries(given));
  return failed(authProblem("bad_json", { message: `Could not read the body: ${wrong} is no ${kindOf.get(wrong)}` }));
}

function kindOfValue(value: unknown): string {
  if (typeof value === "string") return "text";
  return Array.isArray(value) ? "list" : typeof value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namesApiVersion(c: AuthRequest): boolean {
  const asked = c.req.header(apiVersionHeader);
  return asked !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= apiVersion;
}
