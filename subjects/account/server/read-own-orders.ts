import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/customer-space.ts";
import { ok } from "#kit/result.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /read-own-orders`: of each request of the caller's account, what its row does not say: the change that
 * waits for the team, the payments that came, what the team wrote.
 */
export const readOwnOrders = customerFunction(wire.readOwnOrdersCall, {
  sentences: functionProblems,
  async act(tx, { caller }) {
    const { rows } = await tx.query<{ orders: Record<string, unknown>[] }>("select private.own_orders($1) as orders", [
      caller.user.id,
    ]);
    return ok(rows[0]?.orders ?? []);
  },
  answer: (orders) => orders,
});
