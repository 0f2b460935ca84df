import { PostgrestClient, type PostgrestError } from "@supabase/postgrest-js";

import { type AccessToken, type CallSender, type CallProblem, callProblemOf } from "#app/api/transport/call.ts";
import { type ApiSettings, apiAddress } from "#app/api/transport/rest-client.ts";

import { backgroundHeaders } from "./attendance.ts";

const timeLimitMs = 15_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function callingAs(api: ApiSettings, accessToken: AccessToken): CallSender {
  return { api, accessToken, timeLimitMs, headersFor: backgroundHeaders };
}

/** For rows of tables and views; functions and procedures have contracts. */
export function createAdminRest(api: ApiSettings, accessToken: AccessToken) {
  // A request never falls back to the public key: an ended session must be seen, not read as "no rows".
  async function fetchAsAdmin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const token = await accessToken();
    if (token === undefined) return new Response("{}", { status: 401 });
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    const address = input instanceof Request ? input.url : String(input);
    for (const [name, value] of Object.entries(backgroundHeaders(address))) headers.set(name, value);
    return fetch(input, { ...init, headers });
  }

  return new PostgrestClient(apiAddress(api, "/rest/v1"), {
    headers: { apikey: api.publishableKey },
    fetch: fetchAsAdmin,
    // The query cache decides on retries.
    retry: false,
    timeout: timeLimitMs,
  });
}

/** A request without an answer has the status 0. */
export function problemOfRows(error: Partial<PostgrestError> | null, status: number): CallProblem {
  if (status === 0) return { code: "unavailable", message: error?.message ?? "" };
  const { code = "" } = error ?? {};
  return callProblemOf({ kind: "refused", status, code, message: "", retryAfterMs: undefined, answer: undefined });
}
