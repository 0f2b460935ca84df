import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { failed, ok } from "#kit/result.ts";
import { hasPassedSecondFactor } from "#engine/auth/administration/administrator.ts";
import { resetFactors } from "#engine/auth/administration/reset-factors.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { lockColleague } from "./colleague.ts";

/**
 * `POST /reset-administrator-factors`: an administrator past the second factor resets those of a colleague who lost
 * their device: `{"user_id"}`. It answers `{"reset": n}`, how many factors and passkeys went.
 *
 * The caller's own are refused: an attacker at an open session could otherwise remove the owner's factors.
 */
export const resetAdministratorFactors = administratorFunction(wire.resetAdministratorFactorsCall, {
  sentences: functionProblems,
  async act(tx, { context, caller }, { user_id: userId }) {
    // Where a second factor is optional, the one who takes away another's still needs one.
    if (!(await hasPassedSecondFactor(tx))) return failed({ status: 403, code: "insufficient_aal" });
    const colleague = await lockColleague(tx, caller, { userId, own: "own_factors" });
    if (!colleague.ok) return colleague;
    const reset = await resetFactors(context, tx, { userId, actor: caller.userId });
    return reset.ok ? ok(reset.value.removed) : failed({ status: 404, code: "unknown_administrator" });
  },
  // What was done has its line already.
  audit: (outcome, { user_id: userId }) =>
    outcome.ok
      ? undefined
      : { action: "administrator.factors_reset_refused", detail: { userId, code: outcome.problem.code } },
  answer: (reset) => ({ reset }),
});
