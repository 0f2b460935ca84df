import { z } from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { findUserByEmail, type User } from "#engine/auth/accounts/users.ts";
import { revokeOneTimeTokens } from "#engine/auth/codes/one-time-tokens.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { findLinkingUser, readLinkingCaller, tellOfIdentity } from "./link-identity.ts";
import { nameProviders } from "./provider-accounts.ts";

type OwnIdentity = { id: string; provider: string; email: string | null; is_verified: boolean };

/**
 * `DELETE /user/identities/:id`: removes one identity, never the last way in. An address that came with the identity is
 * replaced by the next proved one.
 */
export async function unlinkIdentity(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readLinkingCaller(context, c);
  if (!caller.ok) return caller;
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) {
    return failed(authProblem("validation_failed", { status: 404, message: "identity_id must be an UUID" }));
  }
  return context.db.asServer(async (tx) => {
    const user = await findLinkingUser(context, tx, caller.value);
    if (!user.ok) return user;
    const identities = await readIdentities(tx, user.value.id);
    if (identities.length <= 1) return failed(authProblem("single_identity_not_deletable"));
    const removed = identities.find((identity) => identity.id === id.data);
    if (!removed) return failed(authProblem("identity_not_found", { status: 422 }));

    const others = identities.filter((identity) => identity !== removed);
    const changed = await changeAddresses(context, tx, user.value, removed, others);
    if (!changed.ok) return changed;
    await tx.query("delete from auth.identities where id = $1", [removed.id]);
    await nameProviders(tx, user.value.id, context.now());
    await tellOfIdentity(tx, user.value, { change: "removed", provider: removed.provider });
    return ok({});
  });
}

/** Those with an address that was verified first, then the oldest. */
async function readIdentities(tx: Tx, userId: string): Promise<OwnIdentity[]> {
  const { rows } = await tx.query<OwnIdentity>(
    `select id, provider, email, coalesce(identity_data ->> 'email_verified' = 'true', false) as is_verified
     from auth.identities where user_id = $1
     order by email is null, (identity_data ->> 'email_verified' = 'true') is not true, created_at, id`,
    [userId],
  );
  return rows;
}

async function changeAddresses(
  { now }: EngineContext,
  tx: Tx,
  user: User,
  removed: OwnIdentity,
  others: OwnIdentity[],
): Promise<Result<undefined, AuthProblem>> {
  if (removed.provider === "phone") {
    await tx.query("update auth.users set phone = null, phone_confirmed_at = null, updated_at = $2 where id = $1", [
      user.id,
      now(),
    ]);
    return ok(undefined);
  }
  if (user.email === null || others.some(({ email }) => email === user.email)) return ok(undefined);

  const next = await findFreeAddress(tx, others);
  if (!next) return failed(authProblem("email_conflict_identity_not_deletable"));
  await tx.query(
    `update auth.users set email = $2, email_confirmed_at = $3, email_change = null, email_change_confirmed_by = null,
       updated_at = $4
     where id = $1`,
    [user.id, next.email, next.email !== null && next.is_verified ? now() : null, now()],
  );
  // What was mailed to the address that went is no longer its reader's to use.
  await revokeOneTimeTokens(tx, user.id, [
    "confirmation_token",
    "recovery_token",
    "invite_token",
    "email_change_token_new",
    "email_change_token_current",
  ]);
  return ok(undefined);
}

/** An identity without an address leaves the account without one. @returns undefined when others have them all */
async function findFreeAddress(tx: Tx, identities: OwnIdentity[]): Promise<OwnIdentity | undefined> {
  for (const identity of identities) {
    if (identity.email === null || !(await findUserByEmail(tx, identity.email))) return identity;
  }
  return undefined;
}
