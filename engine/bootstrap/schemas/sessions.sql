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
