import { getCookie, setCookie } from "hono/cookie";

import { failed, ok, type Result } from "#kit/result.ts";
import { describedColumns, isBanned, type DescribedUser } from "#engine/auth/accounts/users.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import type { AccessClaims } from "#engine/auth/sessions/tokens.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";

export type SignedInCaller = { userId: string; sessionId: string; aal: AccessClaims["aal"] };

/** The user of the request's access token; whether its session still is, `findSignedInUser` says. */
export async function readSignedInCaller(
  context: EngineContext,
  c: AuthRequest,
): Promise<Result<SignedInCaller, AuthProblem>> {
  const caller = await readCaller(context, c.req.raw.headers);
  if (!caller.ok) return failed(authProblem(caller.problem.code));
  const { userId, sessionId, claims } = caller.value;
  if (!userId || !sessionId) return failed(authProblem("no_authorization"));
  return ok({ userId, sessionId, aal: claims.aal === "aal2" ? "aal2" : "aal1" });
}

/** The account behind a token, unless it is gone, or its session: signed out, or past its end. One statement. */
export async function findSignedInUser(
  tx: Pick<Tx, "query">,
  { userId, sessionId }: SignedInCaller,
  now: Date,
): Promise<Result<DescribedUser, AuthProblem>> {
  const { rows } = await tx.query<DescribedUser & { has_session: boolean }>(
    `select ${describedColumns}, exists (
       select from auth.sessions where id = $2 and user_id = users.id and not_after > $3
     ) as has_session
     from auth.users where id = $1`,
    [userId, sessionId, now],
  );
  const user = rows[0];
  if (!user) return failed(authProblem("user_not_found"));
  if (isBanned(user, now)) return failed(authProblem("user_banned", { status: 403 }));
  return user.has_session ? ok(user) : failed(authProblem("session_not_found"));
}

/** Endpoints that need no user still need a key of ours, as on a hosted project. */
export async function requireApiKey(context: EngineContext, c: AuthRequest): Promise<Result<undefined, AuthProblem>> {
  const caller = await readCaller(context, c.req.raw.headers);
  // A stale access token beside a good key does not keep anybody from signing in again.
  const isStale = !caller.ok && caller.problem.code === "bad_jwt" && c.req.header("apikey") !== undefined;
  if (caller.ok || isStale) return ok(undefined);
  return failed(authProblem(caller.problem.code));
}

const deviceCookie = "device";

/** Who asks, with the cookie that a browser gets when it signs in: only this service is shown it, and no script. */
export function deviceOf(c: AuthRequest): Device {
  return {
    address: c.get("clientAddress") ?? "unknown",
    userAgent: c.req.header("user-agent"),
    mark: {
      shown: getCookie(c, deviceCookie),
      keep: (mark, { isSecure, forSeconds }) =>
        setCookie(c, deviceCookie, mark, {
          path: "/auth/v1",
          httpOnly: true,
          // A link in a mail, and the way back from a provider, are opened from another site.
          sameSite: "Lax",
          secure: isSecure,
          maxAge: forSeconds,
        }),
    },
  };
}
