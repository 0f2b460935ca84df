import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { endSessions, insertAccount } from "#server/auth/accounts/accounts.ts";
import { sendInvitation } from "#server/auth/mailed-links/auth-mails.ts";
import { revokeOneTimeTokens } from "#server/auth/mailed-links/one-time-tokens.ts";
import { passwordPage } from "#server/auth/wire/return-address.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { projectOf } from "./project-accounts.ts";

export type Invited = { userId: string; email: string };

/**
 * Who makes, invites and removes the product's accounts: our own tables, or the API of the project that has them. What
 * a project did stays done when the transaction that asked for it fails: every step can be repeated.
 */
export type AccountAdministration = {
  /** A new account, or one that nobody confirmed yet, that opens with the link of its mail. */
  invite(tx: Tx, email: string): Promise<Result<Invited, "email_has_account">>;
  /** The link of the mail before stops working. */
  inviteAgain(tx: Tx, invited: Invited): Promise<void>;
  /** As `invite`; whoever has the address already is signed out, and comes in by the link of a mail only. */
  inviteAnew(tx: Tx, email: string): Promise<Invited>;
  /** Its account goes with this transaction, or after it. */
  remove(tx: Tx, userId: string): Promise<Removal>;
};

export type Removal = {
  accounts: number;
  /** What is left to do once the transaction has committed. */
  afterCommit?: () => Promise<void>;
};

type AccountsContext = Pick<ServerContext, "settings" | "now">;

export function accountsOf(context: AccountsContext): AccountAdministration {
  return projectOf(context.settings) ?? ownAccounts(context);
}

function ownAccounts(context: AccountsContext): AccountAdministration {
  const invite = (tx: Tx, { userId, email }: Invited) =>
    sendInvitation(context, tx, { userId, email, redirectTo: passwordPage(context) });

  return {
    async invite(tx, email) {
      const now = context.now();
      const userId =
        (await insertAccount(tx, { email, isEmailConfirmed: false }, now)) ?? (await claimUnconfirmed(tx, email, now));
      if (!userId) return failed("email_has_account");
      await invite(tx, { userId, email });
      return ok({ userId, email });
    },
    inviteAgain: invite,
    async inviteAnew(tx, email) {
      const now = context.now();
      const userId =
        (await insertAccount(tx, { email, isEmailConfirmed: false }, now)) ?? (await closeAccount(tx, email, now));
      await invite(tx, { userId, email });
      return { userId, email };
    },
    // Sessions, identities, factors and pending links go with the account's row.
    async remove(tx, userId) {
      return { accounts: (await tx.query("delete from auth.users where id = $1", [userId])).rowCount };
    },
  };
}

/**
 * An account somebody asked for with this address and never confirmed: that may have been anybody, so its password
 * goes and only the invitation opens it.
 *
 * @returns undefined when the account is its owner's
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

/**
 * A customer's password may be too short for an administrator: it goes, as do those typed at sign-ups that wait, the
 * passkeys, and whoever was signed in with any of them.
 */
async function closeAccount(tx: Tx, email: string, now: Date): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    "update auth.users set encrypted_password = null, updated_at = $2 where email = $1 returning id",
    [email, now],
  );
  const userId = rows[0]?.id;
  if (!userId) throw new Error("An account disappeared while it was invited.");
  await tx.query("delete from auth.webauthn_credentials where user_id = $1", [userId]);
  await endSessions(tx, userId);
  await revokeOneTimeTokens(tx, userId, ["confirmation_token", "recovery_token"]);
  return userId;
}
