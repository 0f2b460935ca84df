import { canonicalEmail } from "#kit/email-address.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { KnownAccount } from "#engine/auth/administration/account-administration.ts";
import { lacksSecondFactor, type User } from "#engine/auth/accounts/users.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import { type ProjectUser, readProjectUser } from "#engine/auth/sessions/project-user.ts";
import { findSignedInUser, type SignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";

/** A caller with an access token of ours who asks for their own data; not checked against the database yet. */
export type OwnerClaim = SignedInCaller & {
  claims: Record<string, unknown>;
  accessToken: string;
  /** What a project says of the account; our own database is asked in the transaction. */
  ofProject?: ProjectUser;
};

export type OwnerProblem =
  | { status: 401; code: "no_authorization" | "session_not_found" }
  | { status: 403; code: "insufficient_aal" };

/** Reads whose data a request is about: always the owner of its access token; no body or header can name another. */
export async function readOwnerClaim(
  context: ServerContext,
  headers: Headers,
): Promise<Result<OwnerClaim, OwnerProblem>> {
  const caller = await readCaller(context, headers);
  if (!caller.ok || !caller.value.userId || !caller.value.sessionId) {
    return failed({ status: 401, code: "no_authorization" });
  }
  const { userId, sessionId, claims } = caller.value;
  const accessToken = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const claim: OwnerClaim = { userId, sessionId, aal: claims.aal === "aal2" ? "aal2" : "aal1", claims, accessToken };
  if (context.settings.supabaseUrl === undefined) return ok(claim);
  const ofProject = await readProjectUser(context, accessToken);
  return ofProject.ok ? ok({ ...claim, ofProject: ofProject.value }) : failed({ status: 401, code: ofProject.problem });
}

/**
 * The account behind the claim: live session, second factor when one is enrolled.
 *
 * What one e-mail asks for waits its turn, so ask in the transaction that does the work: it finds the account as the
 * call before it left it. What runs after it in this transaction runs under the owner's claims.
 */
export async function checkOwner(tx: Tx, claim: OwnerClaim, now: Date): Promise<Result<User, OwnerProblem>> {
  await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claim.claims)]);
  await tx.query("select private.take_turn(coalesce(private.account_email(), $1))", [claim.userId]);
  const { ofProject } = claim;
  const user = ofProject ? ok(ofProject.user) : await findSignedInUser(tx, claim, now);
  if (!user.ok) return failed({ status: 401, code: "session_not_found" });
  // An anonymous account owns no data: it is refused like a visitor without a token.
  if (user.value.is_anonymous) return failed({ status: 401, code: "no_authorization" });
  const isLacking = ofProject
    ? claim.aal !== "aal2" && ofProject.hasVerifiedFactor
    : await lacksSecondFactor(tx, claim);
  if (isLacking) return failed({ status: 403, code: "insufficient_aal" });
  return user;
}

/**
 * Addresses that an account has shown to be its own, in their one form. What hangs on none of its leads is its own by
 * these alone: an address in a form is whatever was typed there.
 */
export function provedAddresses({
  email,
  isEmailConfirmed,
}: Pick<KnownAccount, "email" | "isEmailConfirmed">): string[] {
  return email !== null && isEmailConfirmed ? [canonicalEmail(email)] : [];
}

export type OwnProfile = { id: string; email: string | null };

/**
 * Profiles of requests sent under the account's address without signing in. An owner who confirmed the address by a
 * mailed link may read them.
 *
 * Source: legal.md, 4.7 (identity checked by a link). An unconfirmed address proves nothing.
 */
export async function profilesUnderAddress(tx: Tx, user: User): Promise<OwnProfile[]> {
  if (user.email_confirmed_at === null) return [];
  const { rows } = await tx.query<OwnProfile>(
    "select id, email from public.user_profiles where user_id is null and email = $1",
    [user.email],
  );
  return rows;
}
