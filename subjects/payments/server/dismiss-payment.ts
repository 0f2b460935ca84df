import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/payments/contract/payments.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /dismiss-payment`: `{"payment_id", "reason"}`. An administrator says that a payment which waits is no lead's,
 * and why; a reason of null says that it waits again.
 */
export const dismissPayment = administratorFunction(wire.dismissPaymentCall, {
  sentences: functionProblems,
  async act(tx, _, { payment_id: id, reason }) {
    const { rows } = await tx.query<{ outcome: string }>("select private.dismiss_payment($1, $2) as outcome", [
      id,
      reason,
    ]);
    switch (rows[0]?.outcome) {
      case "attached_elsewhere":
        return failed({ status: 409, code: "attached_elsewhere" } as const);
      case "unknown_payment":
        return failed({ status: 404, code: "unknown_payment" } as const);
      default:
        return ok({ dismissed: reason !== null });
    }
  },
  answer: (dismissed) => dismissed,
});
