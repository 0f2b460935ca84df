import { randomUUID } from "node:crypto";

import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

import type { RefusalProblem } from "#content/refusal-problems.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { DatabaseUnavailable } from "#server/db/database-errors.ts";
import { findClientAddress } from "#server/network/client-address.ts";

import { describeEarlyRefusal } from "./early-refusals.ts";

type Services = {
  auth: Hono<AppEnv> | undefined;
  rest: Hono<AppEnv> | undefined;
  functions: Hono<AppEnv>;
  operations: Hono<AppEnv>;
  demo: { routes: Hono<AppEnv>; isApiDown(): boolean } | undefined;
};

export const apiPrefixes = ["/auth/v1", "/rest/v1", "/functions/v1"];

/** Everything that is not a page or a file. Auth and data are absent when a Supabase project answers for them. */
export function createApi(context: ServerContext, services: Services): Hono<AppEnv> {
  const api = new Hono<AppEnv>();

  api.use(identifyRequest(context));
  api.use(logRequest(context));
  for (const prefix of apiPrefixes) {
    api.use(`${prefix}/*`, allowOrigins(context.settings.allowedOrigins));
    api.use(
      `${prefix}/*`,
      refuseWhile(() => services.demo?.isApiDown() ?? false),
    );
  }
  if (services.auth) api.route("/auth/v1", services.auth);
  if (services.rest) api.route("/rest/v1", services.rest);
  api.route("/functions/v1", services.functions);
  api.route("/", services.operations);
  if (services.demo) api.route("/demo", services.demo.routes);

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

function identifyRequest({ settings }: ServerContext): MiddlewareHandler<AppEnv> {
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
function logRequest({ log }: ServerContext): MiddlewareHandler<AppEnv> {
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
  };
}

/** The exact list of origins, and the headers the published client sends and reads. */
function allowOrigins(origins: string[]): MiddlewareHandler {
  const preflight = cors({
    origin: origins,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowHeaders: [
      "authorization", "apikey", "content-type", "prefer", "range", "range-unit", "accept-profile", "content-profile",
      "x-client-info", "x-supabase-api-version", "x-retry-count", "idempotency-key", "x-admin-token",
    ], // prettier-ignore
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

const exposedHeaders =
  "Content-Range,Content-Location,Preference-Applied,Retry-After,x-sb-error-code,x-supabase-api-version,x-request-id";

/** The demonstration's switch "api: down". */
function refuseWhile(isDown: () => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => (isDown() ? refuse(c, "service_unavailable") : next());
}

function refuse(c: Context<AppEnv>, problem: RefusalProblem): Response {
  const { body, ...rest } = describeEarlyRefusal({ url: c.req.path, apiVersion: c.req.header("x-supabase-api-version") }, problem); // prettier-ignore
  return new Response(body, rest);
}
