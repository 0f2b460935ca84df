import { failed, ok, type Result } from "#kit/result.ts";
import {
  type AdministratorProblem,
  checkAdministrator,
  type UnverifiedCaller,
} from "#engine/auth/administration/administrator.ts";
import { lockTeam } from "#engine/auth/administration/team.ts";
import { isAdministrator } from "#engine/auth/accounts/users.ts";
import type { Tx } from "#engine/db/database.ts";

type ColleagueProblem<Own extends string> =
  | AdministratorProblem
  | { status: 403; code: Own }
  | { status: 404; code: "unknown_administrator" };

/**
 * Another administrator about whom something is to be done, the team locked. The caller is asked for again: a colleague
 * may have withdrawn their right, or ended their session, while the lock was waited for.
 *
 * @param own why the caller's own account is none
 */
export async function lockColleague<Own extends string>(
  tx: Tx,
  caller: UnverifiedCaller,
  { userId, own }: { userId: string; own: Own },
): Promise<Result<undefined, ColleagueProblem<Own>>> {
  await lockTeam(tx);
  const allowed = await checkAdministrator(tx, caller);
  if (!allowed.ok) return allowed;
  if (caller.userId === userId) return failed({ status: 403, code: own });
  return (await isAdministrator(tx, userId)) ? ok(undefined) : failed({ status: 404, code: "unknown_administrator" });
}
