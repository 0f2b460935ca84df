import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/deliveries/contract/deliveries.ts";
import { failed } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { replayDeliveries, type ReplayProblem, type ReplayTarget } from "#engine/outbox/replay-deliveries.ts";

/**
 * `POST /replay-deliveries`: an administrator sends again what gave up: `{"delivery_id"}`, or all of a receiver with
 * `{"receiver_id"}` (`mail` for the mail server). It answers `{"replayed": n}`.
 */
export const replayGivenUp = administratorFunction(wire.replayDeliveriesCall, {
  sentences: functionProblems,
  async act(tx, { caller, now }, { delivery_id: delivery, receiver_id: receiver }) {
    const target: ReplayTarget = delivery === undefined ? { receiver } : { delivery };
    const replayed = await replayDeliveries(tx, target, { now, actor: caller.userId });
    return replayed.ok ? replayed : failed({ status: statuses[replayed.problem], code: replayed.problem });
  },
  answer: (replayed) => ({ replayed }),
});

const statuses = {
  unknown_delivery: 404,
  unknown_receiver: 404,
  already_delivered: 409,
  already_on_its_way: 409,
  emptied: 409,
  receiver_not_configured: 409,
  nothing_to_replay: 409,
} as const satisfies Record<ReplayProblem, number>;
