import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { endSessions } from "#server/auth/accounts/accounts.ts";
import { auditFactorReset } from "#server/auth/accounts/administrator-audit.ts";
import { readEmail } from "#server/auth/accounts/users.ts";
import type { Tx } from "#server/db/database.ts";
import { queueMail } from "#server/mail/queue-mail.ts";

/**
 * For a device that was lost: every second factor and passkey of the account goes, every session ends, and its owner is
 * told by mail. Passkeys too: whoever found the device could sign in with one, and enrol a factor of their own.
 *
 * @param actor the administrator who did it; null for the command
 * @returns how many factors and passkeys there were
 */
export async function resetFactors(
  tx: Tx,
  { userId, actor }: { userId: string; actor: string | null },
): Promise<Result<{ removed: number }, "unknown_account">> {
  const { rows } = await tx.query<{ email: string | null }>("select email from auth.users where id = $1 for update", [
    userId,
  ]);
  const account = rows[0];
  if (!account) return failed("unknown_account");
  const factors = await tx.query("delete from auth.mfa_factors where user_id = $1", [userId]);
  const passkeys = await tx.query("delete from auth.webauthn_credentials where user_id = $1", [userId]);
  await endSessions(tx, userId);
  const removed = factors.rowCount + passkeys.rowCount;
  await auditFactorReset(tx, { userId, actor, removed });
  if (account.email) await queueMail(tx, { to: account.email, template: "factors-reset", data: {} });
  return ok({ removed });
}

/** As `resetFactors`, for `npm run admin`. */
export async function resetFactorsOf(
  tx: Tx,
  typedEmail: string,
): Promise<Result<{ removed: number }, FactorResetProblem>> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  const { rows } = await tx.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  return rows[0] ? resetFactors(tx, { userId: rows[0].id, actor: null }) : failed("unknown_account");
}

export type FactorResetProblem = "malformed_email" | "unknown_account";

/** For the operator who typed it. */
export const factorResetProblems: Record<FactorResetProblem, string> = {
  malformed_email: "this is not an e-mail address.",
  unknown_account: "nobody has an account with this address.",
};
