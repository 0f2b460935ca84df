import { failed, ok } from "#kit/result.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { adoptPassword } from "#engine/auth/accounts/sign-up-attempts.ts";
import { isBanned, lockUser } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "./wire/limits.ts";
import { grantByPassword } from "#engine/auth/passwords/password-sign-in.ts";
import { takeAuthCode } from "./codes/flow-state.ts";
import { signInWithIdToken } from "#engine/auth/provider/id-token-sign-in.ts";
import { openProviderTokens } from "#engine/auth/provider/provider-tokens.ts";
import { describeSession, refreshSession, startSession } from "#engine/auth/sessions/sessions.ts";
import { signInWithWeb3 } from "#engine/auth/web3/web3-sign-in.ts";
import type { EngineContext } from "#engine/context.ts";

import { readFields, type Answer, type AuthRequest } from "./wire/answers.ts";
import { authProblem } from "./wire/problems.ts";
import { deviceOf } from "./sessions/signed-in-caller.ts";

/** `POST /token`: every way to a session but a mailed link. */
export async function grantToken(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  switch (c.req.query("grant_type")) {
    case "password":
      return grantByPassword(context, c, body.value);
    case "refresh_token":
      return refresh(context, c, body.value);
    case "pkce":
      return exchangeCode(context, c, body.value);
    case "id_token":
      return signInWithIdToken(context, c, body.value);
    case "web3":
      return signInWithWeb3(context, c, body.value);
    default:
      return failed(authProblem("invalid_credentials", { message: "unsupported_grant_type" }));
  }
}

async function refresh(context: EngineContext, c: AuthRequest, fields: Record<string, unknown>): Promise<Answer> {
  const device = deviceOf(c);
  const { refresh_token: token } = fields;
  if (typeof token !== "string" || token === "") {
    const limited = await limitAddress(context, "refresh", device.address);
    return limited.ok ? failed(authProblem("validation_failed", { message: "refresh_token required" })) : limited;
  }
  const refreshed = await refreshSession(context, token, device);
  return refreshed.ok ? ok(await describeSession(context, refreshed.value)) : refreshed;
}

async function exchangeCode(context: EngineContext, c: AuthRequest, fields: Record<string, unknown>): Promise<Answer> {
  const device = deviceOf(c);
  const limited = await limitAddress(context, "exchange", device.address);
  if (!limited.ok) return limited;
  const { auth_code: code, code_verifier: verifier } = fields;
  if (typeof code !== "string" || typeof verifier !== "string" || !code || !verifier) {
    const message = "invalid request: both auth code and code verifier should be non-empty";
    return failed(authProblem("validation_failed", { message }));
  }

  const opened = await context.db.asServer(async (tx) => {
    const flow = await takeAuthCode(tx, code, verifier, context.now());
    if (!flow.ok) return flow;
    const { user_id: userId, authentication_method: method, code_challenge: codeChallenge } = flow.value;
    const { sealed_provider_tokens: sealed } = flow.value;
    const user = await lockUser(tx, userId);
    if (!user) return failed(authProblem("flow_state_not_found"));
    if (isBanned(user, context.now())) {
      await auditRefusal(tx, user.id, { method, code: "user_banned" });
      return failed(authProblem("user_banned"));
    }
    if (method === "email/signup") await adoptPassword(tx, user.id, { codeChallenge }, context.now());
    const session = await startSession(context, tx, user, method, device);
    return ok({ session, providerTokens: sealed === null ? {} : openProviderTokens(context, code, sealed) });
  });
  if (!opened.ok) return opened;
  return ok({ ...(await describeSession(context, opened.value.session)), ...opened.value.providerTokens });
}
