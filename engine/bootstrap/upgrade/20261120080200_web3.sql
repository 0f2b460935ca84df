-- What somebody proved themselves with, once: the message a wallet signed, the ID token a provider handed to a client.
create table if not exists auth.used_proofs (
  proof_hash text primary key,
  expires_at timestamptz not null
);
comment on column auth.used_proofs.expires_at is 'from then on the proof is refused for its age';
create index if not exists used_proofs_expires_at on auth.used_proofs (expires_at);

alter table auth.used_proofs enable row level security;
revoke all on auth.used_proofs from public, anon, authenticated, service_role;
