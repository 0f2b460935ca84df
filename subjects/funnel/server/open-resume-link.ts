import { functionProblems } from "#content/shared/function-problems.ts";
import { resumeProblems } from "#subjects/funnel/words/resume-link.ts";
import { stateOfResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import * as wire from "#subjects/funnel/contract/resume-links.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { visitorFunction } from "#server/functions/door/endpoint.ts";
import { openSealedId } from "#server/mail/sealed-id.ts";

import { openOrder, type OrderProblem } from "#subjects/orders/server/open-order.ts";
import { openResumption } from "./resume-token.ts";

/**
 * `POST /open-resume-link`: what a mailed link carries, as the stored state of that funnel: `{"funnel", "token"}`. A
 * short token names an order that was sent, which is then read; a long one holds the answers itself.
 *
 * Both end after 30 days and say so (`link_late`). Changed, of another funnel or of another site: one answer. Nothing
 * is written but the limit.
 */
export const openResumeLinkFunction = visitorFunction(wire.openResumeLinkCall, {
  sentences: { ...functionProblems, ...resumeProblems },
  async act({ context, now }, asked): Promise<Result<object, OrderProblem>> {
    const reference = asked && openSealedId(context.settings.authSecret, "order resumptions", asked.token);
    if (asked && reference !== undefined) return openOrder(context, asked.funnel, reference, now);

    const opened = asked && (await openResumption(context.settings.authSecret, asked.token, now));
    if (opened?.ok === false && opened.problem === "late") return failed({ status: 409, code: "link_late" });
    const isUsable = opened?.ok && opened.value.funnel === asked?.funnel;
    if (!isUsable) return failed({ status: 400, code: "link_unusable" });
    return ok(stateOfResumePayload(asked.funnel, opened.value.answers));
  },
  answer: (state) => ({ state }),
});
