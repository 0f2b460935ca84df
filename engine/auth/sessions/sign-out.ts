import { failed, ok } from "#kit/result.ts";
import { lacksSecondFactor } from "#engine/auth/accounts/users.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import { sendProblem, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem } from "#engine/auth/wire/problems.ts";
import { findSignedInUser, readSignedInCaller } from "./signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";

import { endSessionsInScope, type SignOutScope } from "./sessions.ts";

const scopes: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

/**
 * `POST /logout?scope=`: 204. Everywhere unless said; `others` keeps the caller's session.
 *
 * With the password alone, before the second factor, a caller ends their own session and no other: else a password that
 * was found out would end the sessions of its owner. The published client signs out everywhere unless
 * told otherwise, so that answers 204 all the same.
 *
 * Of a session that has ended already, `global` and `local` answer 204 and end nothing: the published client of 2.50
 * keeps its stored session when it is told `session_not_found`.
 *
 * Source: decision 65; specification, section 8, sign-out.
 */
export async function answerSignOut(context: EngineContext, c: AuthRequest): Promise<Response> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return sendProblem(c, caller.problem);
  const limited = await limitSubject(context, "signOut", caller.value.userId);
  if (!limited.ok) return sendProblem(c, limited.problem);
  const scope = c.req.query("scope") ?? "global";
  if (!scopes.includes(scope)) {
    return sendProblem(c, authProblem("validation_failed", { message: `Unsupported logout scope` }));
  }

  const ended = await context.db.asServer(async (tx) => {
    const user = await findSignedInUser(tx, caller.value, context.now());
    if (!user.ok) return user.problem.code === "session_not_found" && scope !== "others" ? ok(undefined) : user;
    const isUnproved = await lacksSecondFactor(tx, caller.value);
    if (isUnproved && scope === "others") {
      const message = "AAL2 is required to end other sessions when MFA is enabled.";
      return failed(authProblem("insufficient_aal", { status: 403, message }));
    }
    await endSessionsInScope(tx, isUnproved ? "local" : (scope as SignOutScope), caller.value);
    return ok(undefined);
  });
  return ended.ok ? c.body(null, 204) : sendProblem(c, ended.problem);
}
