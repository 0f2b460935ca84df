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
