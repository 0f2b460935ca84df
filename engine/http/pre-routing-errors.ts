import { randomUUID } from "node:crypto";

import type { EngineWords, RefusalProblem } from "#engine/settings/engine-words.ts";

import { findRoute } from "./routes.ts";

export type PreRoutingError = { status: number; headers: Record<string, string>; body: string };

type Request = { url: string; apiVersion: string | undefined };

const statuses: Record<RefusalProblem, number> = {
  uri_too_long: 414,
  headers_too_large: 431,
  foreign_host: 421,
  malformed: 400,
  not_found: 404,
  service_unavailable: 503,
  unexpected_failure: 500,
};

type Problem = { code: RefusalProblem; status: number; message: string; apiVersion: string | undefined };
type Shape = (problem: Problem) => { body: object; headers?: Record<string, string> };

/** Each surface of the API refuses in the shape that its published client reads. */
const shapes: { prefix: string; describe: Shape }[] = [
  { prefix: "/auth/v1", describe: authError },
  { prefix: "/rest/v1", describe: dataError },
  { prefix: "/", describe: ({ message, code }) => ({ body: { error: message, code } }) },
];

/** What is refused before or beside the services, in the error shape of the one it was meant for. */
export function describePreRoutingError(
  { url, apiVersion }: Request,
  code: RefusalProblem,
  words: EngineWords["refusals"],
): PreRoutingError {
  const status = statuses[code];
  const shape = findRoute(shapes, { url });
  const { body = {}, headers } = shape?.describe({ code, status, message: words[code], apiVersion }) ?? {};
  return {
    status,
    headers: {
      ...refusalHeaders(),
      ...(status === 503 && { "retry-after": "1" }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** Of every JSON refusal that the middleware of the services does not pass. */
export function refusalHeaders(): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-request-id": randomUUID(),
  };
}

/** The two shapes of engine/auth/wire/answers.ts. */
function authError({ code, status, message, apiVersion = "" }: Problem): ReturnType<Shape> {
  const headers = { "x-sb-error-code": code };
  const isVersioned = /^\d{4}-\d{2}-\d{2}$/.test(apiVersion) && apiVersion >= "2024-01-01";
  if (!isVersioned) return { headers, body: { code: status, error_code: code, msg: message } };
  return { headers: { ...headers, "x-supabase-api-version": "2024-01-01" }, body: { code, message } };
}

function dataError({ code, status, message }: Problem): ReturnType<Shape> {
  return { body: { code: dataCodes[code] ?? `PT${status}`, details: null, hint: null, message } };
}

const dataCodes: Partial<Record<RefusalProblem, string>> = {
  service_unavailable: "PGRST001",
  unexpected_failure: "XX000",
};
