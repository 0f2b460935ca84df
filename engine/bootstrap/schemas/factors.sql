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
