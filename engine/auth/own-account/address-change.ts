import { failed, ok, type Result } from "#kit/result.ts";
import { linkMails, queueLinkMail } from "#engine/auth/codes/auth-mails.ts";
import { revokeOneTimeTokens, type RedeemedToken } from "#engine/auth/codes/one-time-tokens.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import { closeWaysIn, emailIdentity, storeOwnIdentity, becomeSomebody } from "#engine/auth/accounts/accounts.ts";
import { hashOfBrowser } from "#engine/auth/accounts/sign-up-attempts.ts";
import { findUserByEmail, isAdministrator, type User } from "#engine/auth/accounts/users.ts";

/** Who asks for another address. */
type Asker = { sessionId: string; browser: string; redirectTo: string };

/**
 * Both mailboxes must agree; whether the new address is another account's is not told, and its mailbox is left alone.
 * Only an anonymous account takes one at once, where sign-ups do: it is a sign-up.
 */
export async function changeEmail(
  context: EngineContext,
  tx: Tx,
  user: User,
  email: string,
  { sessionId, browser, redirectTo }: Asker,
): Promise<void> {
  const now = context.now();
  if (takesEmailAtOnce(context, user)) return storeEmail(tx, user, email, now);
  const isTaken = (await findUserByEmail(tx, email)) !== undefined;
  await tx.query(
    `update auth.users
     set email_change = $2, email_change_sent_at = $3, email_change_confirmed_by = null,
       email_change_session_id = $4, email_change_browser_hash = $5, email_change_is_readers = false, updated_at = $3
     where id = $1`,
    [user.id, email, now, sessionId, hashOfBrowser(browser)],
  );
  await revokeOneTimeTokens(tx, user.id, ["email_change_token_new", "email_change_token_current"]);
  const mail = { userId: user.id, redirectTo, newEmail: email };
  if (user.email && needsBothMailboxes(context, user)) {
    await queueLinkMail(context, tx, linkMails.changeFrom, { ...mail, to: user.email });
  }
  if (!isTaken) await queueLinkMail(context, tx, linkMails.changeTo, { ...mail, to: email });
}

/** Without confirmations, an address that is typed at a sign-up counts; the one of an account never does unproved. */
export function takesEmailAtOnce({ settings }: EngineContext, user: User): boolean {
  return user.is_anonymous && !settings.auth.email.enableConfirmations;
}

/** An account without an address has no current mailbox that could agree. */
export function needsBothMailboxes({ settings }: EngineContext, user: User): boolean {
  return settings.auth.email.doubleConfirmChanges && user.email !== null;
}

/** Who shows what was mailed: the session that comes along, and the mark that `rememberBrowser` gave its browser. */
export type Prover = { sessionId: string | undefined; browser: string | undefined };

/**
 * `by asker`: the account goes on as it was. `by reader`: it is now of who reads the new mailbox, who was not known as
 * the one who asked. `for reader`: the same, completed by the other mailbox.
 */
export type ConfirmedChange = "first of two" | "by asker" | "by reader" | "for reader";

/**
 * Both mailboxes agree, in either order; the second proof changes the address.
 *
 * The digits of the new mailbox may be typed by its owner, who never asked: then nothing that opened the account before
 * opens it any more. Where that would put down a second factor or make an administrator, the session that asked is
 * needed. See `docs/decisions/0059-a-new-address-is-its-readers.md`.
 */
export async function confirmEmailChange(
  context: EngineContext,
  tx: Tx,
  user: User,
  token: RedeemedToken,
  prover: Prover,
): Promise<Result<ConfirmedChange, AuthProblem>> {
  const { email_change: newEmail, email_change_confirmed_by: agreed } = user;
  const isNew = token.token_type === "email_change_token_new";
  if (newEmail === null || token.relates_to !== (isNew ? newEmail : user.email)) {
    return failed(authProblem("otp_expired"));
  }
  const now = context.now();
  const asked = await readAsker(tx, user.id, prover, now);
  const isReader = isNew && !asked.is_prover;
  if (isReader && (await isGuarded(tx, user.id))) return failed(authProblem("insufficient_aal"));

  if (needsBothMailboxes(context, user) && (!agreed || agreed === token.token_type)) {
    await tx.query(
      `update auth.users set email_change_confirmed_by = $2,
         email_change_is_readers = case when $3 then $4 else email_change_is_readers end
       where id = $1`,
      [user.id, token.token_type, isNew, isReader],
    );
    return ok("first of two");
  }
  if (await findUserByEmail(tx, newEmail)) return failed(authProblem("email_exists"));
  const isReaders = isReader || (!isNew && asked.is_readers);
  await storeEmail(tx, user, newEmail, now);
  if (isReaders) await closeWaysIn(tx, newEmail, now);
  if (!isReaders) return ok("by asker");
  return ok(isReader ? "by reader" : "for reader");
}

/** A change that the secret key prepared was asked by no session: its holder vouches for who confirms. */
async function readAsker(
  tx: Tx,
  userId: string,
  { sessionId, browser }: Prover,
  now: Date,
): Promise<{ is_prover: boolean; is_readers: boolean }> {
  const { rows } = await tx.query<{ is_prover: boolean; is_readers: boolean }>(
    `select email_change_is_readers as is_readers,
       email_change_session_id is null
       or coalesce(email_change_browser_hash = $3, false)
       or exists (select from auth.sessions where id = $2 and user_id = users.id and not_after > $4) as is_prover
     from auth.users where id = $1`,
    [userId, sessionId, browser && hashOfBrowser(browser), now],
  );
  return rows[0] ?? { is_prover: false, is_readers: false };
}

async function isGuarded(tx: Tx, userId: string): Promise<boolean> {
  if (await isAdministrator(tx, userId)) return true;
  const { rowCount } = await tx.query(
    "select from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1",
    [userId],
  );
  return rowCount > 0;
}

/** The address an account signs in with, proved. The one it had until now is told. */
export async function storeEmail(tx: Tx, user: User, email: string, now: Date): Promise<void> {
  const userId = user.id;
  await tx.query(
    `update auth.users
     set email = $2, email_confirmed_at = $3, email_change = null, email_change_confirmed_by = null,
       email_change_session_id = null, email_change_browser_hash = null, email_change_is_readers = false,
       updated_at = $3
     where id = $1`,
    [userId, email, now],
  );
  await revokeOneTimeTokens(tx, userId, ["email_change_token_new", "email_change_token_current"]);
  await storeOwnIdentity(tx, { userId, name: "email", data: emailIdentity(userId, email, true) }, now);
  await becomeSomebody(tx, userId);
  if (user.email) await queueAccountMail(tx, { to: user.email, template: "email-changed", data: { newEmail: email } });
}
