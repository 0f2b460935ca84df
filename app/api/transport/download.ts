import type { AskedOf, Contract } from "#domain/wire/contract.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { callPath, type CallSender, type CallProblem, callProblemOf } from "./call.ts";
import { fetchApi, refusalIn } from "./rest-client.ts";

export type SavedFile = { name: string; content: Blob };

/**
 * A file, whole: it takes as long as it takes. What was broken off on its way is `unavailable`, and nothing of it is
 * handed out.
 */
export async function downloadFile<Of extends Contract & { answer: "response" }>(
  { api, accessToken }: CallSender,
  contract: Of,
  asked: AskedOf<Of>,
): Promise<Result<SavedFile, CallProblem>> {
  const token = await accessToken?.();
  if (accessToken && token === undefined) return failed({ code: "access_ended" });
  try {
    const response = await fetchApi(api, callPath(contract), { body: asked, accessToken: token });
    if (!response.ok) return failed(callProblemOf(await refusalIn(response)));
    return ok({ name: nameOf(response), content: await response.blob() });
  } catch {
    // What fetch throws: no network, or an answer that broke off.
    return failed({ code: "unavailable" });
  }
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "export.csv";
}
