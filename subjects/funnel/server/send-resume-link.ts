import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import { resumeProblems } from "#subjects/funnel/words/resume-link.ts";
import { readAccount } from "#subjects/funnel/rules/account.ts";
import { type ResumePayload, resumePayloadOf, stateOfResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import { readFunnelState } from "#subjects/funnel/rules/stored-state.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import * as wire from "#subjects/funnel/contract/resume-links.ts";
import { mailableAddress } from "#kit/email-address.ts";
import { failed, ok } from "#kit/result.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { ServerContext } from "#server/context/context.ts";
import { visitorFunction } from "#server/functions/door/endpoint.ts";
import { hasFilledHoneypot } from "#server/functions/door/honeypot.ts";
import { countMailTo } from "#engine/mail/mailbox-limits.ts";
import { queueMail } from "#server/mail/queue-mail.ts";

import { sealResumption } from "./resume-token.ts";

/** Mail programs of Windows cut longer ones. */
const longestLink = 2000;

/**
 * `POST /send-resume-link`: mails a link that carries the answers of a funnel: `{"funnel", "answers"}`, under the names
 * of the stored state.
 *
 * The answers are in the link only, sealed; the mail's words are ours, whatever was typed. The answer is the same for
 * any mailbox. See `docs/decisions/0011-answers-travel-in-the-resume-link.md`.
 */
export const sendResumeLinkFunction = visitorFunction(wire.sendResumeLinkCall, {
  sentences: { ...functionProblems, ...resumeProblems },
  async act({ context, now }, asked) {
    const account = readAccount(asked.answers);
    const to = account.ok ? mailableAddress(account.value.email) : undefined;
    if (to === undefined) return failed({ status: 400, code: "email_malformed" });
    const link = await makeLink(context, asked, to, now);
    if (link.length > longestLink) return failed({ status: 400, code: "answers_too_long" });

    const { isAllowed, retryAfterSeconds } = await countMailTo(context.limits, to);
    if (!isAllowed) return failed({ status: 429, code: "too_many_links", retryAfterSeconds });
    if (!hasFilledHoneypot(asked)) {
      await context.db.asServer((tx) => queueMail(tx, { to, template: "resume-signup", data: { link } }));
    }
    return ok(undefined);
  },
  answer: () => ({ accepted: true }),
});

type ResumeRequest = ReadOf<typeof wire.sendResumeLinkCall>;

/** The answers are after the `#`: browsers send that part to no server, and no log has it. */
async function makeLink(
  context: ServerContext,
  { funnel, answers }: ResumeRequest,
  email: string,
  issuedAt: Date,
): Promise<string> {
  const { authSecret, site } = context.settings;
  const carried = readAnswers(funnel, { ...answers, email }, issuedAt);
  const token = await sealResumption(authSecret, { funnel, issuedAt, answers: carried });
  return `${site.origin}/inscription-${funnel}#reprise=${token}`;
}

/** Field by field, as a browser reads what it stored; what the reader does not know is not carried, nor is a price. */
function readAnswers(offer: FunnelOffer, answers: object, now: Date): ResumePayload {
  const stored = JSON.stringify({ ...answers, ...stateOfResumePayload(offer, {}), savedAt: null });
  return resumePayloadOf(readFunnelState(stored, { offer, now, newKey: "", prices: firstPrices }));
}
