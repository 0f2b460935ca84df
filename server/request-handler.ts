import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";

import { getRequestListener, RequestError } from "@hono/node-server";

import type { RefusalProblem } from "#content/refusal-problems.ts";

import { createAuthService } from "./auth/wire/auth-service.ts";
import type { ServerContext } from "./context.ts";
import { createDemo, type Demo, type RenderDemoPage } from "./demo/demo.ts";
import { createFunctionsService } from "./functions/functions-service.ts";
import { createApi } from "./http/api.ts";
import { describeEarlyRefusal, isBelow } from "./http/early-refusals.ts";
import { createEarlyRefusals } from "./leads/early-submission-refusals.ts";
import { limitProfiles, limitSubmissions } from "./leads/submission-limits.ts";
import { createOperations } from "./operations/operations.ts";
import { createRestService } from "./rest/rest-service.ts";

const maxUrlLength = 8 * 1024;

/** Pages and files, answered from memory; undefined paths are left to the API, then to the not-found page. */
export type PageServer = {
  /** @returns false, with the response untouched, when the path is not a page or file */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  notFound(request: IncomingMessage, response: ServerResponse): void;
  renderDemo: RenderDemoPage;
  /** Content policy and its kin, for pages that are drawn on demand. */
  headers: OutgoingHttpHeaders;
};

export type RequestHandler = { listener: RequestListener; demo: Demo | undefined };

/** Everything the process answers over HTTP. `isOutboxRunning` feeds `/readyz`. */
export async function createRequestHandler(
  context: ServerContext,
  pages: PageServer,
  isOutboxRunning: () => boolean,
): Promise<RequestHandler> {
  const { settings } = context;
  const isOurOwnBackend = settings.supabaseUrl === undefined;
  const demo = settings.mode === "demo" ? await createDemo(context, (page) => pages.renderDemo(page)) : undefined;
  const api = createApi(context, {
    auth: isOurOwnBackend ? createAuthService(context) : undefined,
    rest: isOurOwnBackend
      ? createRestService(context, {
          beforeProcedure: {
            create_lead_without_auth: limitSubmissions(context),
            create_profile_if_not_exists: limitProfiles(context),
          },
        })
      : undefined,
    functions: createFunctionsService(context),
    operations: createOperations(context, { isOutboxRunning }),
    demo,
  });
  /** Made for each request, so that what is no request at all (host, target) is refused in the shape of its surface. */
  const answerFromApi: RequestListener = (request, response) => {
    const answer = getRequestListener(api.fetch, {
      ...(isOldProbe(request) ? { hostname: "localhost" } : {}),
      errorHandler(error) {
        if (!(error instanceof RequestError)) context.log.error({ err: error }, "a request failed before its service");
        const refusal = refusalOf(request, error instanceof RequestError ? "malformed" : "unexpected_failure");
        return new Response(refusal.body, refusal);
      },
    });
    void answer(request, response);
  };

  const refuseEarly = createEarlyRefusals(context);
  const listener: RequestListener = (request, response) => {
    const url = request.url ?? "/";
    if (url.length > maxUrlLength) {
      const { status, headers, body } = refusalOf(request, "uri_too_long");
      return void response.writeHead(status, headers).end(body);
    }
    if (demo && isBelow(url, "/demo")) for (const [name, value] of Object.entries(pages.headers)) response.setHeader(name, value ?? ""); // prettier-ignore
    if (demo && isBelow(url, "/demo/idp")) {
      demo.identityProvider.handle(request, response).catch((error: unknown) => {
        context.log.error({ err: error }, "the demonstration's identity provider failed");
        if (!response.headersSent) response.writeHead(500).end();
      });
      return;
    }
    if (refuseEarly(request, response)) return;
    if (isBelow(url, "/auth/v1") || isBelow(url, "/rest/v1") || isBelow(url, "/functions/v1")) {
      return answerFromApi(request, response);
    }
    if (pages.handle(request, response)) return;
    if (demo && isBelow(url, "/demo")) return answerFromApi(request, response);
    if (
      isBelow(url, "/healthz") ||
      isBelow(url, "/readyz") ||
      isBelow(url, "/metrics") ||
      isBelow(url, "/operations")
    ) {
      return answerFromApi(request, response);
    }
    pages.notFound(request, response);
  };
  return { listener, demo };
}

/** Load balancers of old ask for a health check in HTTP/1.0, which knows no Host; every later version needs one. */
function isOldProbe({ httpVersion, url = "" }: IncomingMessage): boolean {
  return httpVersion === "1.0" && (isBelow(url, "/healthz") || isBelow(url, "/readyz"));
}

function refusalOf({ url = "", headers }: IncomingMessage, problem: RefusalProblem) {
  const asked = headers["x-supabase-api-version"];
  return describeEarlyRefusal({ url, apiVersion: typeof asked === "string" ? asked : undefined }, problem);
}
