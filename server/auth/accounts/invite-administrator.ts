import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { sendInvitation } from "#server/auth/mailed-links/auth-mails.ts";
import { revokeOneTimeTokens } from "#server/auth/mailed-links/one-time-tokens.ts";
import { passwordPage } from "#server/auth/wire/return-address.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { endSessions, insertAccount } from "./accounts.ts";
import { readEmail } from "./users.ts";

/**
 * Makes an administrator who chooses their password from a mailed link: a new account, or the one that has this
 * address, which then opens with this link only.
 */
export async function inviteAdministrator(
  context: Pick<ServerContext, "db" | "settings" | "now">,
  typedEmail: string,
): Promise<Result<{ userId: string }, "malformed_email">> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  return context.db.asServer(async (tx) => {
    const now = context.now();
    const userId =
      (await insertAccount(tx, { email, isEmailConfirmed: false }, now)) ?? (await closeAccount(tx, email, now));
    await tx.query("insert into public.admin_users (user_id) values ($1) on conflict (user_id) do nothing", [userId]);
    await sendInvitation(context, tx, { userId, email, redirectTo: passwordPage(context) });
    return ok({ userId });
  });
}

/**
 * A customer's password may be too short for an administrator: it goes, as do those typed at sign-ups that wait, and
 * whoever was signed in with it.
 */
async function closeAccount(tx: Tx, email: string, now: Date): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    "update auth.users set encrypted_password = null, updated_at = $2 where email = $1 returning id",
    [email, now],
  );
  const userId = rows[0]?.id;
  if (!userId) throw new Error("An account disappeared while it became an administrator's.");
  await endSessions(tx, userId);
  await revokeOneTimeTokens(tx, userId, ["confirmation_token", "recovery_token"]);
  return userId;
}
