import { failed, ok, type Result } from "#kit/result.ts";

/** Where the backend answers (empty: where the page does) and the public key of this site. */
export type ApiSettings = { url: string; publishableKey: string };

export type RequestProblem =
  /** No answer: cut, blocked, or slower than the time limit. */
  | { kind: "unreachable" }
  /** An answer other than 2xx; `message` is what it says to people, if anything. */
  | { kind: "refused"; status: number; code: string; message: string; retryAfterMs: number | undefined };

type Options = {
  method?: "GET" | "POST";
  body?: unknown;
  /** A customer's; the public key speaks for everyone else. */
  accessToken?: string | undefined;
  timeLimitMs?: number;
  /** Gives the request up before its time. */
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Under it, a repeat does nothing twice. */
  idempotencyKey?: string | undefined;
};

const defaultTimeLimitMs = 10_000;

/** One request to `/rest/v1` or `/functions/v1`. Never throws for what the network or the server does. */
export async function requestApi(
  api: ApiSettings,
  path: string,
  {
    method = "POST",
    body,
    accessToken,
    timeLimitMs = defaultTimeLimitMs,
    signal,
    keepalive = false,
    idempotencyKey,
  }: Options = {},
): Promise<Result<unknown, RequestProblem>> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeLimitMs);
  signal?.addEventListener("abort", () => deadline.abort(), { once: true });

  try {
    const response = await fetch(apiAddress(api, path), {
      method,
      headers: {
        apikey: api.publishableKey,
        authorization: `Bearer ${accessToken ?? api.publishableKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      keepalive,
      signal: deadline.signal,
    });
    const answer = await readJson(response);
    return response.ok ? ok(answer) : failed(refusal(response, answer));
  } catch {
    // What fetch throws: no network, blocked, or our own deadline.
    return failed({ kind: "unreachable" });
  } finally {
    clearTimeout(timer);
  }
}

/** A row of a table of ours or the answer of a procedure: `POST /rest/v1/rpc/<name>`. */
export function callProcedure(
  api: ApiSettings,
  name: string,
  parameters: Record<string, unknown>,
  options: Omit<Options, "method" | "body"> = {},
) {
  return requestApi(api, `/rest/v1/rpc/${name}`, { ...options, body: parameters });
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

function refusal(response: Response, answer: unknown): RequestProblem {
  return {
    kind: "refused",
    status: response.status,
    code: textIn(answer, "code"),
    message: textIn(answer, "error"),
    retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
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
