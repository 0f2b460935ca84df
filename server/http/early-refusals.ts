import { randomUUID } from "node:crypto";

import { refusalProblems, type RefusalProblem } from "#content/refusal-problems.ts";

export type EarlyRefusal = { status: number; headers: Record<string, string>; body: string };

type Request = { url: string; apiVersion: string | undefined };

const statuses: Record<RefusalProblem, number> = {
  uri_too_long: 414,
  malformed: 400,
  not_found: 404,
  service_unavailable: 503,
  unexpected_failure: 500,
};

/** What is refused before or beside the services, in the error shape of the one it was meant for. */
export function describeEarlyRefusal({ url, apiVersion }: Request, code: RefusalProblem): EarlyRefusal {
  const status = statuses[code];
  const message = refusalProblems[code];
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-request-id": randomUUID(),
    ...(status === 503 && { "retry-after": "1" }),
  };

  if (isBelow(url, "/auth/v1")) {
    Object.assign(headers, { "x-sb-error-code": code });
    // The two shapes of server/auth/wire/answers.ts.
    const isVersioned = apiVersion !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(apiVersion) && apiVersion >= "2024-01-01"; // prettier-ignore
    if (!isVersioned) return answer({ code: status, error_code: code, msg: message });
    Object.assign(headers, { "x-supabase-api-version": "2024-01-01" });
    return answer({ code, message });
  }
  if (isBelow(url, "/rest/v1")) return answer({ code: dataCodes[code] ?? `PT${status}`, details: null, hint: null, message }); // prettier-ignore
  return answer({ error: message, code });

  function answer(body: object): EarlyRefusal {
    return { status, headers, body: JSON.stringify(body) };
  }
}

const dataCodes: Partial<Record<RefusalProblem, string>> = {
  service_unavailable: "PGRST001",
  unexpected_failure: "XX000",
};

/** Whether this request target is the path, or an address under it. */
export function isBelow(url: string, path: string): boolean {
  const next = url[path.length];
  return url.startsWith(path) && (next === undefined || next === "/" || next === "?");
}
