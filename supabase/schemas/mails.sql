-- Mails to visitors: each commits with what caused it, and leaves once.

-- A mail greets by a first name only where its address proved that name, by an account that confirmed it or by an order
-- that was paid: a stranger may type « Virement Urgent » beside any address. Else it says « Bonjour, ».
create function private.first_name_of_account(address text) returns text
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

-- It is data like the rest: the server says it only where it reads like a first name (domain/kernel/first-name.ts).
create function private.first_name_of_lead(lead_id_param uuid) returns text
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

-- The first mail of an order for closing or the conference leads to its payment, under the id of its lead, which pays for
-- that order and changes nothing of it.
create function private.order_in_mail(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'offer',         submission.form,
      'order',         submission.idempotency_key,
      'lead',          case when submission.form in ('closing', 'conferences') then submission.lead_id end,
      'callsPerDay',   submission.answers -> 'calls_per_month',
      'activeClients', submission.answers -> 'active_clients_per_month',
      'prospects',     submission.answers -> 'prospects_per_month',
      'asked',         case submission.form
        when 'closing' then to_jsonb(private.calls_ordered(submission.answers ->> 'prospects_count'))
        else private.order_of(submission) -> 'asked'
      end,
      'objectives',    submission.answers -> 'objectives',
      'kind',          submission.answers #> '{extra_answers,kind}'))
  $$;
comment on function private.order_in_mail is
  'Numbers, codes and the references of the order: nothing that was typed but a number of calls.';

create function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      select 'mail', 'mail.' || template, lead_id_param,
             jsonb_build_object('to', private.mailable_address(recipient), 'template', template, 'data', data)
               || jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_lead(lead_id_param)))
      where private.mailable_address(recipient) is not null
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;
comment on function private.queue_lead_mail is
  'Leaves after the commit, and goes with the lead when it is erased. Nothing is written to what can be nobody''s address.';

-- The first mail leads back to the summary of the very order it confirms: it names the submission, and the server makes
-- the link from that when the mail leaves.
create function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
    or not private.may_mail_to(new.email)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, private.order_in_mail(new)
    || case when private.is_waitlisted(new.answers) then jsonb_build_object('place', new.id) else '{}' end);
  return null;
end
$$;

create trigger confirm_first_submission after insert on private.submissions
  for each row when (new.form <> 'general' and not new.is_suspect and new.written_by is null)
  execute function private.confirm_first_submission();

-- The confirmation of an order links to the terms that it accepted: the mail knows their day, and no other word of them.
create function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  ordered jsonb := (
    select private.order_of(submission)
    from private.submissions as submission where submission.lead_id = new.lead_id and submission.is_adopted);
  agreed  jsonb := coalesce(new.schedule, (
    select sold.entry -> 'schedule' from jsonb_array_elements(new.right_for) as sold (entry) where sold.entry @> ordered limit 1));
begin
  update private.payment_events set schedule = agreed where id = new.id and schedule is distinct from agreed;
  update public.leads set paid_on = new.paid_on where id = new.lead_id and paid_on is null and new.paid_on is not null;
  -- Numbers and codes only: the number of prospects of a closing order is text that somebody typed.
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',         lead.funnel_origin,
      'amountCents',   new.amount_cents,
      'currency',      new.currency,
      'paidOn',        new.paid_on,
      'schedule',      agreed,
      'terms',         substring(private.accepted_terms(lead.id) ->> 'version' from '^\d{4}-\d\d-\d\d$'),
      'firstPassword', private.issue_first_password(lead.id),
      'asked',         case when lead.funnel_origin <> 'closing' then ordered -> 'asked' end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

create trigger confirm_payment after update of state on private.payment_events
  for each row when (old.state = 'waiting' and new.state = 'applied') execute function private.confirm_payment();
