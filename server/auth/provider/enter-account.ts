import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { auditRefusal } from "#server/auth/accounts/administrator-audit.ts";
import { isBanned, type User } from "#server/auth/accounts/users.ts";
import { startSession, type Device, type OpenSession, type SignInMethod } from "#server/auth/sessions/sessions.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

/** The session of somebody who proved an identity, unless the account is banned. */
export async function enterAccount(
  context: ServerContext,
  tx: Tx,
  user: User,
  { method, device }: { method: SignInMethod; device: Device },
): Promise<Result<OpenSession, AuthProblem>> {
  if (isBanned(user, context.now())) {
    await auditRefusal(tx, user.id, { method, code: "user_banned" });
    return failed(authProblem("user_banned", { status: 403 }));
  }
  return ok(await startSession(context, tx, user, method, device));
}
