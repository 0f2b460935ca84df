import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import { liftSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { type FactorChanged, queueAccountMail } from "#engine/mail/account-mails.ts";

import { methodOfFactor, type Factor, type FactorOwner } from "./factors.ts";

/**
 * A factor has proved itself: the session is lifted, those of the account that are not end, and enrolments of this type
 * that were never finished go. The first time makes it verified, and the owner is told by mail.
 */
export async function acceptFactor(
  context: EngineContext,
  tx: Tx,
  { user, sessionId }: FactorOwner,
  { id: factorId, factor_type: type, status }: Factor,
): Promise<OpenSession> {
  await tx.query(
    `update auth.mfa_factors set status = 'verified', wrong_codes = 0, wait_until = null, updated_at = $2
     where id = $1`,
    [factorId, context.now()],
  );
  await tx.query("delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'", [user.id, sessionId]);
  await tx.query("delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'", [
    user.id,
    type,
  ]);
  const isNew = status === "unverified";
  await auditFactor(tx, user.id, isNew ? "factor_added" : "factor_passed", { factor: factorId, type });
  if (isNew) await tellOfChange(tx, user, { change: "added", factor: type });
  return liftSession(context, tx, { sessionId, factorId, method: methodOfFactor[type] });
}

/** Mails every change of the ways in to the account's address. */
export async function tellOfChange(tx: Tx, { email }: Pick<User, "email">, change: FactorChanged): Promise<void> {
  if (email) await queueAccountMail(tx, { to: email, template: "factor-changed", data: change });
}
