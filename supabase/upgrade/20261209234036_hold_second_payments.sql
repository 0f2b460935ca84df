-- An order is paid once. What comes for an order that is paid waits for an administrator and changes no answers: its
-- reference may be a stranger's, who sent a form under the customer's address. The customer is told, since they may have
-- paid twice. What is needed to find a payment at the provider is kept with it. See docs/decisions/0067.

alter table private.payment_events
  add column session        text,
  add column payment_intent text,
  add column customer       text,
  add column is_test        boolean not null default false,
  add column is_second      boolean not null default false,
  add constraint payment_events_provider_ids_are_short check (
    greatest(char_length(session), char_length(payment_intent), char_length(customer)) <= 255);
comment on column private.payment_events.session        is 'The provider''s id of the checkout: two endpoints at the provider send two events about one.';
comment on column private.payment_events.payment_intent is 'The provider''s id of the money, by which it is refunded; null when nothing was collected.';
comment on column private.payment_events.customer       is 'The provider''s id of whoever paid.';
comment on column private.payment_events.is_test        is 'Of the provider''s test mode, on a site in production: no money came.';
comment on column private.payment_events.is_second      is 'Its order was paid already: it waits for an administrator, whatever it is right for.';
create unique index payment_events_by_session on private.payment_events (session) where session is not null;

create or replace function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  right_id   text;
begin
  select * into submission from private.submissions where idempotency_key = reference_param;
  if not found then
    return false;
  end if;

  -- The order everybody takes: profile, then lead, then submission.
  perform private.take_turn(submission.email);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = submission.lead_id)
    for no key update;
  select * into lead from public.leads where id = submission.lead_id for no key update;
  select * into submission from private.submissions where id = submission.id for no key update;
  if not found then
    return false; -- erased meanwhile
  end if;

  if not lead.payment_status then
    select id into right_id from private.payment_events
      where reference = reference_param::text and state = 'waiting' and not is_second
        and right_for @> jsonb_build_array(private.order_of(submission))
      order by received_at, id limit 1;
    if not found then
      return false;
    end if;

    -- In the audit log it is the server's doing, whoever sent the answers that the payment waited for.
    perform set_config('request.jwt.claims', '', true);
    is_newest := private.newest_submission_id(lead.id) = submission.id;
    if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
      perform private.adopt_submission(submission.id);
      if not is_newest then
        update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
      end if;
    end if;
    update public.leads set payment_status = true, last_contact_at = now() where id = lead.id;

    select coalesce(paid.email, profile.email) into lead_email
      from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
      where paid.id = lead.id;
    with applied as (
      update private.payment_events
        set state = 'applied', lead_id = lead.id,
            email = case when lower(email) is distinct from lower(lead_email) then email end
        where id = right_id
        returning id, type
    )
    insert into private.audit_log (action, lead_id, detail)
      select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  end if;

  update private.payment_events set is_second = true
    where reference = reference_param::text and state = 'waiting' and not is_second and not is_test;
  return right_id is not null;
end
$$;
comment on function private.apply_payments is
  'Marks the lead of this reference as paid by the first right payment, with the answers that were paid for. Every other one waits as a second payment. False where none was applied.';

create or replace function private.record_payment_event(event private.payment_events) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission_key uuid := case
    when event.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid
  end;
begin
  event.reference := coalesce(submission_key::text, event.reference);
  perform private.take_payment_turn(event.reference);
  insert into private.payment_events (id, type, reference, email, amount_cents, currency, right_for, link_offer, link_volume, paid_on,
    invoice, subscription, session, payment_intent, customer, is_test)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on, event.invoice, event.subscription,
            event.session, event.payment_intent, event.customer, coalesce(event.is_test, false))
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  return (select state from private.payment_events where id = event.id);
end
$$;
comment on function private.record_payment_event is
  'Keeps a payment whose signature was checked, once for each event and each checkout: applied, waiting for its lead or for an administrator, or known already.';

create function private.tell_second_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_lead_mail('payment-twice', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',       lead.funnel_origin,
      'amountCents', new.amount_cents,
      'currency',    new.currency,
      'paidOn',      new.paid_on)))
    from private.submissions as submission join public.leads as lead on lead.id = submission.lead_id
    where submission.idempotency_key::text = new.reference and lead.email is not null;
  return null;
end
$$;
comment on function private.tell_second_payment is
  'To the address of the lead, and to no other that was given to the provider. Of a checkout that collected nothing, the team alone reads.';

create trigger tell_second_payment after update of is_second on private.payment_events
  for each row when (new.is_second and not old.is_second and new.amount_cents > 0)
  execute function private.tell_second_payment();

-- What the desk compares: why a payment waits, the payments that its order has, and its names at the provider.
alter type private.open_payment
  add attribute is_test        boolean,
  add attribute is_second      boolean,
  add attribute paid_before    jsonb,
  add attribute payment_intent text,
  add attribute customer       text,
  add attribute subscription   text;

create or replace function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email),
           event.link_offer, event.link_volume,
           case when submission.id is not null then private.order_of(submission) end, named.id,
           nullif(concat_ws(' ', coalesce(named.first_name, named_profile.first_name), coalesce(named.last_name, named_profile.last_name)), ''),
           coalesce(named.email, named_profile.email),
           event.is_test, event.is_second or coalesce(named.payment_status, false),
           (select jsonb_agg(jsonb_build_object('payment_id', before.id, 'amount_cents', before.amount_cents,
                'currency', before.currency, 'received_at', before.received_at) order by before.received_at, before.id)
            from private.payment_events as before where before.lead_id = named.id and before.state = 'applied'),
           event.payment_intent, event.customer, event.subscription
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    left join public.leads as named on named.id = submission.lead_id
    left join public.user_profiles as named_profile on named_profile.id = named.user_profile_id
    where event.state = 'waiting' or event.email is not null
  $$;
comment on function private.open_payments is
  'Payments for an administrator to look at: without `lead_id`, none is attached yet, and `named_lead_id` is whose reference it gives; with it, who paid gave another e-mail.';

-- A training body is one by its own word: of what came before, a checkout of nothing is right for none unless its page said so.
update private.payment_events
  set right_for = (
    select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(right_for) as right_one (entry)
    where entry ->> 'asked' not like 'formation %' or entry ->> 'asked' is null)
  where state = 'waiting' and amount_cents = 0 and right_for::text like '%formation %';

revoke all on function private.tell_second_payment() from public, anon, authenticated, service_role;
