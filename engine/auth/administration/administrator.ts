import { failed, ok, type Result } from "#kit/result.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { beginRight } from "#engine/auth/accounts/accounts.ts";

/** The bearer of a verified token, whose right is not yet read from the database; `role` is the least that is asked. */
export type UnverifiedCaller = { userId: string; claims: Record<string, unknown>; role: string };

export type AdministratorProblem =
  | { status: 401; code: "no_authorization" | "session_not_found" }
  | { status: 403; code: "not_admin" | "insufficient_aal" | "role_missing" };

/**
 * The caller of an administrator's function: the access token in `x-admin-token`, else the bearer.
 *
 * The specified call carries the public key as bearer; without a token beside it, the call is refused.
 */
export async function readUnverifiedCaller(
  context: EngineContext,
  headers: Headers,
  role: string,
): Promise<Result<UnverifiedCaller, AdministratorProblem>> {
  const adminToken = headers.get("x-admin-token")?.trim();
  const authorization = adminToken ? `Bearer ${adminToken}` : headers.get("authorization");
  const caller = await readCaller(context, new Headers(authorization ? { authorization } : {}));
  if (!caller.ok || !caller.value.userId) return failed({ status: 401, code: "no_authorization" });
  return ok({ userId: caller.value.userId, claims: caller.value.claims, role });
}

/**
 * Whether the caller is an administrator now: live session, row in `admin_users`, a password chosen since an
 * invitation, second factor when one is enrolled, and the role that is asked of them or a higher one.
 *
 * Ask in the transaction that does the work, so that a right taken away meanwhile is gone. What runs after it in this
 * transaction runs under their claims.
 */
export async function checkAdministrator(
  tx: Tx,
  caller: UnverifiedCaller,
): Promise<Result<undefined, AdministratorProblem>> {
  await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(caller.claims)]);
  const { rows } = await tx.query<{
    has_session: boolean;
    is_listed: boolean;
    is_admin: boolean;
    has_role: boolean;
    is_invited: boolean;
  }>(
    `select private.live_user_id() is not null as has_session,
            listed.user_id is not null and (not is_invited or private.signed_in_with_password()) as is_listed,
            private.is_admin() as is_admin, private.has_role($2) as has_role, coalesce(is_invited, false) as is_invited
     from (select) as once left join public.admin_users as listed on user_id = $1`,
    [caller.userId, caller.role],
  );
  const row = rows[0];
  if (!row?.has_session) return failed({ status: 401, code: "session_not_found" });
  if (!row.is_listed) return failed({ status: 403, code: "not_admin" });
  if (!row.is_admin) return failed({ status: 403, code: "insufficient_aal" });
  if (!row.has_role) return failed({ status: 403, code: "role_missing" });
  // A password of a hosted project is chosen there: here it is seen at the first use.
  if (row.is_invited) await beginRight(tx, caller.userId);
  return ok(undefined);
}

/** Of the caller that `checkAdministrator` let through, whether or not a second factor is required of them. */
export async function hasPassedSecondFactor(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ is_passed: boolean | null }>(
    "select private.has_passed_second_factor() as is_passed",
  );
  return rows[0]?.is_passed ?? false;
}

/** Of the caller that `checkAdministrator` let through: whether they have this role, or a higher one. */
export async function callerHasRole(tx: Tx, role: string): Promise<boolean> {
  const { rows } = await tx.query<{ has_role: boolean }>("select private.has_role($1) as has_role", [role]);
  return rows[0]?.has_role ?? false;
}
