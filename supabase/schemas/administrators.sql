-- Who administers is a row, never a claim of a token; the rights of a session end when the session does.

create function private.has_role(least_role text) returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and array_position(private.roles(), role) >= array_position(private.roles(), least_role)
        and (not is_invited or private.signed_in_with_password())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  );
end
$$;
comment on function private.has_role is
  'An administrator with this role or a higher one and a live session who has chosen a password, past the second factor when one is enrolled or required.';
revoke all on function private.has_role from public, anon, authenticated, service_role;
grant execute on function private.has_role to authenticated, service_role;

create function private.roles() returns text[]
  language sql immutable parallel safe
  return array['reader', 'seller', 'manager'];
comment on function private.roles is 'From the least to the most: who has a role may all that the roles before it may.';

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select private.has_role('reader')
  );
end
$$;
comment on function private.is_admin is 'An administrator of any role: see private.has_role.';
revoke all on function private.is_admin from public, anon, authenticated, service_role;
grant execute on function private.is_admin to authenticated, service_role;

create table public.admin_users (
  id         uuid        not null default gen_random_uuid(),
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  is_invited boolean     not null default false,
  name       text        not null default '',
  role       text        not null default 'manager',
  constraint admin_users_pkey            primary key (id),
  constraint admin_users_one_per_account unique (user_id),
  constraint admin_users_account         foreign key (user_id) references auth.users (id) on delete cascade,
  constraint admin_users_name_is_short   check (char_length(name) <= 100),
  constraint admin_users_role_is_known   check (role in ('reader', 'seller', 'manager'))
);
comment on table  public.admin_users is 'Administrators. Written by migrations and by `npm run admin` only.';
comment on column public.admin_users.is_invited is
  'Invited, and has not chosen a password yet: administers nothing. Every way into the account was closed when this was set.';

comment on column public.admin_users.name is 'As colleagues read it; empty where none was written: they read the address.';
comment on column public.admin_users.role is 'What they may: see private.roles. Looked up for each call, so that a change holds at once.';

alter table public.admin_users enable row level security, force row level security;
revoke all on public.admin_users from public, anon, authenticated, service_role;
grant select on public.admin_users to authenticated, service_role;
create policy "The owner of the schema keeps the list of administrators" on public.admin_users
  for all to current_user using (true) with check (true);
create policy "Trusted servers can read the list of administrators" on public.admin_users
  for select to service_role using (true);
create policy "Administrators can find themselves" on public.admin_users
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_admin()));

-- Two who take each other's role away at once wait here, one for the other: the second sees what the first has done.
create function private.wait_for_team() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('the team changes', 0));
  return null;
end
$$;

create function private.keep_a_manager() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from gone left join public.admin_users as stays using (user_id)
    where gone.role = 'manager' and not gone.is_invited and stays.role is distinct from 'manager'
  ) and not exists (select from public.admin_users where role = 'manager' and not is_invited) then
    raise exception 'the last manager stays' using errcode = '23514', constraint = 'admin_users_keep_a_manager';
  end if;
  return null;
end
$$;
comment on function private.keep_a_manager is
  'Whoever takes it away: the last manager whose right has begun is neither withdrawn nor made less. A new invitation leaves the role.';

create trigger wait_for_team before update of role or delete on public.admin_users
  for each statement execute function private.wait_for_team();
create trigger keep_a_manager_withdrawn after delete on public.admin_users
  referencing old table as gone for each statement execute function private.keep_a_manager();
create trigger keep_a_manager_changed after update on public.admin_users
  referencing old table as gone for each statement execute function private.keep_a_manager();

-- An anonymous account (Supabase's anonymous sign-in) has no more rights than a visitor, whatever a policy, a grant or a
-- procedure gives to `authenticated`: each of them asks here who the caller is.
create function private.live_user_id() returns uuid
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select session.user_id
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (auth.jwt() ->> 'session_id')::uuid
      and session.user_id = auth.uid()
      and (session.not_after is null or session.not_after > now())
      and (account.banned_until is null or account.banned_until <= now())
      and not account.is_anonymous
  );
end
$$;
comment on function private.live_user_id is
  'The caller, while the session of their token still exists and is somebody''s. A token outlives its session by up to an hour.';

create function private.has_passed_second_factor() returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select auth.jwt() ->> 'aal' = 'aal2'
       and exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and aal::text = 'aal2')
  );
end
$$;
comment on function private.has_passed_second_factor is
  'By the token and by its session: a token outlives a factor that was removed.';

-- A customer's second factor guards what they own: with the password alone, and after the end of the session, a token
-- reads no profile and no lead, and makes none.
create function private.proved_user_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select caller.id
    from (select private.live_user_id() as id) as caller
    where not exists (select from auth.mfa_factors where user_id = caller.id and status::text = 'verified')
       or private.has_passed_second_factor()
  $$;
comment on function private.proved_user_id is
  'The caller whose session is live and, where a second factor is verified, past it. What belongs to a customer is asked for by this one.';
revoke all on function private.proved_user_id from public, anon, authenticated, service_role;
grant execute on function private.proved_user_id to authenticated, service_role;

create function private.signed_in_with_password() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false) $$;
comment on function private.signed_in_with_password is
  'By the caller''s token. Of an invited account it was chosen since: the invitation took the one before away, and ended every session.';

-- What an administrator may read depends on their second factor, by whichever door: with ADMIN_SECOND_FACTOR=required one
-- without a verified factor reads nothing. The server writes that setting at start.
create function private.needs_second_factor(user_id_param uuid) returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select exists (select from private.settings where key = 'administrator_second_factor' and value = '"required"')
        or exists (select from auth.mfa_factors where user_id = user_id_param and status::text = 'verified')
  );
end
$$;
comment on function private.needs_second_factor is
  'Without the setting, only who has enrolled one: so it was before there was a setting.';

create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise exception 'administrators only' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is
  'The first line of every procedure for administrators: a refusal, where a policy would show no rows.';

create function private.require_role(least_role text) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.has_role(least_role) then
    raise exception 'administrators with the role % only', least_role using errcode = '42501';
  end if;
end
$$;
comment on function private.require_role is 'As private.require_admin, for procedures that not every administrator may call.';

create function private.account_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select lower(email collate "C") from auth.users where id = (select private.proved_user_id()) $$;
revoke all on function private.account_email from public, anon, authenticated, service_role;
grant execute on function private.account_email to authenticated, service_role;

create function public.own_administrator_access() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  caller constant uuid := private.live_user_id();
begin
  if caller is null then
    raise exception 'somebody signed in only' using errcode = '42501';
  end if;
  return case
    when not exists (select from public.admin_users where user_id = caller) then 'none'
    when private.is_admin() then 'granted'
    when exists (select from public.admin_users where user_id = caller and is_invited)
      and not private.signed_in_with_password() then 'invited'
    when exists (select from auth.mfa_factors where user_id = caller and status::text = 'verified') then 'verify'
    else 'enrol'
  end;
end
$$;
comment on function public.own_administrator_access is
  'How far the caller is from administering: none, invited (a password), enrol (a second factor), verify (its code), granted. Of nobody else.';
revoke all on function public.own_administrator_access from public, anon, authenticated, service_role;
grant execute on function public.own_administrator_access to authenticated;

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

create function private.administrators_with_other_ways() returns table (email text, ways text[])
  language sql stable set search_path = ''
  as $$
    select account.email::text, array(
      select identity.provider::text from auth.identities as identity
      where identity.user_id = account.id and identity.provider::text <> 'email'
      union
      select 'phone' where coalesce(account.phone::text, '') <> ''
      order by 1)
    from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
    where coalesce(account.phone::text, '') <> ''
      or exists (select from auth.identities where user_id = account.id and provider::text <> 'email')
    order by 1
  $$;
comment on function private.administrators_with_other_ways is
  'Administrators whose accounts also open by a linked identity or a phone. The API of a project takes neither away.';

create function public.list_colleagues() returns table (user_id uuid, email text, name text, role text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select listed.user_id, account.email::text, listed.name, listed.role
    from public.admin_users as listed join auth.users as account on account.id = listed.user_id
    order by lower(coalesce(nullif(listed.name, ''), account.email::text)), listed.user_id;
end
$$;
comment on function public.list_colleagues is
  'The administrators: who may own a lead, has written a line or is told of one. Administrators only.';
revoke all on function public.list_colleagues from public, anon, authenticated, service_role;
grant execute on function public.list_colleagues to authenticated;
