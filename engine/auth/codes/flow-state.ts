import { createHash, randomUUID } from "node:crypto";

import { failed, ok, type Result } from "#kit/result.ts";
import type { SignInMethod } from "#engine/auth/accounts/sign-in-method.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { Tx } from "#engine/db/database.ts";

/** A sign-in begun at a provider, and a code it ended in, each wait this long for the browser. */
const flowLifetimeMs = 10 * 60_000;

export type Flow = {
  id: string;
  user_id: string | null;
  authentication_method: SignInMethod;
  code_challenge: string | null;
  browser_hash: string | null;
  redirect_to: string;
  /** With `linking_user_id`: the session that asked to link an identity, and whose it is. */
  linking_session_id: string | null;
  linking_user_id: string | null;
  sealed_provider_tokens: string | null;
  auth_code_issued_at: Date | null;
  created_at: Date;
};

export type NewFlow = {
  provider: string;
  method: SignInMethod;
  /** S256 of the verifier that the browser keeps; without one, `browser` is what it keeps. */
  codeChallenge?: string | undefined;
  browser?: string | undefined;
  redirectTo: string;
  userId?: string;
  linkingSessionId?: string | undefined;
};

const flowColumns = `
  id, user_id, authentication_method, code_challenge, browser_hash, redirect_to, linking_session_id,
  (select user_id from auth.sessions where id = linking_session_id) as linking_user_id,
  sealed_provider_tokens, auth_code_issued_at, created_at`;

/** @returns the challenge, or undefined when the client asked for tokens instead of a code */
export function readCodeChallenge(fields: Record<string, unknown>): Result<string | undefined, AuthProblem> {
  const { code_challenge: challenge, code_challenge_method: method } = fields;
  if (!challenge && !method) return ok(undefined);
  const isWellFormed = typeof challenge === "string" && /^[\w.~-]{43,128}$/.test(challenge);
  if (isWellFormed && typeof method === "string" && method.toLowerCase() === "s256") return ok(challenge);
  return failed(
    authProblem("validation_failed", {
      message: "PKCE needs code_challenge, of 43 to 128 characters, and code_challenge_method s256",
    }),
  );
}

export async function startFlow(tx: Tx, flow: NewFlow, now: Date): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `insert into auth.flow_state (id, user_id, provider_type, authentication_method, code_challenge,
       code_challenge_method, browser_hash, redirect_to, linking_session_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      id,
      flow.userId,
      flow.provider,
      flow.method,
      flow.codeChallenge,
      flow.codeChallenge && "s256",
      flow.browser && hashOf(flow.browser),
      flow.redirectTo,
      flow.linkingSessionId,
      now,
    ],
  );
  return id;
}

/** Takes the flow a provider sends a visitor back to: once. @returns undefined when there is none, or no longer */
export async function takeReturn(tx: Tx, state: string, now: Date): Promise<Flow | undefined> {
  const { rows } = await tx.query<Flow>(
    `update auth.flow_state set returned_at = $2, updated_at = $2
     where id = $1 and returned_at is null and auth_code_hash is null returning ${flowColumns}`,
    [state, now],
  );
  return rows[0];
}

export function isReturnLate(flow: Flow, now: Date): boolean {
  return now.getTime() - flow.created_at.getTime() > flowLifetimeMs;
}

/** A flow that was given a cookie at the start belongs to the browser that shows it. */
export function isFromSameBrowser(flow: Flow, browser: string | undefined): boolean {
  return flow.browser_hash === null || (browser !== undefined && hashOf(browser) === flow.browser_hash);
}

/**
 * The code a browser exchanges for its session; only its hash is stored.
 *
 * @param sealTokens encrypts the provider's tokens with the code, so that only its bearer can read them
 */
export async function issueAuthCode(
  tx: Tx,
  flowId: string,
  userId: string,
  now: Date,
  sealTokens?: (code: string) => string,
): Promise<string> {
  const code = randomUUID();
  const { rowCount } = await tx.query(
    `update auth.flow_state set user_id = $2, auth_code_hash = $3, auth_code_issued_at = $4, updated_at = $4,
       sealed_provider_tokens = $5
     where id = $1 and auth_code_hash is null`,
    [flowId, userId, hashOf(code), now, sealTokens?.(code)],
  );
  if (rowCount !== 1) throw new Error("A flow was given a second code.");
  return code;
}

/** Uses up the code, whatever comes of it: a second try, right or wrong, finds nothing. */
export async function takeAuthCode(
  tx: Tx,
  code: string,
  verifier: string,
  now: Date,
): Promise<Result<Flow & { user_id: string }, AuthProblem>> {
  const { rows } = await tx.query<Flow>(
    `delete from auth.flow_state where auth_code_hash = $1 returning ${flowColumns}`,
    [hashOf(code)],
  );
  const flow = rows[0];
  if (!flow?.user_id || !flow.auth_code_issued_at) return failed(authProblem("flow_state_not_found"));
  if (now.getTime() - flow.auth_code_issued_at.getTime() > flowLifetimeMs) {
    return failed(authProblem("flow_state_expired"));
  }
  if (flow.code_challenge !== hashOf(verifier)) return failed(authProblem("bad_code_verifier"));
  return ok({ ...flow, user_id: flow.user_id });
}

/** SHA-256 in base64url: also what S256 makes of a verifier. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
