import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/payments/contract/payments.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /settle-billing`: `{"event_id", "is_settled"}`. An administrator says that a failed debit, a dispute or an end
 * of a subscription is dealt with, or takes that back.
 */
export const settleBilling = administratorFunction(wire.settleBillingCall, {
  sentences: functionProblems,
  async act(tx, _, { event_id: id, is_settled: isSettled }) {
    const { rows } = await tx.query<{ outcome: string }>("select private.settle_billing($1, $2) as outcome", [
      id,
      isSettled,
    ]);
    return rows[0]?.outcome === "unknown_event"
      ? failed({ status: 404, code: "unknown_event" } as const)
      : ok({ settled: isSettled });
  },
  answer: (settled) => settled,
});
