import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { resumeProblems } from "#content/resume-link.ts";
import { stateOfResumePayload } from "#domain/funnel/resume-payload.ts";
import { failed } from "#domain/kernel/result.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { visitorFunction } from "#server/functions/endpoint.ts";

import { openResumption } from "./resume-token.ts";

/** Longer than any link that is sent. */
const longestToken = 2000;

const requestShape = z.object({
  funnel: z.enum(funnelOffers),
  token: z.string().min(1).max(longestToken),
});
/** What is no link of ours has the answer of a link that is no use. */
const anyShape = requestShape.optional().catch(undefined);

/**
 * `POST /open-resume-link`: what a mailed link carries, as the stored state of that funnel: `{"funnel", "token"}`.
 *
 * Expired, bent, of another funnel or of another site: one answer. Nothing is read or written but the limit.
 */
export const openResumeLink = visitorFunction({
  sentences: { ...functionProblems, ...resumeProblems },
  shape: anyShape,
  async act({ context, now }, asked) {
    const opened = asked && (await openResumption(context.settings.authSecret, asked.token, now));
    const isUsable = opened?.ok && opened.value.funnel === asked?.funnel;
    return isUsable ? opened : failed({ status: 400, code: "link_unusable" });
  },
  answer: ({ funnel, answers }) => ({ state: stateOfResumePayload(funnel, answers) }),
});
