import type { Context } from "hono";
import * as z from "zod";

import { resumeProblems } from "#content/resume-link.ts";
import { readAccount } from "#domain/funnel/account.ts";
import { type CarriedAnswers, carryAnswers, stateOfCarried } from "#domain/funnel/carried-answers.ts";
import { readFunnelState } from "#domain/funnel/stored-state.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { readCaller } from "#server/auth/sessions/caller.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { hasFilledHoneypot } from "#server/functions/honeypot.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";
import type { Limit } from "#server/limits/rate-limits.ts";
import { isSingleAddress } from "#server/mail/compose-mail.ts";
import { countMailTo } from "#server/mail/mailbox-limits.ts";
import { queueMail } from "#server/mail/queue-mail.ts";

import { sealResumption } from "./resume-token.ts";

const perAddress: Limit = { purpose: "resume-link-address", capacity: 30, perHour: 30 };

/** Mail programs of Windows cut longer ones. */
const longestLink = 2000;

const requestShape = z.object({
  funnel: z.enum(funnelOffers),
  answers: z.looseObject({ email: z.string() }),
  website: z.unknown().optional(),
});

/**
 * `POST /send-resume-link`: mails a link that carries the answers of a funnel: `{"funnel", "answers"}`, under the names
 * of the stored state.
 *
 * The answers are in the link only, sealed; the mail's words are ours, whatever was typed. The answer is the same for
 * any mailbox. See `docs/decisions/0011-answers-travel-in-the-resume-link.md`.
 */
export function createSendResumeLink(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, perAddress);
    if (tooMany) return tooMany;
    const caller = await readCaller(context, c.req.raw.headers);
    if (!caller.ok) return refuse(c, 401, "no_authorization");

    const request = await readRequest(c.req.raw, requestShape);
    if (!request.ok) return refuse(c, request.problem, "unreadable");

    const account = readAccount(request.value.answers);
    if (!account.ok || !isSingleAddress(account.value.email)) return refuseAs(c, 400, "email_malformed");
    const to = account.value.email;
    const link = await makeLink(context, request.value, to);
    if (link.length > longestLink) return refuseAs(c, 400, "answers_too_long");

    const mailbox = await countMailTo(context.limits, to);
    if (!mailbox.isAllowed) {
      return refuseAs(c, 429, "too_many_links", { "retry-after": String(mailbox.retryAfterSeconds) });
    }
    if (!hasFilledHoneypot(request.value)) {
      await context.db.asServer((tx) => queueMail(tx, { to, template: "resume-signup", data: { link } }));
    }
    return c.json({ accepted: true });
  };
}

type ResumeRequest = z.infer<typeof requestShape>;

/** The answers are after the `#`: browsers send that part to no server, and no log has it. */
async function makeLink(context: ServerContext, { funnel, answers }: ResumeRequest, email: string): Promise<string> {
  const { authSecret, site } = context.settings;
  const issuedAt = context.now();
  const carried = readAnswers(funnel, { ...answers, email }, issuedAt);
  const token = await sealResumption(authSecret, { funnel, issuedAt, answers: carried });
  return `${site.origin}/inscription-${funnel}#reprise=${token}`;
}

/** Field by field, as a browser reads what it stored; what the reader does not know is not carried. */
function readAnswers(offer: FunnelOffer, answers: object, now: Date): CarriedAnswers {
  const stored = JSON.stringify({ ...answers, ...stateOfCarried(offer, {}), savedAt: null });
  return carryAnswers(readFunnelState(stored, { offer, now, newKey: "" }));
}

function refuseAs(
  c: Context<AppEnv>,
  status: 400 | 429,
  code: Exclude<keyof typeof resumeProblems, "link_unusable">,
  headers: Record<string, string> = {},
): Response {
  return c.json({ error: resumeProblems[code], code }, status, headers);
}
