import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { findUserById, isBanned, type User } from "#server/auth/accounts/users.ts";
import { readCaller } from "#server/auth/sessions/caller.ts";
import { isSessionAlive } from "#server/auth/sessions/sessions.ts";
import type { AccessClaims } from "#server/auth/sessions/tokens.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import type { AuthRequest } from "./answers.ts";
import { authProblem, type AuthProblem } from "./problems.ts";

export type SignedInCaller = { userId: string; sessionId: string; aal: AccessClaims["aal"] };

/** The user of the request's access token; whether its session still is, `findSignedInUser` says. */
export async function readSignedInCaller(
  context: ServerContext,
  c: AuthRequest,
): Promise<Result<SignedInCaller, AuthProblem>> {
  const caller = await readCaller(context, c.req.raw.headers);
  if (!caller.ok) return failed(authProblem(caller.problem.code));
  const { userId, sessionId, claims } = caller.value;
  if (!userId || !sessionId) return failed(authProblem("no_authorization"));
  return ok({ userId, sessionId, aal: claims.aal === "aal2" ? "aal2" : "aal1" });
}

/** In the caller's transaction: the account behind a token, unless it or the session is gone. */
export async function findSignedInUser(
  tx: Tx,
  { userId, sessionId }: SignedInCaller,
  now: Date,
): Promise<Result<User, AuthProblem>> {
  const user = await findUserById(tx, userId);
  if (!user) return failed(authProblem("user_not_found"));
  if (isBanned(user, now)) return failed(authProblem("user_banned", { status: 403 }));
  if (!(await isSessionAlive(tx, sessionId, userId, now))) return failed(authProblem("session_not_found"));
  return ok(user);
}

/** Endpoints that need no user still need a key of ours, as on a hosted project. */
export async function requireApiKey(context: ServerContext, c: AuthRequest): Promise<Result<undefined, AuthProblem>> {
  const caller = await readCaller(context, c.req.raw.headers);
  // A stale access token beside a good key does not keep anybody from signing in again.
  const isStale = !caller.ok && caller.problem.code === "bad_jwt" && c.req.header("apikey") !== undefined;
  if (caller.ok || isStale) return ok(undefined);
  return failed(authProblem(caller.problem.code));
}

export function deviceOf(c: AuthRequest): { address: string; userAgent: string | undefined } {
  return { address: c.get("clientAddress") ?? "unknown", userAgent: c.req.header("user-agent") };
}
