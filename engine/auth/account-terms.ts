import type { AccountTerms } from "#engine/settings/account-terms.ts";
import { type ExpiringRows, interval } from "#engine/db/expired-rows.ts";

/**
 * What can no longer be used of the schema of accounts: ended sessions, abandoned sign-ins and sign-ups, unread mails'
 * tokens, second factors that were never finished, devices long unseen. In this order: some rows go once others have.
 *
 * @param isKept of an `account` whose address was never proved: the product holds something of it
 */
export const expiringAccountRows = (terms: AccountTerms, isKept: string): ExpiringRows[] => [
  {
    name: "purge_sessions",
    table: "auth.sessions",
    isOver: `not_after <= $1 and not (ends_at > $1
      and exists (select from auth.users where id = sessions.user_id and banned_until > $1))`,
  },
  { name: "purge_mailed_codes", table: "auth.one_time_tokens", isOver: "expires_at <= $1" },
  {
    name: "purge_sign_ins_under_way",
    table: "auth.flow_state",
    isOver: `created_at < $1::timestamptz - ${interval(terms.mailedSignIn)}
      or (authentication_method = 'oauth' and created_at < $1::timestamptz - ${interval(terms.unfinishedSignIn)})`,
  },
  { name: "purge_sign_up_attempts", table: "auth.sign_up_attempts", isOver: "expires_at <= $1" },
  { name: "purge_used_proofs", table: "auth.used_proofs", isOver: "expires_at <= $1" },
  {
    // Unless the secret key gave it a password, or the product keeps it.
    name: "purge_unproved_accounts",
    table: "auth.users as account",
    isOver: `email_confirmed_at is null and phone_confirmed_at is null and invited_at is null and not is_anonymous
      and not is_password_trusted
      and greatest(created_at, confirmation_sent_at) < $1::timestamptz - ${interval(terms.unprovedAccount)}
      and created_at < $1::timestamptz - ${interval(terms.unprovedAccount)}
      and not (${isKept})
      and not exists (select from auth.identities where user_id = account.id and provider = 'web3')`,
  },
  {
    name: "purge_factor_challenges",
    table: "auth.mfa_challenges",
    isOver: `created_at < $1::timestamptz - ${interval(terms.secondFactorChallenge)}`,
  },
  {
    name: "purge_unfinished_factors",
    table: "auth.mfa_factors as factor",
    isOver: `status = 'unverified' and updated_at < $1::timestamptz - ${interval(terms.unfinishedFactor)}
      and not exists (select from auth.mfa_challenges where factor_id = factor.id)`,
  },
  { name: "purge_passkey_challenges", table: "auth.webauthn_challenges", isOver: "expires_at <= $1" },
  {
    // Nothing else opens it than the only session it had.
    name: "purge_anonymous_accounts",
    table: "auth.users as account",
    isOver: `is_anonymous and not exists (select from auth.sessions where user_id = account.id)
      and greatest(created_at, last_sign_in_at, email_change_sent_at, phone_change_sent_at)
          < $1::timestamptz - ${interval(terms.anonymousAccount)}`,
  },
  {
    name: "purge_known_devices",
    table: "auth.known_devices",
    isOver: `seen_at < $1::timestamptz - ${interval(terms.knownDevice)}`,
  },
  {
    // Long enough for the longest token that any key signs.
    name: "revoke_replaced_keys",
    table: "auth.signing_keys",
    isOver: `state = 'previous' and coalesce(verifies_until, updated_at + ${interval(terms.mailedSignIn)}) <= $1`,
    set: "state = 'revoked', updated_at = $1",
  },
];
