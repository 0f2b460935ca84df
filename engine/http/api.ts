import { randomUUID } from "node:crypto";

import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { routePath } from "hono/route";

import type { EngineWords, RefusalProblem } from "#engine/settings/engine-words.ts";
import { isSameText } from "#engine/settings/same-text.ts";
import type { AppEnv, EngineContext } from "#engine/context.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { findClientAddress } from "#engine/network/client-address.ts";

import { type Admission, createAdmission } from "./admission.ts";
import { describePreRoutingError } from "./pre-routing-errors.ts";

/** One service of the process, and where it answers. */
export type MountedService = {
  prefix: string;
  /** Absent when this process does not offer it: a Supabase project answers for accounts and data then. */
  service: Hono<AppEnv> | undefined;
  /** Called by pages, also of the other origins that are allowed. */
  isForBrowsers?: boolean;
};

/** What the product wants to know of the answers, after each of them. */
type NoteAnswer = (c: Context<AppEnv>) => void;

/** The middleware around every service. @param isDown the demonstration's switch "api: down" */
export function createApi(
  context: EngineContext,
  mounted: MountedService[],
  isDown: () => boolean,
  noteAnswer: NoteAnswer = () => undefined,
): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const admission = createAdmission(context.db);
  const refuse = refuseIn(context.settings.words.refusals);

  api.use(identifyRequest(context));
  api.use(logRequest(context, noteAnswer));
  for (const { prefix, service, isForBrowsers } of mounted) {
    if (isForBrowsers) api.use(`${prefix}/*`, measureAnswer(context, prefix), traceRequest(context));
    if (isForBrowsers)
      api.use(`${prefix}/*`, allowOrigins(context.settings.allowedOrigins), refuseWhile(isDown, refuse));
    if (isForBrowsers) api.use(`${prefix}/*`, admit(admission, refuse), takeKeyOfAddress(context));
    if (service) api.route(prefix, service);
  }

  api.notFound((c) => refuse(c, "not_found"));
  api.onError((error, c) => {
    if (error instanceof DatabaseUnavailable) {
      context.log.warn({ reason: error.code, requestId: c.get("requestId") }, "the database cannot serve");
      return refuse(c, "service_unavailable");
    }
    context.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "a request failed");
    return refuse(c, "unexpected_failure");
  });
  return api;
}

function identifyRequest({ settings }: EngineContext): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    c.set("requestId", randomUUID());
    c.set(
      "clientAddress",
      findClientAddress(incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"), settings.trustedProxies),
    );
    await next();
    // Not c.header(): once there is an answer it makes another one, and its body a stream.
    const { headers } = c.res;
    headers.set("x-request-id", c.get("requestId"));
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-resource-policy", "same-origin");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  };
}

/** Paths and codes only: query strings carry e-mail addresses and searches. */
function logRequest({ log }: EngineContext, noteAnswer: NoteAnswer): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const durationMs = Math.round(performance.now() - startedAt);
    const { status } = c.res;
    const level = status >= 500 ? "error" : "debug";
    log[level](
      { requestId: c.get("requestId"), method: c.req.method, path: c.req.path, status, durationMs },
      "request",
    );
    noteAnswer(c);
  };
}

function measureAnswer({ measures }: EngineContext, prefix: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    measures.noteAnswer(prefix, c.res.status, (performance.now() - startedAt) / 1000);
  };
}

/** Named by the pattern of its route: paths hold ids, query strings hold e-mail addresses. */
function traceRequest({ traces }: EngineContext): MiddlewareHandler<AppEnv> {
  return (c, next) =>
    traces.begin({ name: c.req.method, kind: "server" }, async (span) => {
      await next();
      const route = routePath(c);
      span.rename(`${c.req.method} ${route}`);
      span.set({
        "http.request.method": c.req.method,
        "http.route": route,
        "http.response.status_code": c.res.status,
        "site.request_id": c.get("requestId"),
      });
    });
}

/** The exact list of origins, and the headers the published client sends and reads. */
function allowOrigins(origins: string[]): MiddlewareHandler {
  const preflight = cors({
    origin: origins,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowHeaders: sentHeaders.split(","),
    maxAge: 600,
  });

  return async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    await next();
    // As cors() would, but on the answer itself: see identifyRequest.
    const { headers } = c.res;
    const origin = c.req.header("origin");
    if (origin !== undefined && origins.includes(origin)) headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", exposedHeaders);
    headers.append("vary", "Origin");
  };
}

const sentHeaders =
  "authorization,apikey,content-type,prefer,range,range-unit,accept-profile,content-profile,x-client-info," +
  "x-supabase-api-version,x-retry-count,idempotency-key,x-admin-token,x-region,traceparent,tracestate,baggage";

const exposedHeaders =
  "Content-Range,Content-Location,Preference-Applied,Retry-After,Link,X-Total-Count,x-sb-error-code," +
  "Proxy-Status,x-supabase-api-version,x-request-id";

function refuseWhile(isDown: () => boolean, refuse: Refuse): MiddlewareHandler<AppEnv> {
  return async (c, next) => (isDown() ? refuse(c, "service_unavailable") : next());
}

/** Under overload (admission.ts). */
function admit(admission: Admission, refuse: Refuse): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const leave = admission.enter(c.get("clientAddress"));
    if (!leave) return refuse(c, "service_unavailable");
    try {
      return await next();
    } finally {
      leave();
    }
  };
}

/**
 * The publishable key in the address, as a hosted project takes it, for tools that can set no headers. The secret key
 * is none of an address: those are written into logs.
 *
 * A page of a stranger sends no JSON with it: that takes a preflight, which is refused.
 */
function takeKeyOfAddress({ settings }: EngineContext): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.query("apikey");
    const { headers } = c.req.raw;
    if (key !== undefined && !headers.has("apikey") && isSameText(key, settings.publishableKey)) {
      headers.set("apikey", key);
    }
    await next();
  };
}

type Refuse = (c: Context<AppEnv>, problem: RefusalProblem) => Response;

function refuseIn(words: EngineWords["refusals"]): Refuse {
  return (c, problem) => {
    const asked = { url: c.req.path, apiVersion: c.req.header("x-supabase-api-version") };
    const { body, ...rest } = describePreRoutingError(asked, problem, words);
    return new Response(body, rest);
  };
}
