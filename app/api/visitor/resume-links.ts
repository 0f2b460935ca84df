import { type ApiSettings, requestApi, type RequestProblem } from "#app/api/transport/rest-client.ts";
import { resumeCopy } from "#content/resume-link.ts";
import type { ResumePayload } from "#domain/funnel/resume-payload.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";

type ResumeRequest = {
  funnel: FunnelOffer;
  answers: ResumePayload;
  /** The field people do not see. */
  website: string;
};

/**
 * Asks for a mail with a link that carries these answers; nothing of them is kept elsewhere.
 *
 * @returns the sentence to show when no mail leaves
 */
export async function sendResumeLink(api: ApiSettings, request: ResumeRequest): Promise<Result<void, string>> {
  const sent = await requestApi(api, "/functions/v1/send-resume-link", { body: request });
  return sent.ok ? ok(undefined) : failed(sentenceOf(sent.problem) ?? resumeCopy.unreachable);
}

/** @returns what the link carries, unchecked, or the sentence to show */
export async function openResumeLink(
  api: ApiSettings,
  funnel: FunnelOffer,
  token: string,
): Promise<Result<unknown, string>> {
  const opened = await requestApi(api, "/functions/v1/open-resume-link", { body: { funnel, token } });
  if (!opened.ok) return failed(sentenceOf(opened.problem) ?? resumeCopy.notOpened);
  return ok((opened.value as { state?: unknown } | undefined)?.state);
}

/** What the server says of the request; of its own trouble, the screen says what becomes of the answers. */
function sentenceOf(problem: RequestProblem): string | undefined {
  const isOurs = problem.kind === "refused" && problem.status < 500 && problem.message !== "";
  return isOurs ? problem.message : undefined;
}
