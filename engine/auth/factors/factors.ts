import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { lockUser, type User } from "#engine/auth/accounts/users.ts";
import { requireFreshProof } from "#engine/auth/sessions/sessions.ts";
import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { findSignedInUser, type SignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

export type FactorType = "totp" | "phone" | "webauthn";

/** A row of `auth.mfa_factors`, as far as the flows read it. */
export type Factor = {
  id: string;
  user_id: string;
  factor_type: FactorType;
  status: "unverified" | "verified";
  friendly_name: string | null;
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  wait_until: Date | null;
  web_authn_credential: StoredCredential | null;
};

/** What a security key is recognised by; binary values in base64url. */
export type StoredCredential = { id: string; publicKey: string; counter: number; transports: string[] };

export type FactorOwner = { user: User; sessionId: string; aal: SignedInCaller["aal"] };

const columns = `id, user_id, factor_type, status, friendly_name, secret, phone, last_challenged_at, wait_until,
  web_authn_credential`;

/** The factor that the address of a request names. */
export function readFactorId(c: AuthRequest): Result<string, AuthProblem> {
  const id = z.guid().safeParse(c.req.param("id"));
  const message = "factor_id must be an UUID";
  return id.success ? ok(id.data) : failed(authProblem("validation_failed", { status: 404, message }));
}

/**
 * The account whose factors a request is about, locked: what is asked of one account's factors happens one after the
 * other. The level is what both the token and its session say: a token outlives a factor that was removed, and one
 * given before the second factor stays what it was.
 */
export async function lockFactorOwner(
  context: EngineContext,
  tx: Tx,
  caller: SignedInCaller,
): Promise<Result<FactorOwner, AuthProblem>> {
  await lockUser(tx, caller.userId);
  const user = await findSignedInUser(tx, caller, context.now());
  if (!user.ok) return user;
  if (user.value.is_anonymous) {
    const message = "Anonymous user not allowed to perform these actions";
    return failed(authProblem("no_authorization", { status: 403, message }));
  }
  const { rows } = await tx.query<{ aal: string }>("select aal from auth.sessions where id = $1", [caller.sessionId]);
  const isPassed = caller.aal === "aal2" && rows[0]?.aal === "aal2";
  return ok({ user: user.value, sessionId: caller.sessionId, aal: isPassed ? "aal2" : "aal1" });
}

export async function listFactors(tx: Tx, userId: string): Promise<Factor[]> {
  const { rows } = await tx.query<Factor>(
    `select ${columns} from auth.mfa_factors where user_id = $1 order by created_at`,
    [userId],
  );
  return rows;
}

export async function findOwnFactor(tx: Tx, userId: string, id: string): Promise<Result<Factor, AuthProblem>> {
  const { rows } = await tx.query<Factor>(`select ${columns} from auth.mfa_factors where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  return rows[0] ? ok(rows[0]) : failed(authProblem("mfa_factor_not_found"));
}

/** What makes a factor a way into the account asks for its owner; a factor that is one already is the proof itself. */
export async function requireOwnerOfNew(
  context: Pick<EngineContext, "now">,
  tx: Tx,
  { sessionId }: FactorOwner,
  { status }: Pick<Factor, "status">,
): Promise<Result<undefined, AuthProblem>> {
  return status === "verified" ? ok(undefined) : requireFreshProof(context, tx, sessionId);
}

/**
 * Takes a factor away: the sessions it lifted are at the first level again.
 *
 * @returns whether it was there
 */
export async function removeFactor(tx: Tx, factor: Pick<Factor, "id" | "user_id" | "factor_type">): Promise<boolean> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = $2
     and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, methodOfFactor[factor.factor_type]],
  );
  await tx.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 and user_id = $2", [
    factor.id,
    factor.user_id,
  ]);
  return (await tx.query("delete from auth.mfa_factors where id = $1", [factor.id])).rowCount > 0;
}

/** How a session that a factor lifted says so, as the client knows it. */
export const methodOfFactor = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
} as const satisfies Record<FactorType, string>;
