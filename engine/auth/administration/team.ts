import { failed } from "#kit/result.ts";
import type { AccountsContext } from "#engine/auth/administration/account-administration.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { isSqlError } from "#engine/db/database-errors.ts";
import type { Tx } from "#engine/db/database.ts";

/** An administrator as the others see them; instants as the database has them. */
export type TeamMember = {
  userId: string;
  email: string | null;
  /** Empty until one was written. */
  name: string;
  /** What they may. */
  role: string;
  addedAt: Date;
  /** No password was chosen yet with the invitation: they administer nothing. */
  isInvited: boolean;
  lastSignInAt: Date | null;
  /** Of their verified second factors. */
  factorKinds: string[];
  openSessions: number;
};

/** By address. A project is asked for each of its accounts, and its sessions are counted here: its API lists none. */
export async function readTeam(context: AccountsContext, tx: Tx, now: Date): Promise<TeamMember[]> {
  const accounts = accountsOf(context);
  const { rows } = await tx.query<
    Pick<TeamMember, "userId" | "name" | "role" | "addedAt" | "isInvited" | "openSessions">
  >(
    `select user_id as "userId", name, role, created_at as "addedAt", is_invited as "isInvited",
       (select count(*)::int from private.account_sessions(user_id) where not_after is null or not_after > $1)
         as "openSessions"
     from public.admin_users order by user_id`,
    [now],
  );
  const team: TeamMember[] = [];
  for (const row of rows) {
    const account = await accounts.find(tx, row.userId);
    if (!account) continue;
    const { isEmailConfirmed: _, ...known } = account;
    team.push({ ...row, ...known });
  }
  return team.toSorted((a, b) => compareTexts(a.email ?? "", b.email ?? ""));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Locks the list of administrators until the end of the transaction. Changes of the team are serialised, so that two
 * administrators cannot withdraw each other's right at once.
 */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.query("select from public.admin_users order by user_id for update");
}

/** @returns whether they were an administrator */
export async function withdrawRight(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query("delete from public.admin_users where user_id = $1", [userId])).rowCount > 0;
}

/** What would take away the last who may look after the team is refused by the database, whatever asks for it. */
export async function unlessLast<Done>(
  work: () => Promise<Done>,
): Promise<Done | { ok: false; problem: "last_manager" }> {
  try {
    return await work();
  } catch (error) {
    if (isSqlError(error) && error.constraint === "admin_users_keep_a_manager") return failed("last_manager");
    throw error;
  }
}
