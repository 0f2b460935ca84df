import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { resetFactors } from "#server/auth/factors/reset-factors.ts";
import type { Tx } from "#server/db/database.ts";
import { administratorFunction } from "#server/functions/endpoint.ts";

const requestShape = z.object({ user_id: z.guid() });

/**
 * `POST /reset-administrator-factors`: an administrator past the second factor resets a colleague's, whose device was
 * lost: `{"user_id"}`. It answers `{"reset": n}`, how many factors and passkeys went.
 *
 * Nobody resets their own this way: a session found open would take its owner's factors away.
 */
export const resetAdministratorFactors = administratorFunction({
  sentences: functionProblems,
  shape: requestShape,
  async act(tx, { caller }, { user_id: userId }) {
    const problem = await checkReset(tx, caller.userId, userId);
    if (!problem.ok) return problem;
    const reset = await resetFactors(tx, { userId, actor: caller.userId });
    return reset.ok ? ok(reset.value.removed) : failed({ status: 404, code: "unknown_administrator" });
  },
  // What was done has its line already.
  audit: (outcome, { user_id: userId }) =>
    outcome.ok
      ? undefined
      : { action: "administrator.factors_reset_refused", detail: { userId, code: outcome.problem.code } },
  answer: (reset) => ({ reset }),
});

type ResetProblem =
  | { status: 403; code: "insufficient_aal" | "own_factors" }
  | { status: 404; code: "unknown_administrator" };

/** Where a second factor is optional, the one who takes away another's still needs one. */
async function checkReset(tx: Tx, callerId: string, userId: string): Promise<Result<undefined, ResetProblem>> {
  const { rows } = await tx.query<{ is_passed: boolean; is_listed: boolean }>(
    `select private.has_passed_second_factor() as is_passed,
            exists (select from public.admin_users where user_id = $1) as is_listed`,
    [userId],
  );
  if (!rows[0]?.is_passed) return failed({ status: 403, code: "insufficient_aal" });
  if (callerId === userId) return failed({ status: 403, code: "own_factors" });
  return rows[0].is_listed ? ok(undefined) : failed({ status: 404, code: "unknown_administrator" });
}
