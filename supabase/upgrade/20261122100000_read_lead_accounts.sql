-- Before an administrator makes an account for a lead, its file says what there is already: the lead's own account, an
-- invitation nobody has used yet, or an account that has the same e-mail.

create function private.awaits_first_password(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.invited_at is not null
        and coalesce(account.encrypted_password, '') = ''
        and not exists (select from auth.identities where identities.user_id = account.id and identities.provider <> 'email')
    )
  $$;
comment on function private.awaits_first_password is
  'Invited, and still without a way to sign in. An opened link is not enough: its reader may have left without choosing a password.';

create function private.account_to_attach_to(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$
    select account.id from auth.users as account
    where account.email = lower(email_param) and (account.email_confirmed_at is not null or account.invited_at is not null)
    order by account.created_at limit 1
  $$;
comment on function private.account_to_attach_to is
  'An account nobody confirmed and nobody invited is no one''s: whoever typed the e-mail may not be its owner.';

create function public.read_lead_account(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'state', case
        when profile.user_id is not null then
          case when private.awaits_first_password(profile.user_id) then 'invited' else 'active' end
        when private.account_to_attach_to(coalesce(lead.email, profile.email)) is not null then 'elsewhere'
        else 'none'
      end,
      'invited_at', account.invited_at
    )
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param
  );
end
$$;
comment on function public.read_lead_account is
  'none, invited (the invitation is not used yet), active, or elsewhere (an account has the e-mail, and the lead is not its); null once the lead is gone.';

revoke all on function private.awaits_first_password(uuid), private.account_to_attach_to(text), public.read_lead_account(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.read_lead_account(uuid) to authenticated;
