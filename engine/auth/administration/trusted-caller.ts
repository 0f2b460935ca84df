import { failed, ok, type Result } from "#kit/result.ts";
import { isUuid } from "#kit/uuid.ts";
import { lockUser, type User } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { type EngineAction, insertAuditLine } from "#engine/audit/write-audit.ts";

/** Accounts are administered with the secret key, and with nothing else: an administrator's token is a user's. */
export async function requireSecretKey(
  context: EngineContext,
  c: AuthRequest,
): Promise<Result<undefined, AuthProblem>> {
  const caller = await readCaller(context, c.req.raw.headers);
  if (caller.ok && caller.value.role === "service_role") return ok(undefined);
  const limited = await limitAddress(context, "refused", deviceOf(c).address);
  if (!limited.ok) return limited;
  return failed(authProblem(caller.ok ? "not_admin" : caller.problem.code));
}

/** The account that the address names, held until the end of the transaction. */
export async function lockNamedUser(tx: Tx, id: string | undefined): Promise<Result<User, AuthProblem>> {
  if (!isUuid(id)) {
    return failed(authProblem("validation_failed", { status: 404, message: "user_id must be an UUID" }));
  }
  const user = await lockUser(tx, id);
  return user ? ok(user) : failed(userNotFound("User not found"));
}

export function userNotFound(message: string): AuthProblem {
  return authProblem("user_not_found", { status: 404, message });
}

/** The line about what the holder of the secret key did. Source: promises, S-29. */
export function auditByKey(tx: Tx, action: EngineAction, userId: string, detail: Record<string, unknown> = {}) {
  return insertAuditLine(tx, { actor: null, action, detail: { by: "secret_key", userId, ...detail } });
}
