-- Whoever gives a lead to somebody chooses among the administrators, who could find themselves only.

create type private.lead_owner as (user_id uuid, email text);

create function public.list_lead_owners() returns setof private.lead_owner
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select listed.user_id, account.email::text
    from public.admin_users as listed join auth.users as account on account.id = listed.user_id
    order by account.email;
end
$$;
comment on function public.list_lead_owners is 'Who may own a lead: the administrators, by their e-mail. Administrators only.';

revoke all on function public.list_lead_owners() from public, anon, authenticated, service_role;
grant execute on function public.list_lead_owners() to authenticated;
