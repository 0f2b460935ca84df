import type { Context } from "hono";

import { readCaller, type CallerProblem, type RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv, EngineContext } from "#engine/context.ts";
import { readJsonBody } from "#engine/http/json-body.ts";

import { type AnswerLimits, limitsOf } from "./answer-limits.ts";
import type { CallerCache } from "./caller-cache.ts";
import { refuse, refuseBody, shownName, type RestRefusal } from "./errors.ts";
import { readMediaType, type MediaType } from "./media-type.ts";
import type { JsonObject } from "./planner.ts";
import { readPreferences, type Preferences } from "./preferences.ts";

/** What every request to the data service carries, read once. */
export type RestRequest = {
  method: string;
  caller: RequestCaller;
  preferences: Preferences;
  media: MediaType;
  /** The query string as it was sent. */
  search: string;
  rangeHeader: string | undefined;
  /** For `request.method`, `request.path` and `request.headers` in the database. */
  settings: Record<string, string>;
  raw: Request;
  /** What an answer from a table, a view or a procedure may hold. */
  limitsOf: (source: string) => AnswerLimits;
};

type RestServices = {
  context: EngineContext;
  callers: CallerCache;
  answerLimits: Readonly<Record<string, AnswerLimits>>;
};

export async function readRestRequest(
  { context, callers, answerLimits }: RestServices,
  c: Context<AppEnv>,
  path: string,
): Promise<RestRequest> {
  const { raw, method } = c.req;
  const { headers } = raw;
  const caller = await identify(context, callers, headers);
  const isRead = method === "GET" || method === "HEAD";
  requirePublicSchema(headers.get(isRead ? "accept-profile" : "content-profile"));
  const questionMark = raw.url.indexOf("?");
  return {
    method,
    caller,
    preferences: readPreferences(headers.get("prefer") ?? undefined),
    media: readMediaType(headers.get("accept") ?? undefined),
    search: questionMark < 0 ? "" : withoutKey(raw.url.slice(questionMark + 1)),
    rangeHeader: method === "GET" ? (headers.get("range") ?? undefined) : undefined,
    settings: { "request.method": method, "request.path": path, "request.headers": describeHeaders(headers) },
    raw,
    limitsOf: (source) => limitsOf(source, caller.role, answerLimits),
  };
}

/** The API key may stand in the address: it is no column. */
function withoutKey(search: string): string {
  return /(^|&)apikey=/.test(search) ? search.replaceAll(/(^|&)apikey=[^&]*/g, "") : search;
}

function requirePublicSchema(profile: string | null): void {
  if (profile === null || profile === "public") return;
  const hint = "Only the following schemas are exposed: public";
  throw refuse(406, "PGRST106", `Invalid schema: ${shownName(profile)}`, null, hint);
}

const secretHeaders = new Set(["authorization", "apikey", "cookie", "x-admin-token"]);

function describeHeaders(headers: Headers): string {
  return JSON.stringify(Object.fromEntries([...headers].filter(([name]) => !secretHeaders.has(name))));
}

async function identify(context: EngineContext, callers: CallerCache, headers: Headers): Promise<RequestCaller> {
  const known = callers.find(headers, context.now());
  if (known) return known;
  const caller = await readCaller(context, headers);
  if (!caller.ok) throw refuseCaller(caller.problem.code, headers, context.now());
  callers.keep(headers, context.now(), caller.value);
  return caller.value;
}

function refuseCaller(code: CallerProblem["code"], headers: Headers, now: Date): RestRefusal {
  if (code === "no_authorization") {
    return refuse(401, "PGRST302", "Anonymous access is disabled", null, null, { "www-authenticate": "Bearer" });
  }
  const [problem, message] =
    code === "invalid_api_key"
      ? ["PGRST301", "Invalid API key"]
      : isExpired(headers, now)
        ? ["PGRST303", "JWT expired"]
        : ["PGRST301", "JWT invalid"];
  const challenge = `Bearer error="invalid_token", error_description="${message}"`;
  return refuse(401, problem as string, message as string, null, null, { "www-authenticate": challenge });
}

/** Chooses the words of the refusal only: the token is refused whatever it says here. */
function isExpired(headers: Headers, now: Date): boolean {
  const payload = headers.get("authorization")?.split(".")[1] ?? "";
  try {
    const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { exp?: unknown };
    return typeof exp === "number" && exp * 1000 < now.getTime();
  } catch {
    return false;
  }
}

const bodyMessages = {
  malformed: "Empty or invalid json",
  too_deep: "The body is nested too deep or has too many keys",
  too_many_keys: "The body is nested too deep or has too many keys",
  inexact_number: "A number of the body has more digits, or is larger, than this service keeps",
};

/** The JSON a write carries; `undefined` for an empty body. */
export async function readBody({ raw }: RestRequest): Promise<unknown> {
  const body = await readJsonBody(raw);
  if (body.ok) return body.value;
  const { status, code } = body.problem;
  if (status === 413) throw refuse(413, "PGRST102", "The body is too large");
  if (status === 415) throw refuse(415, "PGRST102", "The body must be application/json, not encoded");
  throw refuseBody(bodyMessages[code]);
}

export function requireObject(body: unknown): JsonObject {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as JsonObject;
  throw refuseBody("Empty or invalid json");
}

/** One row or a list of rows. */
export function requireRows(body: unknown): JsonObject[] {
  return Array.isArray(body) ? body.map(requireObject) : [requireObject(body)];
}
