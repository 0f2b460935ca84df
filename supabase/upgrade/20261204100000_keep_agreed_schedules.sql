-- What was agreed with a payment stays as it is, whatever prices, trials or promotions are worked out from later. Prices are
-- not here: whoever records a payment says, beside each order it is right for, what is agreed with it. See docs/decisions/0051.

alter table private.payment_events add column schedule jsonb;
comment on column private.payment_events.schedule  is 'What was agreed when it was applied, as `KeptSchedule` of domain/leads: purchase and dated lines in cents. Null where it is not known.';
comment on column private.payment_events.right_for is 'The orders that this is the right amount for, as private.order_of gives them, each with the schedule that is agreed by it. Empty: an administrator decides.';

create function private.kept_schedule(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select schedule from private.payment_events
    where lead_id = lead_id_param and state = 'applied' and schedule is not null
    order by received_at desc, id limit 1
  $$;
comment on function private.kept_schedule is 'What was agreed with the newest payment of a lead.';

create or replace function private.confirm_payment() returns trigger
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
      'firstPassword', private.issue_first_password(lead.id),
      'asked',         case when lead.funnel_origin <> 'closing' then ordered -> 'asked' end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

drop function private.attach_payment(text, uuid);

create function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
begin
  select * into event from private.payment_events where id = payment_id_param;
  if not found then
    return 'unknown_payment';
  end if;

  perform private.take_payment_turn(event.reference);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param)
    for no key update;
  perform from public.leads where id = lead_id_param for no key update;
  if not found then
    return 'unknown_lead';
  end if;
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if not found then
    return 'unknown_payment'; -- erased meanwhile
  end if;
  if event.state = 'applied' and event.lead_id is distinct from lead_id_param then
    return 'attached_elsewhere';
  end if;
  if event.state = 'applied' and event.email is null then
    return 'attached'; -- said before
  end if;

  update public.leads set payment_status = true, last_contact_at = now()
    where id = lead_id_param and event.state = 'waiting' and not payment_status;
  update private.payment_events
    set state = 'applied', lead_id = lead_id_param, email = null,
        schedule = case event.state when 'waiting' then schedule_param else schedule end
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  return 'attached';
end
$$;
comment on function private.attach_payment is
  'attached, attached_elsewhere, unknown_payment or unknown_lead. The schedule is what is agreed with it, as the caller knows prices.';

create or replace function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'schedule', private.kept_schedule(lead.id),
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', event.id, 'amount_cents', event.amount_cents, 'currency', event.currency,
            'paid_on', event.paid_on, 'received_at', event.received_at) order by event.received_at), '[]')
        from private.payment_events as event where event.lead_id = lead.id and event.state = 'applied'),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;
comment on function private.own_orders is
  'Of each request of an account, what its row does not say: what was agreed with its payment, the change that waits for the team, the payments that came, and the notes that are meant for the customer.';

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'schedule', private.kept_schedule(lead.id),
      'terms', (
        select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
        from private.submissions as submission
        join private.payment_starts as start on start.reference = submission.idempotency_key
        where submission.lead_id = lead.id
        order by start.started_at desc limit 1),
      'newsletter', (
        select jsonb_build_object(
          'requestedAt',    request.requested_at,
          'expiresAt',      request.requested_at + interval '7 days',
          'isExpired',      request.requested_at <= now() - interval '7 days',
          'confirmedAt',    request.confirmed_at,
          'version',        request.confirmed_version,
          'text',           request.confirmed_text,
          'unsubscribedAt', request.unsubscribed_at)
        from private.newsletter_requests as request where request.lead_id = lead.id),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;

revoke all on function private.kept_schedule(uuid), private.attach_payment(text, uuid, jsonb)
  from public, anon, authenticated, service_role;

-- Payments of before: where an amount was paid, it says the price, but for the secretariat, whose first amounts are the same
-- with the promotion and without.
with paid as (
  select event.id, event.paid_on, event.amount_cents, private.order_of(submission) as ordered
  from private.payment_events as event
  join private.submissions as submission on submission.lead_id = event.lead_id and submission.is_adopted
  where event.state = 'applied' and event.paid_on is not null and event.amount_cents > 0 and event.currency = 'eur'
    and event.right_for @> jsonb_build_array(private.order_of(submission))
), known as (
  select id, paid_on, ordered ->> 'form' as form, ordered ->> 'asked' like 'formation %' as is_training,
         case ordered ->> 'form' when 'conferences' then 1 else substring(ordered ->> 'asked' from '^(?:formation )?([0-9]{1,9})$')::integer end as volume,
         jsonb_build_object('includingTax', amount_cents, 'excludingTax', round(amount_cents / 1.2)::bigint) as amount,
         '{"includingTax": 0, "excludingTax": 0}'::jsonb as nothing
  from paid where ordered ->> 'form' in ('suiviclient', 'marketing', 'closing', 'conferences')
)
update private.payment_events as event
  set schedule = jsonb_build_object(
    'purchase', jsonb_build_object('offer', form, 'volume', volume) || case when is_training then '{"isTraining": true}' else '{}'::jsonb end,
    'lines', case
      when form in ('closing', 'conferences') then jsonb_build_array(
        jsonb_build_object('date', known.paid_on, 'kind', 'order', 'amount', amount))
      when is_training then jsonb_build_array(
        jsonb_build_object('date', known.paid_on, 'kind', 'trainingTrial', 'amount', nothing),
        jsonb_build_object('date', known.paid_on + 30, 'kind', 'eachMonth', 'amount', amount))
      else jsonb_build_array(
        jsonb_build_object('date', known.paid_on, 'kind', 'firstMonth', 'amount', amount),
        jsonb_build_object('date', (known.paid_on + interval '1 month')::date, 'kind', 'eachMonth', 'amount', amount))
    end)
  from known
  where event.id = known.id and volume > 0;
