import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { accountsOf } from "#server/auth/administration/account-administration.ts";
import type { ServerContext } from "#server/context.ts";

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
    const { userId } = await accountsOf(context).inviteAnew(tx, email);
    await tx.query("insert into public.admin_users (user_id) values ($1) on conflict (user_id) do nothing", [userId]);
    return ok({ userId });
  });
}
