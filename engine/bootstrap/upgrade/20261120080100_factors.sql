-- What a second factor and a passkey are checked against, under the names a Supabase project gives it. Applied at every
-- start after 20_auth.sql, as site_server. The API roles reach nothing of it.

create table if not exists auth.mfa_challenges (
  id                     uuid primary key default gen_random_uuid(),
  factor_id              uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address             inet,
  otp_code               text,
  web_authn_session_data jsonb,
  wrong_codes            integer not null default 0,
  verified_at            timestamptz,
  created_at             timestamptz not null default now()
);
comment on table  auth.mfa_challenges             is 'Good for five minutes, from the address that asked, once.';
comment on column auth.mfa_challenges.otp_code    is 'of a phone factor: a keyed hash of what was sent';
comment on column auth.mfa_challenges.wrong_codes is 'ten close the challenge';
create index if not exists mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index if not exists mfa_challenges_created_at on auth.mfa_challenges (created_at);

-- Passkeys: a way to sign in, no second factor.
create table if not exists auth.webauthn_credentials (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users (id) on delete cascade,
  credential_id   bytea not null unique,
  public_key      bytea not null,
  aaguid          uuid,
  sign_count      bigint not null default 0,
  transports      jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up       boolean not null default false,
  friendly_name   text not null default '',
  last_used_at    timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index if not exists webauthn_credentials_user_id on auth.webauthn_credentials (user_id);

create table if not exists auth.webauthn_challenges (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data   jsonb not null,
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
comment on column auth.webauthn_challenges.user_id is 'null for a sign-in: the passkey says whose it is';
create index if not exists webauthn_challenges_user_id on auth.webauthn_challenges (user_id);
create index if not exists webauthn_challenges_expires_at on auth.webauthn_challenges (expires_at);

do $$
declare
  unguarded text;
begin
  for unguarded in
    select relname from pg_catalog.pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity
  loop
    execute format('alter table auth.%I enable row level security', unguarded);
    execute format('revoke all on auth.%I from public, anon, authenticated, service_role', unguarded);
  end loop;
end
$$;
