-- Who administers is a row, never a claim of a token; the rights of a session end when the session does.

create table public.admin_users (
  id         uuid        not null default gen_random_uuid(),
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  constraint admin_users_pkey            primary key (id),
  constraint admin_users_one_per_account unique (user_id),
  constraint admin_users_account         foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table public.admin_users is 'Administrators. Written by migrations and by `npm run admin` only.';

create function private.live_user_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select session.user_id
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (auth.jwt() ->> 'session_id')::uuid
      and session.user_id = auth.uid()
      and (session.not_after is null or session.not_after > now())
      and (account.banned_until is null or account.banned_until <= now())
  $$;
comment on function private.live_user_id is 'The caller, while the session of their token still exists. A token outlives its session by up to an hour.';

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and (
          auth.jwt() ->> 'aal' = 'aal2'
          or not exists (select from auth.mfa_factors where mfa_factors.user_id = admin_users.user_id and status::text = 'verified')
        )
    )
  $$;
comment on function private.is_admin is 'An administrator with a live session, and past the second factor when one is enrolled.';

create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise exception 'administrators only' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is 'The first line of every procedure for administrators: a refusal, where a policy would show no rows.';

create function private.account_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select lower(email) from auth.users where id = (select private.live_user_id()) $$;

alter table public.admin_users enable row level security;
alter table public.admin_users force row level security;

revoke all on public.admin_users from public, anon, authenticated, service_role;
grant select on public.admin_users to authenticated, service_role;

revoke all on function private.live_user_id(), private.is_admin(), private.require_admin(), private.account_email()
  from public, anon, authenticated, service_role;
grant execute on function private.live_user_id(), private.is_admin(), private.account_email() to authenticated, service_role;

create policy "The owner of the schema keeps the list of administrators" on public.admin_users
  for all to current_user using (true) with check (true);
create policy "Trusted servers can read the list of administrators" on public.admin_users
  for select to service_role using (true);
create policy "Administrators can find themselves" on public.admin_users
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_admin()));
