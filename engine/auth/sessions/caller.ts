import { backgroundHeader } from "#kit/background-header.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Caller, DatabaseRole } from "#engine/db/database.ts";

import { readBearer, roleOfApiKey } from "./api-keys.ts";
import { verifyAccessToken } from "./tokens.ts";

/** `isBackground`: a screen that was left alone asks, not the person. */
export type RequestCaller = Caller & { userId?: string; sessionId?: string; isBackground?: true };

export type CallerProblem = { status: 401; code: "no_authorization" | "invalid_api_key" | "bad_jwt" };

/**
 * Who a request comes from. The API key chooses the role, a user's access token outranks it, and the API key repeated
 * as bearer is no user.
 *
 * A verified token is enough to be `authenticated`; what an administrator or an owner may do is looked up in the
 * database, together with the session. Call this before a transaction, not inside one. A request in the background is
 * no use of its session.
 */
export async function readCaller(
  context: EngineContext,
  headers: Headers,
): Promise<Result<RequestCaller, CallerProblem>> {
  const apiKey = headers.get("apikey");
  const authorization = headers.get("authorization");
  const bearer = readBearer(authorization ?? undefined);

  const apiKeyRole = apiKey === null ? undefined : roleOfApiKey(context.settings, apiKey);
  if (apiKey !== null && !apiKeyRole) return failed({ status: 401, code: "invalid_api_key" });
  if (authorization !== null && !bearer) return failed({ status: 401, code: "bad_jwt" });
  if (!bearer) return apiKeyRole ? ok(callerOfRole(apiKeyRole)) : failed({ status: 401, code: "no_authorization" });

  const bearerRole = roleOfApiKey(context.settings, bearer);
  if (bearerRole && (apiKey === null || bearer === apiKey)) return ok(callerOfRole(bearerRole));

  const verified = await verifyAccessToken(context, bearer);
  if (!verified.ok) return failed({ status: 401, code: "bad_jwt" });
  const { sub: userId, session_id: sessionId } = verified.value;
  const caller = { role: "authenticated", claims: verified.value, userId, sessionId } as const;
  if (headers.has(backgroundHeader)) return ok({ ...caller, isBackground: true });
  await context.identity.sessionActivity.keepAlive(sessionId);
  return ok(caller);
}

function callerOfRole(role: DatabaseRole): RequestCaller {
  return { role, claims: { role } };
}
