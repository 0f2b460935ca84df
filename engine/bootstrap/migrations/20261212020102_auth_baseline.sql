-- Written by scripts/write-baseline.ts from engine/bootstrap/schemas.

set check_function_bodies = off;

-- Accounts and their identities, under the names a Supabase project gives them, so that the product's schema runs on
-- both. The API roles can call three functions here and read nothing.

revoke all on schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;

create table auth.users (
  id                        uuid        primary key default gen_random_uuid(),
  aud                       text        not null default 'authenticated',
  role                      text        not null default 'authenticated' check (role = 'authenticated'),
  -- A to Z alone: other letters have two small forms, and stand in an address as they were proved.
  email                     text        unique check (email = lower(email collate "C")),
  encrypted_password        text,
  email_confirmed_at        timestamptz,
  invited_at                timestamptz,
  confirmation_sent_at      timestamptz,
  recovery_sent_at          timestamptz,
  email_change              text,
  email_change_sent_at      timestamptz,
  email_change_confirmed_by text
    check (email_change_confirmed_by in ('email_change_token_new', 'email_change_token_current')),
  phone                     text        unique,
  phone_confirmed_at        timestamptz,
  last_sign_in_at           timestamptz,
  raw_app_meta_data         jsonb       not null default '{}',
  raw_user_meta_data        jsonb       not null default '{}',
  banned_until              timestamptz,
  is_sso_user               boolean     not null default false,
  is_anonymous              boolean     not null default false,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  deleted_at                timestamptz,
  phone_change              text,
  phone_change_sent_at      timestamptz,
  reauthentication_sent_at  timestamptz,
  is_password_trusted       boolean     not null default false,
  email_change_session_id   uuid,
  email_change_browser_hash text,
  email_change_is_readers   boolean     not null default false
);
comment on column auth.users.email_change_session_id is 'which session asked; null for the secret key';
comment on column auth.users.email_change_browser_hash is 'of the mark in a cookie of the browser that asked';
comment on column auth.users.email_change_is_readers is
  'who proved the new address was not known as the one who asked: the account will be theirs alone';
comment on column auth.users.is_password_trusted is 'set with the secret key: it stays when the address is confirmed';
comment on column auth.users.phone is 'E.164 in digits alone, as supabase/auth stores it';
comment on column auth.users.is_anonymous is 'nobody in particular: has no more rights than a visitor';
comment on column auth.users.email_change_confirmed_by is 'which of the two mailboxes has agreed to email_change';
comment on column auth.users.encrypted_password is
  'argon2id, or bcrypt and argon2i when imported; null without a password';

-- A page of the list of accounts is found in the index alone, from its nearer end.
create index users_created_at on auth.users (created_at, id);
-- What the purge looks for: accounts that nobody ever proved to be theirs.
create index users_never_proved on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null and invited_at is null;

alter table auth.users enable row level security;
revoke all on auth.users from public, anon, authenticated, service_role;

create table auth.identities (
  id              uuid        primary key default gen_random_uuid(),
  user_id         uuid        not null references auth.users (id) on delete cascade,
  provider        text        not null,
  provider_id     text        not null,
  identity_data   jsonb       not null,
  email           text        generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

alter table auth.identities enable row level security;
revoke all on auth.identities from public, anon, authenticated, service_role;

-- Where an account signed in from: its owner there is not locked out by guesses made elsewhere.
create table auth.known_devices (
  subject_hash text        primary key,
  user_id      uuid        not null references auth.users (id) on delete cascade,
  seen_at      timestamptz not null default now()
);
create index known_devices_user_id on auth.known_devices (user_id);
create index known_devices_seen_at on auth.known_devices (seen_at);

alter table auth.known_devices enable row level security;
revoke all on auth.known_devices from public, anon, authenticated, service_role;

-- The claims of the request: set by the data service in each transaction, the same settings as on a hosted project.
create function auth.jwt() returns jsonb
  language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable set search_path = ''
  as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;

create function auth.role() returns text
  language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;

-- plpgsql, because public.admin_users comes with the product's migrations, after this file.
create function auth.is_administrator(user_id_param uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  if to_regclass('public.admin_users') is null then
    return false;
  end if;
  return exists (select 1 from public.admin_users where user_id = user_id_param);
end
$$;
revoke all on function auth.jwt(), auth.uid(), auth.role(), auth.is_administrator(uuid) from public;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

-- Sessions, and what opens one: mailed links and codes, providers, sign-ups whose address was not proved yet.

create table auth.sessions (
  id                     uuid        primary key default gen_random_uuid(),
  user_id                uuid        not null references auth.users (id) on delete cascade,
  aal                    text        not null default 'aal1' check (aal in ('aal1', 'aal2')),
  factor_id              uuid,
  user_agent             text,
  ip                     inet,
  refresh_token_hmac_key bytea       not null,
  refresh_token_counter  bigint      not null default 0 check (refresh_token_counter >= 0),
  refreshed_at           timestamptz,
  not_after              timestamptz not null,
  idle_limit             interval,
  ends_at                timestamptz not null,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  refresh_token_floor    bigint      not null default 0,
  proved_at              timestamptz
);
comment on column auth.sessions.not_after is
  'end of the session; moves with use up to ends_at when there is an idle_limit';
comment on column auth.sessions.idle_limit is 'null: the session ends at ends_at, used or not';
comment on column auth.sessions.refresh_token_counter is
  'number of the refresh token that is valid now; the token itself is not stored';
comment on column auth.sessions.refresh_token_floor is
  'refresh tokens numbered below it open nothing: they were given before the second factor';
comment on column auth.sessions.proved_at is
  'when its owner last showed a password, digits or a factor in it: then ways into the account may be added';
create index sessions_user_id on auth.sessions (user_id);
create index sessions_not_after on auth.sessions (not_after);

alter table auth.sessions enable row level security;
revoke all on auth.sessions from public, anon, authenticated, service_role;

create table auth.mfa_amr_claims (
  id                    uuid        primary key default gen_random_uuid(),
  session_id            uuid        not null references auth.sessions (id) on delete cascade,
  authentication_method text        not null,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  unique (session_id, authentication_method)
);

alter table auth.mfa_amr_claims enable row level security;
revoke all on auth.mfa_amr_claims from public, anon, authenticated, service_role;

-- One row from "sign in with a provider" or "send me a link" until the browser exchanged its code.
create table auth.flow_state (
  id                     uuid        primary key default gen_random_uuid(),
  user_id                uuid        references auth.users (id) on delete cascade,
  provider_type          text        not null,
  authentication_method  text        not null,
  code_challenge         text,
  code_challenge_method  text        check (code_challenge_method = 's256'),
  browser_hash           text,
  redirect_to            text        not null,
  returned_at            timestamptz,
  auth_code_hash         text        unique,
  auth_code_issued_at    timestamptz,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  linking_session_id     uuid        references auth.sessions (id) on delete cascade,
  sealed_provider_tokens text
);
comment on column auth.flow_state.returned_at is 'when the provider sent the visitor back: a state works once';
comment on column auth.flow_state.browser_hash is 'without a code challenge, the cookie of the browser that started';
comment on column auth.flow_state.linking_session_id is
  'the session that asked to link an identity: its end calls the flow off';
comment on column auth.flow_state.sealed_provider_tokens is 'only the code opens them; they go with the row';
create index flow_state_linking_session_id on auth.flow_state (linking_session_id);
create index flow_state_created_at on auth.flow_state (created_at);
create index flow_state_user_id on auth.flow_state (user_id);

alter table auth.flow_state enable row level security;
revoke all on auth.flow_state from public, anon, authenticated, service_role;

-- What was typed at a sign-up whose address nobody has proved yet: the account's only once the browser that typed it is
-- seen again by whoever reads the mailbox.
create table auth.sign_up_attempts (
  id             uuid        primary key default gen_random_uuid(),
  user_id        uuid        not null references auth.users (id) on delete cascade,
  password_hash  text        not null,
  user_metadata  jsonb       not null default '{}',
  browser_hash   text        not null,
  code_challenge text,
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
comment on column auth.sign_up_attempts.browser_hash is 'of the cookie that the sign-up answered with';
comment on column auth.sign_up_attempts.code_challenge is
  'S256 of the verifier that the browser keeps, when it asked for a code';
create index sign_up_attempts_user_id on auth.sign_up_attempts (user_id);
create index sign_up_attempts_expires_at on auth.sign_up_attempts (expires_at);

alter table auth.sign_up_attempts enable row level security;
revoke all on auth.sign_up_attempts from public, anon, authenticated, service_role;

-- What a mailed link or code is checked against: hashes only.
create table auth.one_time_tokens (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        not null references auth.users (id) on delete cascade,
  token_type    text        not null check (token_type in (
    'confirmation_token', 'magic_link_token', 'recovery_token', 'invite_token', 'email_change_token_new',
    'email_change_token_current', 'reauthentication_token', 'phone_token', 'phone_change_token')),
  token_hash    text        unique,
  code_hash     text        not null,
  relates_to    text        not null,
  attempts      integer     not null default 0,
  flow_state_id uuid        references auth.flow_state (id) on delete cascade,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  -- Whoever typed a password with a phone shows the digits sent for it, where they cannot show the cookie.
  attempt_id    uuid        references auth.sign_up_attempts (id) on delete set null
);
comment on column auth.one_time_tokens.relates_to is 'the e-mail address or phone number that it was sent to';
comment on column auth.one_time_tokens.token_hash is
  'of the link; null for digits alone, and once the link was opened';
-- Any stranger can have an address or a phone confirmed: what was sent before stays good. Of the rest, the newest is.
create unique index one_time_tokens_newest_counts on auth.one_time_tokens (user_id, token_type)
  where token_type not in ('confirmation_token', 'phone_token');
create index one_time_tokens_user_id on auth.one_time_tokens (user_id);
create index one_time_tokens_relates_to on auth.one_time_tokens (relates_to);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);
create index one_time_tokens_attempt_id on auth.one_time_tokens (attempt_id);

alter table auth.one_time_tokens enable row level security;
revoke all on auth.one_time_tokens from public, anon, authenticated, service_role;

-- What somebody proved themselves with, once: the message a wallet signed, the ID token a provider handed to a client.
create table auth.used_proofs (
  proof_hash text        primary key,
  expires_at timestamptz not null
);
comment on column auth.used_proofs.expires_at is 'from then on the proof is refused for its age';
create index used_proofs_expires_at on auth.used_proofs (expires_at);

alter table auth.used_proofs enable row level security;
revoke all on auth.used_proofs from public, anon, authenticated, service_role;

-- A ban ends the sessions of its account. Their rows stay until they would have ended (account-terms.ts), so that an
-- exchange of their refresh tokens is told of the ban.
create function auth.end_sessions_of_banned_user() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  update auth.sessions set not_after = created_at, updated_at = now() where user_id = new.id;
  return null;
end
$$;
revoke all on function auth.end_sessions_of_banned_user() from public;

create trigger end_sessions_of_banned_user
  after update of banned_until on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function auth.end_sessions_of_banned_user();

-- What a second factor and a passkey are checked against. The API roles reach nothing of it.

create table auth.mfa_factors (
  id                   uuid        primary key default gen_random_uuid(),
  user_id              uuid        not null references auth.users (id) on delete cascade,
  friendly_name        text,
  factor_type          text        not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status               text        not null default 'unverified' check (status in ('unverified', 'verified')),
  secret               text,
  phone                text,
  last_challenged_at   timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  used_steps           bigint[]    not null default '{}',
  wrong_codes          integer     not null default 0,
  wait_until           timestamptz,
  web_authn_credential jsonb
);
comment on column auth.mfa_factors.secret is 'of a TOTP factor, sealed with a key from AUTH_SECRET';
comment on column auth.mfa_factors.used_steps is 'half minutes whose code was taken: none is taken twice';
comment on column auth.mfa_factors.wrong_codes is 'since the last right one, or the last wait';
comment on column auth.mfa_factors.wait_until is 'no code is looked at before';
comment on column auth.mfa_factors.web_authn_credential is 'id, public key, counter and transports of a verified one';
create index mfa_factors_user_id on auth.mfa_factors (user_id);
create unique index mfa_factors_one_per_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';

alter table auth.mfa_factors enable row level security;
revoke all on auth.mfa_factors from public, anon, authenticated, service_role;

create table auth.mfa_challenges (
  id                     uuid        primary key default gen_random_uuid(),
  factor_id              uuid        not null references auth.mfa_factors (id) on delete cascade,
  ip_address             inet,
  otp_code               text,
  web_authn_session_data jsonb,
  wrong_codes            integer     not null default 0,
  verified_at            timestamptz,
  created_at             timestamptz not null default now()
);
comment on table auth.mfa_challenges is 'Good for five minutes, from the address that asked, once.';
comment on column auth.mfa_challenges.otp_code is 'of a phone factor: a keyed hash of what was sent';
comment on column auth.mfa_challenges.wrong_codes is 'ten close the challenge';
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at on auth.mfa_challenges (created_at);

alter table auth.mfa_challenges enable row level security;
revoke all on auth.mfa_challenges from public, anon, authenticated, service_role;

-- Passkeys: a way to sign in, no second factor.
create table auth.webauthn_credentials (
  id              uuid        primary key default gen_random_uuid(),
  user_id         uuid        not null references auth.users (id) on delete cascade,
  credential_id   bytea       not null unique,
  public_key      bytea       not null,
  aaguid          uuid,
  sign_count      bigint      not null default 0,
  transports      jsonb       not null default '[]',
  backup_eligible boolean     not null default false,
  backed_up       boolean     not null default false,
  friendly_name   text        not null default '',
  last_used_at    timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index webauthn_credentials_user_id on auth.webauthn_credentials (user_id);

alter table auth.webauthn_credentials enable row level security;
revoke all on auth.webauthn_credentials from public, anon, authenticated, service_role;

create table auth.webauthn_challenges (
  id             uuid        primary key default gen_random_uuid(),
  user_id        uuid        references auth.users (id) on delete cascade,
  challenge_type text        not null check (challenge_type in ('registration', 'authentication')),
  session_data   jsonb       not null,
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
comment on column auth.webauthn_challenges.user_id is 'null for a sign-in: the passkey says whose it is';
create index webauthn_challenges_user_id on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_challenges enable row level security;
revoke all on auth.webauthn_challenges from public, anon, authenticated, service_role;

-- The keys that sign access tokens.

create table auth.signing_keys (
  kid                   text        primary key,
  state                 text        not null check (state in ('standby', 'current', 'previous', 'revoked')),
  public_jwk            jsonb       not null,
  encrypted_private_jwk text        not null,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  verifies_until        timestamptz
);
comment on column auth.signing_keys.verifies_until is 'of a previous key: when the longest token it signed ends';
create unique index signing_keys_one_current on auth.signing_keys ((true)) where state = 'current';
create unique index signing_keys_one_standby on auth.signing_keys ((true)) where state = 'standby';

alter table auth.signing_keys enable row level security;
revoke all on auth.signing_keys from public, anon, authenticated, service_role;

set check_function_bodies = on;
