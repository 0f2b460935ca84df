import { failed, ok, type Result } from "#kit/result.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { describeSession, startSession } from "#engine/auth/sessions/sessions.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";

import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import type { User } from "#engine/auth/accounts/users.ts";

/**
 * `POST /signup` with neither address nor phone: an account that opens with the session it begins with, and with
 * nothing else. It has no more rights than a visitor: see `private.live_user_id`.
 */
export async function signUpAnonymously(
  context: EngineContext,
  c: AuthRequest,
  metadata: Record<string, unknown>,
): Promise<Answer> {
  if (!context.settings.auth.enableAnonymousSignIns) return failed(authProblem("anonymous_provider_disabled"));
  const device = deviceOf(c);
  const limited = await limitAddress(context, "anonymous", device.address);
  if (!limited.ok) return limited;
  const session = await context.db.asServer(async (tx) => {
    const id = await insertAccount(tx, { metadata }, context.now());
    if (!id) throw new Error("An account with nothing to be unique collided.");
    return startSession(context, tx, { id }, "anonymous", device);
  });
  return ok(await describeSession(context, session));
}

/** A password needs an address or a phone to be typed with: an anonymous account without either is refused one. */
export function checkPasswordOwner(
  user: User,
  change: { email: string | undefined; phone: string | undefined },
): Result<undefined, AuthProblem> {
  if (!user.is_anonymous || change.email !== undefined || change.phone !== undefined) return ok(undefined);
  const message = "Updating password of an anonymous user without an email or phone is not allowed";
  return failed(authProblem("validation_failed", { status: 422, message }));
}
