import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { failed, ok } from "#domain/kernel/result.ts";
import { administratorFunction } from "#server/functions/endpoint.ts";

const requestShape = z.object({
  payment_id: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}*$/u),
  lead_id: z.guid(),
});

type Outcome = "attached" | "unknown_payment" | "unknown_lead" | "attached_elsewhere";

/**
 * `POST /attach-payment`: an administrator says whose payment it is: `{"payment_id", "lead_id"}`. The lead is paid.
 *
 * Said of a payment that has this lead already, it means that its other e-mail is right. Said twice, it counts once.
 */
export const attachPayment = administratorFunction({
  sentences: functionProblems,
  shape: requestShape,
  async act(tx, _call, { payment_id: payment, lead_id: lead }) {
    const { rows } = await tx.query<{ outcome: Outcome }>("select private.attach_payment($1, $2) as outcome", [
      payment,
      lead,
    ]);
    const outcome = rows[0]?.outcome ?? "unknown_payment";
    if (outcome === "attached") return ok(undefined);
    return failed({ status: outcome === "attached_elsewhere" ? 409 : 404, code: outcome } as const);
  },
  answer: () => ({ attached: true }),
});
