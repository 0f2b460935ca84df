import { failed, ok, type Result } from "#kit/result.ts";
import { phoneIdentity, storeOwnIdentity, becomeSomebody } from "#engine/auth/accounts/accounts.ts";
import { findUserByPhone, type User } from "#engine/auth/accounts/users.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

/**
 * Who reads the phone's messages owns the number. A password that an account has before anything of it was proved may
 * be anybody's: it goes, unless the secret key set it.
 */
export async function confirmPhone(tx: Tx, user: User, now: Date): Promise<void> {
  if (user.phone === null || user.phone_confirmed_at) return;
  await tx.query(
    `update auth.users set phone_confirmed_at = $2, updated_at = $2,
       encrypted_password =
         case when email_confirmed_at is not null or is_password_trusted then encrypted_password end
     where id = $1`,
    [user.id, now],
  );
  const data = phoneIdentity(user.id, user.phone, true);
  await storeOwnIdentity(tx, { userId: user.id, name: "phone", data }, now);
}

/** The digits sent to a new number were typed: it becomes the account's, unless another account was faster. */
export async function confirmPhoneChange(
  tx: Tx,
  user: User,
  provedPhone: string,
  now: Date,
): Promise<Result<undefined, AuthProblem>> {
  if (user.phone_change !== provedPhone) return failed(authProblem("otp_expired"));
  if (await findUserByPhone(tx, provedPhone)) return failed(authProblem("phone_exists"));
  await storePhone(tx, user, provedPhone, now);
  return ok(undefined);
}

/** The phone that an account signs in with, proved. Its owner is told by mail. */
export async function storePhone(tx: Tx, user: User, phone: string, now: Date): Promise<void> {
  await tx.query(
    `update auth.users set phone = $2, phone_confirmed_at = $3, phone_change = null, updated_at = $3 where id = $1`,
    [user.id, phone, now],
  );
  const data = phoneIdentity(user.id, phone, true);
  await storeOwnIdentity(tx, { userId: user.id, name: "phone", data }, now);
  await becomeSomebody(tx, user.id);
  if (user.email && user.phone) await queueAccountMail(tx, { to: user.email, template: "phone-changed", data: {} });
}
