import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { accountsOf } from "#server/auth/administration/account-administration.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { readEmail } from "./users.ts";

type InvitingContext = Pick<ServerContext, "settings" | "now">;

/**
 * Makes an administrator who chooses their password from a mailed link: a new account, or the one that has this
 * address, which then opens with this link only.
 */
export async function inviteAdministrator(
  context: InvitingContext & Pick<ServerContext, "db">,
  typedEmail: string,
): Promise<Result<{ userId: string }, "malformed_email">> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  return context.db.asServer(async (tx) => ok(await inviteAndList(context, tx, email)));
}

/**
 * As `inviteAdministrator`, by another administrator: one who has come in already is left as they are, and whose
 * invitation is not used yet gets another mail.
 *
 * Call it with the team locked: of two at once, the second finds the account of the first.
 */
export async function inviteColleague(
  context: InvitingContext,
  tx: Tx,
  email: string,
): Promise<Result<{ userId: string; isAgain: boolean }, "already_administrator">> {
  const { rows } = await tx.query<{ user_id: string }>(
    "select user_id from public.admin_users where user_id = private.account_with_address($1)",
    [email],
  );
  const userId = rows[0]?.user_id;
  const accounts = accountsOf(context);
  const colleague = userId === undefined ? undefined : await accounts.find(tx, userId);
  if (!userId || !colleague) return ok({ ...(await inviteAndList(context, tx, email)), isAgain: false });
  if (colleague.isEmailConfirmed || colleague.lastSignInAt) return failed("already_administrator");
  await accounts.inviteAgain(tx, { userId, email });
  return ok({ userId, isAgain: true });
}

async function inviteAndList(context: InvitingContext, tx: Tx, email: string): Promise<{ userId: string }> {
  const { userId } = await accountsOf(context).inviteAnew(tx, email);
  await tx.query("insert into public.admin_users (user_id) values ($1) on conflict (user_id) do nothing", [userId]);
  return { userId };
}
