import type { Context } from "hono";
import * as z from "zod";

import { checkAdministrator, readClaimant } from "#server/auth/accounts/administrator.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";
import { replayDeliveries, type ReplayProblem, type ReplayTarget } from "#server/outbox/replay-deliveries.ts";

/** Per address: a long list put back line by line passes. */
const replays = { purpose: "replay-deliveries", capacity: 120, perHour: 3600 };

const requestShape = z.union([
  z.object({ delivery_id: z.guid(), receiver_id: z.undefined().optional() }),
  z.object({ receiver_id: z.union([z.guid(), z.literal("mail")]), delivery_id: z.undefined().optional() }),
]);

/**
 * `POST /replay-deliveries`: an administrator sends again what gave up: `{"delivery_id"}`, or all of a receiver with
 * `{"receiver_id"}` (`mail` for the mail server). It answers `{"replayed": n}`.
 */
export function createReplayDeliveries(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, replays);
    if (tooMany) return tooMany;

    const claimant = await readClaimant(context, c.req.raw.headers);
    if (!claimant.ok) return refuse(c, claimant.problem.status, claimant.problem.code);

    const request = await readRequest(c.req.raw, requestShape);
    if (!request.ok) return refuse(c, request.problem, "unreadable");

    const { delivery_id: delivery, receiver_id: receiver } = request.value;
    const target: ReplayTarget = delivery === undefined ? { receiver } : { delivery };
    return context.db.asServer(async (tx) => {
      const allowed = await checkAdministrator(tx, claimant.value);
      if (!allowed.ok) return refuse(c, allowed.problem.status, allowed.problem.code);
      const replayed = await replayDeliveries(tx, target, { now: context.now(), actor: claimant.value.userId });
      if (!replayed.ok) return refuse(c, statuses[replayed.problem], replayed.problem);
      return c.json({ replayed: replayed.value });
    });
  };
}

const statuses = {
  unknown_delivery: 404,
  unknown_receiver: 404,
  already_delivered: 409,
  already_on_its_way: 409,
  emptied: 409,
  receiver_not_configured: 409,
  nothing_to_replay: 409,
} as const satisfies Record<ReplayProblem, number>;
