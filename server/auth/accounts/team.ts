import type { Tx } from "#server/db/database.ts";

/** An administrator as the others see them; instants as the database has them. */
export type TeamMember = {
  userId: string;
  email: string | null;
  /** As they, or their identity provider, wrote it; empty when nobody did. */
  name: string;
  addedAt: Date;
  /** The invitation was not used yet. */
  isInvited: boolean;
  lastSignInAt: Date | null;
  /** Of their verified second factors. */
  factorKinds: string[];
  openSessions: number;
};

/** In the columns that a hosted project's accounts have too, so that theirs are read the same way. */
export async function readTeam(tx: Tx, now: Date): Promise<TeamMember[]> {
  const { rows } = await tx.query<TeamMember>(
    `select account.id as "userId", account.email, administrator.created_at as "addedAt",
       left(coalesce(account.raw_user_meta_data ->> 'full_name', account.raw_user_meta_data ->> 'name', ''), 100)
         as name,
       account.email_confirmed_at is null and account.last_sign_in_at is null as "isInvited",
       account.last_sign_in_at as "lastSignInAt",
       array(select distinct factor_type::text from auth.mfa_factors
             where user_id = account.id and status::text = 'verified' order by 1) as "factorKinds",
       (select count(*)::int from auth.sessions
        where user_id = account.id and (not_after is null or not_after > $1)) as "openSessions"
     from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
     order by account.email, account.id`,
    [now],
  );
  return rows;
}

/**
 * Holds the list of administrators until the end of the transaction: what changes it, or somebody on it, happens one
 * after the other, so that no two take each other's right away.
 */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.query("select from public.admin_users order by user_id for update");
}

/** @returns whether they were an administrator */
export async function withdrawRight(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query("delete from public.admin_users where user_id = $1", [userId])).rowCount > 0;
}
