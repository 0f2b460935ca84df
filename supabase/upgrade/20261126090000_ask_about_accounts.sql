-- The service of accounts may be a project's: then it answers by its API. What that API does not offer is asked here,
-- in the columns that a project has too, and nowhere in the server's code (docs/decisions/0028).

create function private.account_with_address(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$ select id from auth.users where email = lower(email_param) order by created_at limit 1 $$;
comment on function private.account_with_address is 'The API finds accounts by their id alone.';

create function private.addresses_alone(emails_param text[], account_id_param uuid) returns setof text
  language sql stable set search_path = ''
  as $$
    select candidate.email from unnest(emails_param) as candidate (email)
    where not exists (
      select from auth.users where lower(users.email) = candidate.email and users.id is distinct from account_id_param
    )
  $$;
comment on function private.addresses_alone is 'Of addresses in lower case, those that no other account answers to.';

create function private.account_sessions(account_id_param uuid)
  returns table (
    id uuid, aal text, user_agent text, ip inet,
    created_at timestamptz, refreshed_at timestamptz, updated_at timestamptz, not_after timestamptz
  )
  language sql stable set search_path = ''
  as $$
    select session.id, coalesce(session.aal::text, 'aal1'), session.user_agent, session.ip,
           session.created_at, session.refreshed_at, greatest(session.created_at, session.updated_at), session.not_after
    from auth.sessions as session where session.user_id = account_id_param
  $$;
comment on function private.account_sessions is 'The API lists no sessions.';

create function private.session_exists(session_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from auth.sessions where id = session_id_param) $$;

create function private.end_sessions(account_id_param uuid, session_id_param uuid default null) returns integer
  language sql volatile set search_path = ''
  as $$
    with ended as (
      delete from auth.sessions
      where user_id = account_id_param and (session_id_param is null or id = session_id_param) returning 1
    )
    select count(*)::integer from ended
  $$;
comment on function private.end_sessions is
  'All of an account, or one. The API ends a session for whoever shows its token, which nobody else has.';

create function private.administrators_without_factor() returns setof text
  language sql stable set search_path = ''
  as $$
    select account.email::text
    from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
    where not exists (
      select from auth.mfa_factors as factor where factor.user_id = account.id and factor.status::text = 'verified'
    )
    order by 1
  $$;

-- Accounts of a project that were erased here. The project is asked once that has committed; it may be away then, and
-- nothing else remembers them.
create table private.account_removals (
  account_id uuid        not null,
  asked_at   timestamptz not null default now(),
  constraint account_removals_pkey primary key (account_id)
);
alter table private.account_removals enable row level security;
alter table private.account_removals force row level security;
create policy "The owner of the schema remembers whose account has to go" on private.account_removals
  for all to current_user using (true) with check (true);

revoke all on private.account_removals from public, anon, authenticated, service_role;
revoke all on function
  private.account_with_address(text), private.addresses_alone(text[], uuid), private.account_sessions(uuid),
  private.session_exists(uuid), private.end_sessions(uuid, uuid), private.administrators_without_factor()
  from public, anon, authenticated, service_role;
