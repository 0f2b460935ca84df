import type { Context } from "hono";
import * as z from "zod";

import { checkAdministrator, readClaimant } from "#server/auth/accounts/administrator.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";

const attachments = { purpose: "attach-payment", capacity: 120, perHour: 3600 };

const requestShape = z.object({
  payment_id: z.string().min(1).max(255).regex(/^\P{Cc}*$/u), // prettier-ignore
  lead_id: z.guid(),
});

type Outcome = "attached" | "unknown_payment" | "unknown_lead" | "attached_elsewhere";

/**
 * `POST /attach-payment`: an administrator says whose payment it is: `{"payment_id", "lead_id"}`. The lead is paid.
 *
 * Said of a payment that has this lead already, it means that its other e-mail is right. Said twice, it counts once.
 */
export function createAttachPayment(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, attachments);
    if (tooMany) return tooMany;

    const claimant = await readClaimant(context, c.req.raw.headers);
    if (!claimant.ok) return refuse(c, claimant.problem.status, claimant.problem.code);

    const request = await readRequest(c.req.raw, requestShape);
    if (!request.ok) return refuse(c, request.problem, "unreadable");

    return context.db.asServer(async (tx) => {
      const allowed = await checkAdministrator(tx, claimant.value);
      if (!allowed.ok) return refuse(c, allowed.problem.status, allowed.problem.code);
      const { payment_id: payment, lead_id: lead } = request.value;
      const { rows } = await tx.query<{ outcome: Outcome }>("select private.attach_payment($1, $2) as outcome", [
        payment,
        lead,
      ]);
      const outcome = rows[0]?.outcome ?? "unknown_payment";
      if (outcome === "attached") return c.json({ attached: true });
      return refuse(c, outcome === "attached_elsewhere" ? 409 : 404, outcome);
    });
  };
}
