import { failed, ok, type Result } from "#kit/result.ts";

/** Where the backend answers (empty: where the page does) and the public key of this site. */
export type ApiSettings = { url: string; publishableKey: string };

export type RequestProblem =
  /** No answer: cut, blocked, or slower than the time limit. */
  | { kind: "unreachable"; cause: string }
  /** An answer other than 2xx; `message` is what it says to people, if anything. */
  | {
      kind: "refused";
      status: number;
      code: string;
      message: string;
      retryAfterMs: number | undefined;
      answer: unknown;
    };

export type RequestOptions = {
  method?: "GET" | "POST";
  /** A file goes as it is, everything else as JSON. */
  body?: unknown;
  /** A customer's; the public key speaks for everyone else. */
  accessToken?: string | undefined;
  /** Where the token goes, unless it is the bearer. */
  tokenIn?: "x-admin-token" | undefined;
  timeLimitMs?: number;
  /** Gives the request up before its time. */
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Under it, a repeat does nothing twice. */
  idempotencyKey?: string | undefined;
  headersFor?: (address: string) => Record<string, string>;
};

const defaultTimeLimitMs = 10_000;

/** One request to `/rest/v1` or `/functions/v1`. Never throws for what the network or the server does. */
export async function requestApi(
  api: ApiSettings,
  path: string,
  { timeLimitMs = defaultTimeLimitMs, signal, ...options }: RequestOptions = {},
): Promise<Result<unknown, RequestProblem>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeLimitMs);
  signal?.addEventListener("abort", () => deadline.abort(), { once: true });

  try {
    const response = await fetchApi(api, path, { ...options, signal: deadline.signal });
    return response.ok ? ok(await readJson(response)) : failed(await refusalIn(response));
  } catch (cause) {
    // What fetch throws: no network, blocked, or our own deadline.
    return failed({ kind: "unreachable", cause: String(cause) });
  } finally {
    clearTimeout(timer);
  }
}

/** As it comes. @throws what fetch throws: no network, blocked, or given up */
export function fetchApi(
  api: ApiSettings,
  path: string,
  {
    method = "POST",
    body,
    accessToken,
    tokenIn,
    keepalive = false,
    idempotencyKey,
    headersFor,
    signal,
  }: Omit<RequestOptions, "timeLimitMs">,
): Promise<Response> {
  const address = apiAddress(api, path);
  const isFile = body instanceof Blob;
  return fetch(address, {
    method,
    headers: {
      ...headersFor?.(address),
      apikey: api.publishableKey,
      authorization: `Bearer ${(tokenIn ? undefined : accessToken) ?? api.publishableKey}`,
      ...(tokenIn && accessToken !== undefined && { [tokenIn]: accessToken }),
      ...(body === undefined ? {} : { "content-type": isFile ? "application/octet-stream" : "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    keepalive,
    ...(signal && { signal }),
  });
}

export function apiAddress(api: ApiSettings, path: string): string {
  const base = api.url === "" || path.startsWith("/functions/v1/") ? location.origin : api.url.replace(/\/$/, "");
  return `${base}${path}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of an answer other than 2xx. */
export async function refusalIn(response: Response): Promise<RequestProblem> {
  const answer = await readJson(response);
  return {
    kind: "refused",
    status: response.status,
    code: textIn(answer, "code"),
    message: textIn(answer, "error"),
    retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
    answer,
  };
}

function textIn(answer: unknown, name: string): string {
  if (typeof answer !== "object" || answer === null || !Object.hasOwn(answer, name)) return "";
  const value: unknown = (answer as Record<string, unknown>)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Seconds or a date. */
export function readRetryAfter(header: string | null, nowMs = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
