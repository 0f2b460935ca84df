-- Anybody can ask for a sign-up or a code with the address of who paid. Nothing of it was proved, and yet it kept them from
-- their first password: the mail of their payment carried no link, or one that said an account existed.

create function private.was_never_proved(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.email_confirmed_at is null
        and account.phone_confirmed_at is null
        and not coalesce(account.is_anonymous, false)
        and coalesce(account.encrypted_password, '') = ''
        and not exists (
          select from auth.identities
          where identities.user_id = account.id and identities.provider not in ('email', 'phone'))
    )
  $$;
comment on function private.was_never_proved is
  'No mailbox and no phone was confirmed, no password counts, no provider and no wallet vouches: whoever typed the address may be anybody.';
revoke all on function private.was_never_proved(uuid) from public, anon, authenticated, service_role;

create or replace function private.is_without_way_in(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select (private.awaits_first_password(account_id_param) or private.was_never_proved(account_id_param))
      and not exists (select from public.admin_users where user_id = account_id_param)
      and not exists (
        select from auth.mfa_factors where mfa_factors.user_id = account_id_param and mfa_factors.status::text = 'verified')
  $$;
comment on function private.is_without_way_in is
  'Invited as a customer, and nobody has chosen how to sign in; or a sign-up that was never proved. Every other account is opened by its own ways only.';
