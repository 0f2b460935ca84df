import { retention } from "#domain/site/retention.ts";
import { interval } from "#engine/db/expired-rows.ts";
import { retentionTerms } from "#server/jobs/terms.ts";

/** Years ahead of the database's own clock, which none of these terms may ask. */
export const now = "2038-06-15T10:00:00Z";

/** How rows of one term are made: `$1` is how many, `$2` the instant at which their term begins. */
type Example = {
  /** What counts from then on; nothing for what says itself when it ends. */
  lasts?: string;
  /** The last instant that is past, as of `now`, where it is not simply that long ago. */
  boundary?: string;
  insert: string;
  /** Tells these rows from those that other jobs leave behind as they remove theirs. */
  only?: string;
};

const delivery = (status: string, body: string) =>
  `insert into private.deliveries (kind, event, body, status, delivered_at, created_at)
   select 'mail', 'mail.recovery', '${body}', '${status}', $2::timestamptz, $2::timestamptz
   from generate_series(1, $1)`;
const proof = (id: string, choices: string) =>
  `insert into private.consent_proofs (id, version, choices, date)
   select '${id}-' || $2::text || n, '1', '${choices}', $2 from generate_series(1, $1) as n`;
const invoices = `insert into private.invoices (id, amount_cents, currency, paid_on, received_at)
   select 'in_' || $2::text || n, 11640, 'eur', $2::timestamptz::date, $2 from generate_series(1, $1) as n`;
const holder = "(select id from auth.users where email = 'titulaire@exemple.example')";

/** One for each term of `server/jobs/terms.ts`, by its name. Their rows disturb no other term. */
export const examples: Record<string, Example> = {
  empty_delivered_bodies: { lasts: interval(retention.deliveredContent), insert: delivery("delivered", '{"a": 1}') },
  empty_dead_bodies: { lasts: interval(retention.abandonedContent), insert: delivery("dead", '{"a": 1}') },
  purge_delivered: { lasts: interval(retention.deliveredLine), insert: delivery("delivered", "{}") },
  purge_dead_deliveries: { lasts: interval(retention.abandonedLine), insert: delivery("dead", "{}") },
  purge_rate_buckets: {
    lasts: interval(retention.rateCounters),
    insert: `insert into private.rate_buckets (key, tokens, updated_at)
             select $2::text || n, 1, $2 from generate_series(1, $1) as n`,
  },
  purge_consent_proofs: {
    lasts: "interval '5 years 6 months'",
    insert: proof("agreed", '{"analytics": true, "marketing": false}'),
  },
  purge_refusals: {
    lasts: interval(retention.consentChoice),
    insert: proof("refused", '{"analytics": false, "marketing": false}'),
  },
  purge_kept_proofs: {
    lasts: interval(retention.consentProof),
    insert: `insert into private.kept_agreements (lead_id, purpose, email, version, form, given_at, ended_at)
             select gen_random_uuid(), 'calls', n || '@exemple.example', '1', 'secretariat', $2, $2
             from generate_series(1, $1) as n`,
    only: "purpose = 'calls'",
  },
  purge_waiting_lists: {
    lasts: interval(retention.announcedEdition),
    insert: `insert into private.kept_agreements (lead_id, purpose, email, version, form, given_at, ended_at)
             select gen_random_uuid(), 'waitlist', n || '@exemple.example', '1', 'conferences', $2, $2
             from generate_series(1, $1) as n`,
    only: "purpose = 'waitlist'",
  },
  purge_left_newsletters: {
    lasts: interval(retention.consentProof),
    insert: `insert into private.newsletter_requests
               (email, token_hash, requested_at, confirmed_at, confirmed_text, confirmed_version,
                unsubscribed_at, unsubscribed_by)
             select md5($2::text || n) || '@exemple.example', convert_to($2::text || n, 'utf8'),
                    $2, $2, 'Oui', '1', $2, 'link'
             from generate_series(1, $1) as n`,
  },
  purge_payment_starts: {
    lasts: interval(retention.acceptedTerms),
    insert: `insert into private.payment_starts (reference, terms_version, started_at)
             select gen_random_uuid(), '1', $2 from generate_series(1, $1)`,
  },
  purge_invoices: {
    boundary: "'2028-01-01T00:00:00+01:00'::timestamptz",
    insert: invoices,
  },
  purge_unclaimed_invoices: { lasts: interval(retention.unclaimedInvoice), insert: invoices },
  purge_payment_events: {
    // Of the years before this one ten ago.
    boundary: "'2028-01-01T00:00:00+01:00'::timestamptz",
    insert: `insert into private.payment_events (id, type, received_at)
             select $2::text || n, 'checkout.session.completed', $2 from generate_series(1, $1) as n`,
  },
  purge_step_counts: {
    lasts: interval(retention.statistics),
    insert: `insert into private.step_counts (day, funnel, step, event, field, source, device, count)
             select $2::timestamptz::date, 'secretariat', 1, 'refused', n::text, 'other', 'phone', 1
             from generate_series(1, $1) as n`,
  },
  purge_step_months: {
    lasts: interval(retention.statistics),
    insert: `insert into private.step_months (day, funnel, step, event, field, source, device, count)
             select $2::timestamptz::date, 'secretariat', 1, 'refused', n::text, 'other', 'phone', 1
             from generate_series(1, $1) as n`,
  },
  purge_lead_figures: {
    lasts: interval(retention.statistics),
    insert: `insert into private.lead_figures
             select $2::timestamptz::date, 'secretariat', n::text, 1, 0, 0, 0, 0, 0, 0
             from generate_series(1, $1) as n`,
  },
  purge_sign_in_events: {
    lasts: interval(retention.announcedSignIn),
    insert: `insert into private.sign_in_events (session_id, created_at)
             select gen_random_uuid(), $2 from generate_series(1, $1)`,
  },
  purge_erasures: {
    lasts: interval(retention.erasures),
    insert: `insert into private.erasures (subject, salt, hash, erased_at)
             select 'lead', 'a', n::text, $2 from generate_series(1, $1) as n`,
    only: "salt = 'a'",
  },
  purge_lead_events: {
    lasts: interval(retention.liveEvents),
    insert: `insert into private.lead_events (change, at) select 'created', $2 from generate_series(1, $1)`,
  },
  purge_notifications: {
    lasts: interval(retention.notifications),
    insert: `insert into private.notifications (recipient, kind, event, in_desk, in_browser, at)
             select gen_random_uuid(), 'lead', n::text, true, false, $2 from generate_series(1, $1) as n`,
  },
  purge_sessions: {
    insert: `insert into auth.sessions (user_id, refresh_token_hmac_key, not_after, ends_at)
             select ${holder}, '\\x00', $2, $2 from generate_series(1, $1)`,
  },
  purge_mailed_codes: {
    insert: `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at)
             select ${holder}, 'confirmation_token', $2::text || n, 'b', 'c', $2 from generate_series(1, $1) as n`,
  },
  purge_sign_ins_under_way: {
    lasts: interval(retention.unfinishedSignIn),
    insert: `insert into auth.flow_state (provider_type, authentication_method, redirect_to, created_at)
             select 'google', 'oauth', '/', $2 from generate_series(1, $1)`,
  },
  purge_sign_up_attempts: {
    insert: `insert into auth.sign_up_attempts (user_id, password_hash, browser_hash, expires_at)
             select ${holder}, 'a', 'b', $2 from generate_series(1, $1)`,
  },
  purge_used_proofs: {
    insert: `insert into auth.used_proofs (proof_hash, expires_at)
             select $2::text || n, $2 from generate_series(1, $1) as n`,
  },
  purge_unproved_accounts: {
    lasts: interval(retention.unprovedAccount),
    insert: `insert into auth.users (email, created_at)
             select md5($2::text || n) || '@exemple.example', $2 from generate_series(1, $1) as n`,
  },
  purge_factor_challenges: {
    lasts: interval(retention.secondFactorChallenge),
    insert: `insert into auth.mfa_challenges (factor_id, created_at)
             select (select id from auth.mfa_factors where status = 'verified'), $2 from generate_series(1, $1)`,
  },
  purge_unfinished_factors: {
    lasts: interval(retention.unfinishedFactor),
    insert: `insert into auth.mfa_factors (user_id, factor_type, updated_at)
             select ${holder}, 'totp', $2 from generate_series(1, $1)`,
  },
  purge_passkey_challenges: {
    insert: `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
             select 'authentication', '{}', $2 from generate_series(1, $1)`,
  },
  purge_anonymous_accounts: {
    lasts: interval(retention.anonymousAccount),
    insert: `insert into auth.users (is_anonymous, created_at) select true, $2 from generate_series(1, $1)`,
  },
  purge_known_devices: {
    lasts: interval(retention.knownDevice),
    insert: `insert into auth.known_devices (subject_hash, user_id, seen_at)
             select $2::text || n, ${holder}, $2 from generate_series(1, $1) as n`,
  },
  revoke_replaced_keys: {
    insert: `insert into auth.signing_keys (kid, state, public_jwk, encrypted_private_jwk, verifies_until)
             select $2::text || n, 'previous', '{}', '', $2 from generate_series(1, $1) as n`,
  },
};

/** The owner of some of them: a user who signs in. */
export const prepare = [
  `insert into auth.users (email, email_confirmed_at, created_at)
   values ('titulaire@exemple.example', '2020-01-01', '2020-01-01')`,
  `insert into auth.mfa_factors (user_id, factor_type, status) select ${holder}, 'totp', 'verified'`,
];

/** How many rows of a term are past it; `$1` is now. */
export function countOver(name: string): string {
  const term = retentionTerms.find((each) => each.name === name)!;
  const { only = "true" } = examples[name]!;
  return `select count(*)::int as count from ${term.table} where (${term.isOver}) and ${only}`;
}
