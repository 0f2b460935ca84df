import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";

import { getRequestListener, RequestError } from "@hono/node-server";
import type { Context, Hono } from "hono";

import type { RefusalProblem } from "#engine/settings/engine-words.ts";
import { refusalProblems } from "#content/shared/refusal-problems.ts";

import { createAuthService } from "#engine/auth/auth-service.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createDemo, type Demo } from "./demo/demo.ts";
import { createFunctionsService, orderPaths, tooManyOrders } from "./functions/functions-service.ts";
import { createApi, type MountedService } from "#engine/http/api.ts";
import { describePreRoutingError } from "#engine/http/pre-routing-errors.ts";
import { createRouter, type Guard, type Route } from "#engine/http/routes.ts";
import { pictureRoute } from "./site/picture-route.ts";
import { pageRoute, type PageSource, unsentFormRoute } from "./site/serve-pages.ts";
import { listLimits } from "#subjects/leads/server/list-limits.ts";
import { recordListReads } from "#subjects/leads/server/list-reads.ts";
import { createSubmissionGuard } from "#subjects/leads/server/submission-guard.ts";
import {
  limitProfiles,
  limitSubmissions,
  submissionProcedure,
  tooManySubmissions,
} from "#subjects/leads/server/submission-limits.ts";
import { createOperations, type Probe } from "./operations/operations.ts";
import { readPictureFile } from "./pictures/stored-pictures.ts";
import { readDraftSite } from "#subjects/site-settings/server/draft-site.ts";
import { previewRoute } from "./preview/preview-route.ts";
import { createRestService } from "#engine/rest/rest-service.ts";
import { isOwnHost } from "#engine/settings/public-demo.ts";
import type { Settings } from "./settings/settings.ts";

const maxUrlLength = 8 * 1024;
const maxHeadersLength = 16 * 1024;

export type RequestHandler = { listener: RequestListener; demo: Demo | undefined };

/**
 * Everything the process answers over HTTP, in production and in development. `probe` feeds `/readyz`.
 *
 * Two tables: the services of the API, which share its middleware, and the routes by which a request finds them.
 */
export async function createRequestHandler(
  context: ServerContext,
  pages: PageSource,
  probe: Probe,
): Promise<RequestHandler> {
  const isOurOwnBackend = context.settings.supabaseUrl === undefined;
  const isDemo = context.settings.mode === "demo";
  const demo = isDemo ? createDemo(context, (page) => pages.renderDemo(page)) : undefined;

  const services: MountedService[] = [
    { prefix: "/auth/v1", service: isOurOwnBackend ? createAuthService(context) : undefined, isForBrowsers: true },
    { prefix: "/rest/v1", service: isOurOwnBackend ? createDataService(context) : undefined, isForBrowsers: true },
    { prefix: "/functions/v1", service: createFunctionsService(context), isForBrowsers: true },
    ...createOperations(context, probe),
  ];
  const demoService = demo && { prefix: "/demo", service: demo.routes };
  const all = demoService ? [...services, demoService] : services;
  const api = createApi(context, all, () => demo?.isApiDown() ?? false, noteRefusedLead(context));
  const callApi = answerFromApi(context, api);
  const callForm = (prefix: string, guard: Guard): Route => ({ prefix, methods: ["POST"], guard, handle: callApi });
  const guardOf = createSubmissionGuard(context);

  const routes: Route[] = [
    ...services.map(({ prefix }) => ({ prefix, handle: callApi })),
    callForm(`/rest/v1/rpc/${submissionProcedure}`, guardOf(tooManySubmissions)),
    ...orderPaths.map((path) => callForm(`/functions/v1${path}`, guardOf(tooManyOrders))),
    ...(demo ? demoRoutes(context, demo, pages, callApi) : []),
    pictureRoute(pages, (file) => readPictureFile(context.db, file), context.log),
    previewRoute(context, pages, readDraftSite(context)),
    pageRoute(pages),
    unsentFormRoute(pages),
  ];
  const route = createRouter(routes, pages.sendNotFound);
  return {
    demo,
    listener(request, response) {
      const problem = findHeadProblem(request, context.settings);
      if (!problem) return route(request, response);
      const { status, headers, body } = describeError(request, problem);
      response.writeHead(status, { ...headers, ...originHeaders(context, request) }).end(body);
    },
  };
}

function findHeadProblem(
  { url = "/", rawHeaders, headers }: IncomingMessage,
  { isDemoForThisMachine, site }: Settings,
): RefusalProblem | undefined {
  if (url.length > maxUrlLength) return "uri_too_long";
  const length = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  if (length > maxHeadersLength) return "headers_too_large";
  return isDemoForThisMachine && !isOwnHost(headers.host, site.origin) ? "foreign_host" : undefined;
}

/** The published client in a page of another allowed origin reads the refusal too. */
function originHeaders({ settings }: ServerContext, { headers: { origin } }: IncomingMessage): OutgoingHttpHeaders {
  const isAllowed = origin !== undefined && settings.allowedOrigins.includes(origin);
  return { vary: "Origin", ...(isAllowed && { "access-control-allow-origin": origin }) };
}

function createDataService(context: ServerContext): Hono<AppEnv> {
  return createRestService(context, {
    answerLimits: listLimits,
    beforeProcedure: {
      [submissionProcedure]: limitSubmissions(context),
      create_profile_if_not_exists: limitProfiles(context),
    },
    afterRead: recordListReads(context),
  });
}

const leadPaths = [`/rest/v1/rpc/${submissionProcedure}`, ...orderPaths.map((path) => `/functions/v1${path}`)];

/** After each answer: whether it was a lead that is not stored. PostgREST's header names the error. */
function noteRefusedLead({ refusals }: ServerContext) {
  return ({ req, res, get }: Context<AppEnv>): void => {
    if (res.status < 400 || req.method !== "POST" || !leadPaths.includes(req.path)) return;
    const code = /error=(\w+)/.exec(res.headers.get("proxy-status") ?? "")?.[1];
    refusals.note({ path: req.path, status: res.status, requestId: get("requestId"), ...(code && { code }) });
  };
}

/** The stand-ins' pages, under the content policy of all pages. */
function demoRoutes(
  { log }: ServerContext,
  { identityProvider }: Demo,
  pages: PageSource,
  callApi: RequestListener,
): Route[] {
  const guard: Guard = (_, response) => {
    for (const [name, value] of Object.entries(pages.headers)) response.setHeader(name, value ?? "");
    return true;
  };
  return [
    { prefix: "/demo", guard, handle: callApi },
    ...(identityProvider
      ? [
          {
            prefix: "/demo/idp",
            guard,
            handle(request: IncomingMessage, response: ServerResponse) {
              identityProvider.handle(request, response).catch((error: unknown) => {
                log.error({ err: error }, "the demonstration's identity provider failed");
                if (!response.headersSent) response.writeHead(500).end();
              });
            },
          },
        ]
      : []),
  ];
}

/** Made for each request, so that what is no request at all (host, target) is refused in the shape of its surface. */
function answerFromApi({ log }: ServerContext, api: Hono<AppEnv>): RequestListener {
  return (request, response) => {
    const answer = getRequestListener(api.fetch, {
      ...(isOldProbe(request) ? { hostname: "localhost" } : {}),
      errorHandler(error) {
        if (!(error instanceof RequestError)) log.error({ err: error }, "a request failed before its service");
        const { body, ...rest } = describeError(
          request,
          error instanceof RequestError ? "malformed" : "unexpected_failure",
        );
        return new Response(body, rest);
      },
    });
    void answer(request, response);
  };
}

/** Load balancers of old ask for a health check in HTTP/1.0, which knows no Host; every later version needs one. */
function isOldProbe({ httpVersion, url = "" }: IncomingMessage): boolean {
  return httpVersion === "1.0" && ["/healthz", "/readyz"].includes(url.split("?", 1)[0] ?? "");
}

function describeError({ url = "", headers }: IncomingMessage, problem: RefusalProblem) {
  const asked = headers["x-supabase-api-version"];
  return describePreRoutingError(
    { url, apiVersion: typeof asked === "string" ? asked : undefined },
    problem,
    refusalProblems,
  );
}
