import { failed, ok, type Result } from "#kit/result.ts";
import type { WaysLeft } from "#engine/auth/administration/account-administration.ts";
import { unlessLast } from "#engine/auth/administration/team.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { type Appointment, giveRight } from "#engine/auth/accounts/accounts.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";

type InvitingContext = Pick<EngineContext, "settings" | "now">;

/**
 * Makes an administrator who chooses their password from a mailed link, with which the right begins: a new account, or
 * the one that has this address, which then opens with this link only.
 */
export async function inviteAdministrator(
  context: InvitingContext & Pick<EngineContext, "db">,
  { email: typedEmail, ...appointment }: Appointment & { email: string },
): Promise<Result<{ userId: string } & WaysLeft, "malformed_email" | "last_manager">> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  return unlessLast(() =>
    context.db.asServer(async (tx) => ok(await inviteAndList(context, tx, { email, ...appointment }))),
  );
}

/**
 * As `inviteAdministrator`, by another administrator: one whose right has begun is left as they are, and whose
 * invitation still waits gets another mail.
 *
 * Call it with the team locked: of two at once, the second finds the account of the first.
 */
export async function inviteColleague(
  context: InvitingContext,
  tx: Tx,
  invited: Inviting,
): Promise<Result<{ userId: string; isAgain: boolean } & WaysLeft, "already_administrator">> {
  const { rows } = await tx.query<{ is_invited: boolean }>(
    "select is_invited from public.admin_users where user_id = private.account_with_address($1)",
    [invited.email],
  );
  const listed = rows[0];
  if (listed && !listed.is_invited) return failed("already_administrator");
  return ok({ ...(await inviteAndList(context, tx, invited)), isAgain: listed !== undefined });
}

type Inviting = Appointment & { email: string; invitedBy?: string | undefined };

async function inviteAndList(
  context: InvitingContext,
  tx: Tx,
  { email, invitedBy, ...appointment }: Inviting,
): Promise<{ userId: string } & WaysLeft> {
  // Who is invited again keeps the role that they were given.
  const { rows } = await tx.query<{ role: string }>(
    `select coalesce($2, (
       select role from public.admin_users where user_id = private.account_with_address($1)
     ), 'manager') as role`,
    [email, appointment.role],
  );
  const role = rows[0]?.role ?? "";
  const { email: _, ...invited } = await accountsOf(context).inviteAnew(tx, { email, role, invitedBy });
  await giveRight(tx, invited.userId, { isInvited: true, ...appointment });
  return invited;
}
