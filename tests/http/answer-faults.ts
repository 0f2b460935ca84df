import { securityTextPath } from "#server/operations/security-text.ts";
import type { HttpAnswer } from "#tests/support/http-client.ts";

/** Who answers for an address, by its error shape. */
export type Surface = "auth" | "data" | "functions" | "operations" | "demo" | "pages";

export function surfaceOf(target: string): Surface {
  const asSent = surfaceOfPath(target);
  if (asSent === "pages") return "pages";
  // A way up leads elsewhere; what it leads to is answered by the API all the same.
  const resolved = surfaceOfPath(URL.parse(target, "http://localhost")?.pathname ?? target);
  return resolved === "pages" ? "operations" : resolved;
}

function surfaceOfPath(path: string): Surface {
  const isBelow = (prefix: string) => new RegExp(`^${prefix}(?:[/?]|$)`).test(path);
  if (isBelow("/auth/v1")) return "auth";
  if (isBelow("/rest/v1")) return "data";
  if (isBelow("/functions/v1")) return "functions";
  if (isBelow("/demo")) return "demo";
  return ["/healthz", "/readyz", "/metrics", "/operations", securityTextPath].some(isBelow) ? "operations" : "pages";
}

/**
 * What is wrong with an answer, whatever was asked; nothing should be.
 *
 * @param sent the whole request: its own words may come back
 */
export function findFault(
  { method, target, sent }: { method: string; target: string; sent: string },
  answer: HttpAnswer,
): string | undefined {
  const { status, text, headers } = answer;
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  // Node's own refusal of what is no HTTP, or too long a head: it never became a request.
  const isBeforeRequest = [400, 413, 417, 431].includes(status) && text === "" && headers.get("connection") === "close";
  if (isBeforeRequest) return undefined;

  const surface = surfaceOf(target);
  return (
    findHeaderFault(surface, answer) ??
    (status >= 400 && method !== "HEAD" ? (findLeak(text, sent) ?? findShapeFault(surface, method, answer)) : undefined)
  );
}

function findHeaderFault(surface: Surface, { status, headers }: HttpAnswer): string | undefined {
  const want = (name: string, pattern: RegExp) =>
    pattern.test(headers.get(name) ?? "")
      ? undefined
      : `header ${name} of ${status}: ${headers.get(name) ?? "missing"}`;
  if (headers.has("x-powered-by") || /node|hono|koa/i.test(headers.get("server") ?? "")) return "names its software";
  if (surface === "pages") {
    return (
      want("x-content-type-options", /^nosniff$/) ??
      (status === 404 ? want("content-security-policy", /^default-src 'none'/) : undefined)
    );
  }
  if (surface === "demo") return undefined;
  return (
    want("x-content-type-options", /^nosniff$/) ??
    want("cross-origin-resource-policy", /^same-origin$/) ??
    want("x-request-id", /^[0-9a-f-]{36}$/) ??
    want("cache-control", status === 200 ? /./ : /no-store/)
  );
}

/** Names of our files, of our database's things and of versions: what an error must not say. */
const leaks = [
  /\bat .{1,80}:\d+:\d+/,
  /node_modules|node:internal|file:\/\//,
  /\.(?:ts|js|mjs|sql)\b/,
  /\/(?:work|home|usr|tmp|server)\//,
  /\b(?:select|insert|update|delete)\b .{1,200}\b(?:from|into|set|where)\b/i,
  /\bprivate\.\w+|\bpg_\w+|\bplpgsql\b|\bsite_server\b|\bauthenticator\b/,
  /PGlite|PostgreSQL \d|Node\.js v?\d/i,
];

function findLeak(text: string, sent: string): string | undefined {
  // The not-found page is the same for everybody, whatever was asked.
  if (isPage(text)) return undefined;
  // PostgREST's own sentence for a change without filter.
  if (/"message":"(?:DELETE|UPDATE) requires a WHERE clause"/.test(text)) return undefined;
  const said = leaks.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).find((words) => !sent.includes(words));
  return said && `says too much: ${said} in ${text.slice(0, 300)}`;
}

function findShapeFault(surface: Surface, method: string, { status, headers, text }: HttpAnswer): string | undefined {
  const isJson = /^application\/json\b/.test(headers.get("content-type") ?? "");
  if (surface === "pages")
    return isPage(text) || (isJson && status !== 404) ? undefined : `no page: ${status} ${text.slice(0, 80)}`;
  if (surface === "operations" || surface === "demo") return undefined;
  if (!isJson) return `no JSON: ${status} ${headers.get("content-type")} ${text.slice(0, 80)}`;
  const body = readObject(text);
  if (!body) return `no JSON object: ${text.slice(0, 80)}`;
  const keys = Object.keys(body);

  const isRight = {
    auth: () => isAuthProblem(body, keys, status, headers),
    data: () => keys.join() === "code,details,hint,message" && isText(body.code) && isText(body.message),
    functions: () =>
      isText(body.error) && isText(body.code) && keys.every((key) => ["error", "code", "stage", "field"].includes(key)),
  }[surface]();
  return isRight ? undefined : `shape of ${method} ${status}: ${text.slice(0, 200)}`;
}

/** With `X-Supabase-Api-Version` one shape, without it the older: never a mixture, or the client loses the code. */
function isAuthProblem(body: Record<string, unknown>, keys: string[], status: number, headers: Map<string, string>) {
  const named = keys.filter((key) => key !== "weak_password").join();
  const isNew = headers.has("x-supabase-api-version");
  const code = isNew ? body.code : body.error_code;
  return (
    named === (isNew ? "code,message" : "code,error_code,msg") &&
    isText(code) &&
    isText(isNew ? body.message : body.msg) &&
    headers.get("x-sb-error-code") === code &&
    (isNew || body.code === status)
  );
}

function isPage(text: string): boolean {
  return /^<!doctype html>/i.test(text);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // no JSON is what is reported
  }
}
