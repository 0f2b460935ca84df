-- A mail greets by the first name that was given. It is data like the rest: the server says it only where it reads like
-- a first name (domain/kernel/first-name.ts), since anybody may type it.

create function private.first_name_of_lead(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(
      nullif(btrim(lead.first_name), ''),
      (select submission.contact ->> 'first_name'
        from private.submissions as submission
        where submission.lead_id = lead.id and not submission.is_suspect
        order by submission.created_at desc, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  $$;
comment on function private.first_name_of_lead is 'Of the lead; while its first submission is being stored, of that. Null where none was given.';

create or replace function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      select 'mail', 'mail.' || template, lead_id_param,
             jsonb_build_object('to', recipient, 'template', template, 'data', data)
               || jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_lead(lead_id_param)))
      where private.is_single_address(recipient)
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;

create function private.first_name_of_account(address text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select profile.first_name
    from auth.users as account
    join public.user_profiles as profile on profile.user_id = account.id
    where account.email = lower(address)
    limit 1
  );
end
$$;
comment on function private.first_name_of_account is
  'As its owner gave it; null for an address without an account, whatever a form said of it.';
revoke all on function private.first_name_of_account(text) from public, anon, authenticated, service_role;
