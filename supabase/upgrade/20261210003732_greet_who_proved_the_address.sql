-- « Bonjour Virement Urgent, » reached any mailbox that a stranger typed beside it. A mail greets by a first name only where
-- its address proved that name: by an account that confirmed it, or by an order that was paid. Else it says « Bonjour, ».

create or replace function private.first_name_of_account(address text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select profile.first_name
    from auth.users as account
    join public.user_profiles as profile on profile.user_id = account.id
    where account.email = private.canonical_email(address) and account.email_confirmed_at is not null
    limit 1
  );
end
$$;
comment on function private.first_name_of_account is
  'As its owner gave it, once the address was confirmed; null for an address without an account, whatever a form said of it.';

create or replace function private.first_name_of_lead(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(
      private.first_name_of_account(lead.email),
      case when exists (
        select from private.payment_events as event
        where event.lead_id = lead.id and event.state = 'applied' and event.amount_cents > 0
      ) then nullif(btrim(lead.first_name), '') end)
    from public.leads as lead where lead.id = lead_id_param
  $$;
comment on function private.first_name_of_lead is
  'Of the account that confirmed its address; else of the lead, once something was paid for it. Null otherwise: anybody may type it.';
