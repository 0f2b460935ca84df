-- What an administrator may read depends on their second factor, whoever asks and by whichever door: with
-- ADMIN_SECOND_FACTOR=required one without a verified factor reads nothing. The server writes that setting at start.

create function private.needs_second_factor(user_id_param uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from private.settings where key = 'administrator_second_factor' and value = '"required"')
        or exists (select from auth.mfa_factors where user_id = user_id_param and status::text = 'verified')
  $$;
comment on function private.needs_second_factor is 'Without the setting, only who has enrolled one: so it was before there was a setting.';

create function private.has_passed_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.jwt() ->> 'aal' = 'aal2'
       and exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and aal::text = 'aal2')
  $$;
comment on function private.has_passed_second_factor is 'By the token and by its session: a token outlives a factor that was removed.';

create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  $$;
comment on function private.is_admin is 'An administrator with a live session, past the second factor when one is enrolled or required.';

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
    when exists (select from auth.mfa_factors where user_id = caller and status::text = 'verified') then 'verify'
    else 'enrol'
  end;
end
$$;
comment on function public.own_administrator_access is
  'How far the caller is from administering: none, enrol (a second factor), verify (its code), granted. Of nobody else.';

revoke all on function
  private.needs_second_factor(uuid), private.has_passed_second_factor(), public.own_administrator_access()
  from public, anon, authenticated, service_role;
grant execute on function public.own_administrator_access() to authenticated;
