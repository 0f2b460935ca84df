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
