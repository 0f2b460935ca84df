import { failed, ok, type Result } from "#kit/result.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { isBanned, type User } from "#engine/auth/accounts/users.ts";
import { startSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import type { SignInMethod } from "#engine/auth/accounts/sign-in-method.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

/** Starts a session after an identity was proved, unless the account is banned. */
export async function enterAccount(
  context: EngineContext,
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
