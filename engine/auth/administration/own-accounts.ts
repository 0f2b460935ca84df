import { failed, ok } from "#kit/result.ts";
import {
  closeWaysIn,
  emailIdentity,
  endSessions,
  insertAccount,
  storeOwnIdentity,
} from "#engine/auth/accounts/accounts.ts";
import { findUserById } from "#engine/auth/accounts/users.ts";
import { sendInvitation } from "#engine/auth/codes/auth-mails.ts";
import { revokeOneTimeTokens } from "#engine/auth/codes/one-time-tokens.ts";
import { hasProvedSince } from "#engine/auth/sessions/sessions.ts";
import type { Tx } from "#engine/db/database.ts";

import type {
  AccountAdministration,
  AccountsContext,
  Invited,
  InvitedAs,
  KnownAccount,
} from "./account-administration.ts";
import { collectOwnRecords } from "./account-records.ts";

/** The accounts of our own tables. */
export function ownAccounts(context: AccountsContext): AccountAdministration {
  const invite = (tx: Tx, { userId, email }: Invited, appointment?: InvitedAs) =>
    sendInvitation(context, tx, {
      userId,
      email,
      redirectTo: context.settings.pages.password,
      ...(appointment && { appointment }),
    });

  return {
    async find(tx, userId) {
      const { rows } = await tx.query<KnownAccount>(
        `select email, last_sign_in_at as "lastSignInAt", email_confirmed_at is not null as "isEmailConfirmed",
           array(select distinct factor_type::text from auth.mfa_factors
                 where user_id = users.id and status = 'verified' order by 1) as "factorKinds"
         from auth.users where id = $1`,
        [userId],
      );
      return rows[0];
    },
    async invite(tx, email) {
      const now = context.now();
      const userId =
        (await insertAccount(tx, { email, isEmailConfirmed: false }, now)) ?? (await claimUnconfirmed(tx, email, now));
      if (!userId) return failed("email_has_account");
      await invite(tx, { userId, email });
      return ok({ userId, email });
    },
    inviteAgain: (tx, invited) => invite(tx, invited),
    async inviteAnew(tx, { email, ...appointment }) {
      const now = context.now();
      const userId =
        (await insertAccount(tx, { email, isEmailConfirmed: false }, now)) ?? (await closeWaysIn(tx, email, now));
      if (!userId) throw new Error("An account disappeared while it was invited.");
      await invite(tx, { userId, email }, appointment);
      return { userId, email };
    },
    takes: () => true,
    async giveFirstPassword(tx, { userId, email, passwordHash }) {
      const now = context.now();
      if (userId === null) return insertAccount(tx, { email, passwordHash, isEmailConfirmed: true }, now);
      await tx.query(
        `update auth.users
         set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, $3), updated_at = $3
         where id = $1`,
        [userId, passwordHash, now],
      );
      await storeOwnIdentity(tx, { userId, name: "email", data: emailIdentity(userId, email, true) }, now);
      // An invitation that was opened and left, and the links that wait.
      await endSessions(tx, userId);
      await revokeOneTimeTokens(tx, userId, [
        "invite_token",
        "confirmation_token",
        "recovery_token",
        "magic_link_token",
      ]);
      return userId;
    },
    // Sessions, identities, factors and pending links go with the account's row.
    async remove(tx, userId) {
      return { accounts: (await tx.query("delete from auth.users where id = $1", [userId])).rowCount };
    },
    async removeFactors(tx, userId) {
      await tx.query("select from auth.users where id = $1 for update", [userId]);
      const factors = await tx.query("delete from auth.mfa_factors where user_id = $1", [userId]);
      const passkeys = await tx.query("delete from auth.webauthn_credentials where user_id = $1", [userId]);
      return factors.rowCount + passkeys.rowCount;
    },
    async endOtherSessions(tx, { userId, sessionId }) {
      const { rowCount } = await tx.query("delete from auth.sessions where user_id = $1 and id <> $2", [
        userId,
        sessionId,
      ]);
      return rowCount;
    },
    // A session row is made by a sign-in and by nothing else.
    async hasSignedInSince(tx, { sessionId }, instant) {
      const { rowCount } = await tx.query("select from auth.sessions where id = $1 and created_at >= $2", [
        sessionId,
        instant,
      ]);
      return rowCount > 0;
    },
    hasProvedSince: (tx, { sessionId }, instant) => hasProvedSince(tx, sessionId, instant),
    collectRecords: (tx, { user }) => collectOwnRecords(tx, user),
    async collectRecordsOf(tx, userId) {
      const user = await findUserById(tx, userId);
      return user && { user, records: await collectOwnRecords(tx, user) };
    },
  };
}

/**
 * Takes over an account that was asked for with this address and never confirmed. An attacker may have asked for it, so
 * its password goes and only the invitation opens it.
 *
 * @returns undefined when no such account exists
 */
async function claimUnconfirmed(tx: Tx, email: string, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `update auth.users set encrypted_password = null, updated_at = $2
     where email = $1 and email_confirmed_at is null and invited_at is null returning id`,
    [email, now],
  );
  const id = rows[0]?.id;
  if (id) await revokeOneTimeTokens(tx, id, ["confirmation_token", "recovery_token"]);
  return id;
}
