import { functionProblems } from "#content/shared/function-problems.ts";
import { setAdministratorRoleCall } from "#subjects/team/contract/team.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { lockColleague } from "./colleague.ts";

/**
 * `POST /set-administrator-role`: what a colleague may from now on, in their open sessions too: `{"user_id", "role"}`.
 *
 * The caller's own role is refused, so one manager always remains: the caller.
 */
export const setAdministratorRole = administratorFunction(setAdministratorRoleCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { user_id: userId, role }) {
    const colleague = await lockColleague(tx, caller, { userId, own: "own_role" });
    if (!colleague.ok) return colleague;
    await tx.query("update public.admin_users set role = $2 where user_id = $1", [userId, role]);
    return ok({ role });
  },
  audit: (outcome, { user_id: userId, role }) =>
    outcome.ok
      ? { action: "administrator.role_changed", detail: { userId, role } }
      : { action: "administrator.role_change_refused", detail: { userId, role, code: outcome.problem.code } },
  answer: (set) => set,
});
