import { failed, ok, type Result } from "#kit/result.ts";
import { auditFactorReset } from "#engine/auth/accounts/administrator-audit.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";
import type { AccountsContext } from "#engine/auth/administration/account-administration.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { endSessionsOf } from "#engine/auth/sessions/own-sessions.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

/**
 * For a lost device: removes every second factor and passkey of the account, ends every session and mails the owner.
 * Passkeys go too, since a finder of the device could sign in with one and enrol a factor of their own.
 *
 * @param actor the administrator who did it; null for the command
 * @returns how many factors and passkeys there were
 */
export async function resetFactors(
  context: AccountsContext,
  tx: Tx,
  { userId, actor }: { userId: string; actor: string | null },
): Promise<Result<{ removed: number }, "unknown_account">> {
  const accounts = accountsOf(context);
  const account = await accounts.find(tx, userId);
  if (!account) return failed("unknown_account");
  const removed = await accounts.removeFactors(tx, userId);
  await endSessionsOf(tx, userId);
  await auditFactorReset(tx, { userId, actor, removed });
  if (account.email) await queueAccountMail(tx, { to: account.email, template: "factors-reset", data: {} });
  return ok({ removed });
}

/** As `resetFactors`, for `npm run admin`. */
export async function resetFactorsOf(
  context: AccountsContext,
  tx: Tx,
  typedEmail: string,
): Promise<Result<{ removed: number }, FactorResetProblem>> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  const { rows } = await tx.query<{ id: string | null }>("select private.account_with_address($1) as id", [email]);
  const userId = rows[0]?.id;
  return userId ? resetFactors(context, tx, { userId, actor: null }) : failed("unknown_account");
}

export type FactorResetProblem = "malformed_email" | "unknown_account";

/** For the operator who typed it. */
export const factorResetProblems: Record<FactorResetProblem, string> = {
  malformed_email: "this is not an e-mail address.",
  unknown_account: "nobody has an account with this address.",
};
