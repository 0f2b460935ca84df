import type { Tx } from "#server/db/database.ts";

/**
 * A link may be mailed for eight days at most, and its code lives ten minutes more. An account that nobody ever proved
 * to be theirs goes after thirty days without a new sign-up, unless the team gave it a profile or the secret key a
 * password; an anonymous one a day after its only session ended, since nothing else opens it; a thousand at a run, the
 * rest at the next hour.
 */
const statements = [
  "delete from auth.sessions where not_after <= $1",
  "delete from auth.one_time_tokens where expires_at <= $1",
  "delete from auth.flow_state where created_at < $1::timestamptz - interval '8 days'",
  `delete from auth.flow_state
   where authentication_method = 'oauth' and created_at < $1::timestamptz - interval '1 hour'`,
  "delete from auth.sign_up_attempts where expires_at <= $1",
  "delete from auth.used_proofs where expires_at <= $1",
  `delete from auth.users where id in (
     select id from auth.users as account
     where email_confirmed_at is null and phone_confirmed_at is null and invited_at is null and not is_anonymous
       and not is_password_trusted
       and greatest(created_at, confirmation_sent_at) < $1::timestamptz - interval '30 days'
       and created_at < $1::timestamptz - interval '30 days'
       and not exists (select from public.user_profiles where user_id = account.id)
       and not exists (select from auth.identities where user_id = account.id and provider = 'web3')
     order by created_at limit 1000)`,
  "delete from auth.mfa_challenges where created_at < $1::timestamptz - interval '1 hour'",
  `delete from auth.mfa_factors
   where status = 'unverified' and updated_at < $1::timestamptz - interval '1 day'
     and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
  "delete from auth.webauthn_challenges where expires_at <= $1",
  `delete from auth.users where id in (
     select id from auth.users as account
     where is_anonymous and not exists (select from auth.sessions where user_id = account.id)
       and greatest(created_at, last_sign_in_at, email_change_sent_at, phone_change_sent_at)
           < $1::timestamptz - interval '1 day'
     order by created_at limit 1000)`,
  // Whatever it signed is over.
  `update auth.signing_keys set state = 'revoked', updated_at = $1
   where state = 'previous' and coalesce(verifies_until, updated_at + interval '8 days') <= $1`,
  "delete from auth.known_devices where seen_at < $1::timestamptz - interval '90 days'",
];

/**
 * Removes what can no longer be used: ended sessions, abandoned sign-ins and sign-ups, unread mails' tokens, second
 * factors that were never finished, devices long unseen. Believes no key any more whose last token has ended.
 *
 * @returns how many rows
 */
export async function purgeAuth(tx: Tx, now: Date): Promise<number> {
  let removed = 0;
  for (const statement of statements) removed += (await tx.query(statement, [now])).rowCount;
  return removed;
}
