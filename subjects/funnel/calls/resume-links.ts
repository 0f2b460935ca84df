import { call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { resumeCopy } from "#subjects/funnel/words/resume-link.ts";
import type { ResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import * as wire from "#subjects/funnel/contract/resume-links.ts";
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
  const sent = await call({ api }, wire.sendResumeLinkCall, request);
  return sent.ok ? ok(undefined) : failed(sentenceOf(sent.problem) ?? resumeCopy.unreachable);
}

/** @returns what the link carries, unchecked, or the sentence to show */
export async function openResumeLink(
  api: ApiSettings,
  funnel: FunnelOffer,
  token: string,
): Promise<Result<unknown, string>> {
  const opened = await call({ api }, wire.openResumeLinkCall, { funnel, token });
  return opened.ok ? ok(opened.value.state) : failed(sentenceOf(opened.problem) ?? resumeCopy.notOpened);
}

/** What the server says of the request; of its own trouble, the screen says what becomes of the answers. */
function sentenceOf(problem: CallProblem): string | undefined {
  const isOurs = problem.code === "refused" && problem.status < 500 && problem.sentence !== "";
  return isOurs ? problem.sentence : undefined;
}
