import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { ok } from "#kit/result.ts";
import { endSessionsOf } from "#engine/auth/sessions/own-sessions.ts";
import { withdrawRight } from "#engine/auth/administration/team.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { lockColleague } from "./colleague.ts";

/**
 * `POST /withdraw-administrator`: withdraws a colleague's right and ends their sessions at once: `{"user_id"}`. It
 * answers `{"withdrawn": true}`. Their account stays, as a customer's.
 *
 * The caller's own right is refused, so one administrator always remains: the caller.
 */
export const withdrawAdministrator = administratorFunction(wire.withdrawAdministratorCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { user_id: userId }) {
    const colleague = await lockColleague(tx, caller, { userId, own: "own_right" });
    if (!colleague.ok) return colleague;
    await withdrawRight(tx, userId);
    await endSessionsOf(tx, userId);
    return ok(true);
  },
  audit: (outcome, { user_id: userId }) =>
    outcome.ok
      ? { action: "administrator.withdrawn", detail: { userId } }
      : { action: "administrator.withdrawal_refused", detail: { userId, code: outcome.problem.code } },
  answer: (withdrawn) => ({ withdrawn }),
});
