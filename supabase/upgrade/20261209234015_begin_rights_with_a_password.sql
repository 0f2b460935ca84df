-- An invitation gave the right to administer at once: who had another way into the account was an administrator before
-- its owner had read the mail. The right of who is invited begins with the password they choose. See docs/decisions/0057.

alter table public.admin_users add column is_invited boolean not null default false;
comment on column public.admin_users.is_invited is
  'Invited, and has not chosen a password yet: administers nothing. Every way into the account was closed when this was set.';

create function private.signed_in_with_password() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false) $$;
comment on function private.signed_in_with_password is
  'By the caller''s token. Of an invited account it was chosen since: the invitation took the one before away, and ended every session.';

create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and (not is_invited or private.signed_in_with_password())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  $$;
comment on function private.is_admin is
  'An administrator with a live session who has chosen a password, past the second factor when one is enrolled or required.';

create or replace function public.own_administrator_access() returns text
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

revoke all on function private.signed_in_with_password(), private.administrators_with_other_ways()
  from public, anon, authenticated, service_role;
