import type { Context } from "hono";
import * as z from "zod";

import { resumeProblems } from "#content/resume-link.ts";
import { stateOfCarried } from "#domain/funnel/carried-answers.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { readCaller } from "#server/auth/sessions/caller.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import type { Limit } from "#server/limits/rate-limits.ts";

import { openResumption } from "./resume-token.ts";

const openings: Limit = { purpose: "open-resume-link", capacity: 60, perHour: 600 };

/** Longer than any link that is sent. */
const longestToken = 2000;

const requestShape = z.object({
  funnel: z.enum(funnelOffers),
  token: z.string().min(1).max(longestToken),
});

/**
 * `POST /open-resume-link`: what a mailed link carries, as the stored state of that funnel: `{"funnel", "token"}`.
 *
 * Expired, bent, of another funnel or of another site: one answer. Nothing is read or written but the limit.
 */
export function createOpenResumeLink(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, openings);
    if (tooMany) return tooMany;
    const caller = await readCaller(context, c.req.raw.headers);
    if (!caller.ok) return refuse(c, 401, "no_authorization");

    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return refuse(c, body.problem.status, "unreadable");
    const request = requestShape.safeParse(body.value);
    const opened = request.success
      ? await openResumption(context.settings.authSecret, request.data.token, context.now())
      : undefined;
    if (!opened?.ok || opened.value.funnel !== request.data?.funnel) {
      return c.json({ error: resumeProblems.link_unusable, code: "link_unusable" }, 400);
    }
    return c.json({ state: stateOfCarried(opened.value.funnel, opened.value.answers) });
  };
}
