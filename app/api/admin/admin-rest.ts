import * as z from "zod/mini";
import { PostgrestClient, type PostgrestError } from "@supabase/postgrest-js";

import { type ApiSettings, apiAddress, requestApi } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";

/**
 * `access_ended`: no live session of an administrator any more. `not_saved`: the row is gone or did not take the value.
 * `unavailable`: everything else; `message` is for the console only.
 */
export type AdminProblem = { code: "access_ended" | "not_saved" | "unavailable"; message: string };

export type AccessToken = () => Promise<string | undefined>;

const timeoutMs = 15_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function createAdminRest(api: ApiSettings, accessToken: AccessToken) {
  // A request never falls back to the public key: an ended session must be seen, not read as "no rows".
  async function fetchAsAdmin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const token = await accessToken();
    if (token === undefined) return new Response("{}", { status: 401 });
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  }

  return new PostgrestClient(apiAddress(api, "/rest/v1"), {
    headers: { apikey: api.publishableKey },
    fetch: fetchAsAdmin,
    // The query cache decides on retries.
    retry: false,
    timeout: timeoutMs,
  });
}

export function readAdminProblem(error: Partial<PostgrestError> | null, status: number): AdminProblem {
  const message = `${status} ${error?.code ?? ""} ${error?.message ?? ""}`.trim();
  return { code: status === 401 || status === 403 ? "access_ended" : "unavailable", message };
}

/**
 * `refused`: the service says why, in a French sentence. `unavailable`: no answer, or none that says why.
 * `prove_owner`: the sign-in is too old for what was asked.
 */
export type ActionProblem =
  | { code: "access_ended" | "unavailable" | "prove_owner" }
  | { code: "refused"; sentence: string };

/** A 403 with another code is about what was asked, not about who asks. */
export const endedRights = new Set(["not_admin", "insufficient_aal"]);

/** One call of a function that only administrators may call. */
export async function callAsAdmin(
  api: ApiSettings,
  accessToken: AccessToken,
  path: string,
  body: unknown,
): Promise<Result<unknown, ActionProblem>> {
  const token = await accessToken();
  if (token === undefined) return failed({ code: "access_ended" });
  const answer = await requestApi(api, path, { body, accessToken: token, timeLimitMs: timeoutMs });
  if (answer.ok) return ok(answer.value);
  const { problem } = answer;
  if (problem.kind === "unreachable") return failed({ code: "unavailable" });
  if (problem.status === 401 || endedRights.has(problem.code)) return failed({ code: "access_ended" });
  if (problem.code === "reauthentication_needed") return failed({ code: "prove_owner" });
  return failed(problem.message === "" ? { code: "unavailable" } : { code: "refused", sentence: problem.message });
}

type FunctionCall = <Value>(
  name: string,
  body: unknown,
  shape: z.ZodMiniType<Value>,
) => Promise<Result<Value, AdminProblem>>;

/** Functions that read for administrators, whose answers are read once, here. */
export function createFunctionCall(api: ApiSettings, accessToken: AccessToken): FunctionCall {
  return async (name, body, shape) => {
    const answer = await callAsAdmin(api, accessToken, `/functions/v1/${name}`, body);
    if (answer.ok) return ok(z.parse(shape, answer.value));
    const hasEnded = answer.problem.code === "access_ended";
    return failed({ code: hasEnded ? "access_ended" : "unavailable", message: `${name} was not answered.` });
  };
}

const refusalShape = z.object({ error: z.string() });

export type SavedFile = { name: string; content: Blob };

/**
 * A file that only administrators may have, whole: it takes as long as it takes. What was broken off on its way is
 * `unavailable`, and nothing of it is handed out.
 */
export async function downloadAsAdmin(
  api: ApiSettings,
  accessToken: AccessToken,
  path: string,
  body: unknown,
): Promise<Result<SavedFile, ActionProblem>> {
  const token = await accessToken();
  if (token === undefined) return failed({ code: "access_ended" });
  try {
    const response = await fetch(apiAddress(api, path), {
      method: "POST",
      headers: {
        apikey: api.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (response.ok) return ok({ name: nameOf(response), content: await response.blob() });
    if (response.status === 401 || response.status === 403) return failed({ code: "access_ended" });
    const sentence = sentenceIn(await response.json());
    return failed(sentence === undefined ? { code: "unavailable" } : { code: "refused", sentence });
  } catch {
    // What fetch throws: no network, an answer that broke off, or one that is no JSON.
    return failed({ code: "unavailable" });
  }
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "export.csv";
}

function sentenceIn(answer: unknown): string | undefined {
  const read = refusalShape.safeParse(answer);
  return read.success ? read.data.error : undefined;
}
