-- A payment names its own lead, in an address that the buyer may write: so it marks a lead as paid only when it is the right
-- one for what was ordered. Prices are not here: whoever records an event says which orders it is right for.

alter table private.payment_events
  add column right_for   jsonb not null default '[]',
  add column link_offer  text,
  add column link_volume text,
  add constraint payment_events_right_for_is_a_list   check (jsonb_typeof(right_for) = 'array'),
  add constraint payment_events_link_texts_are_short  check (greatest(char_length(link_offer), char_length(link_volume)) <= 40);
comment on column private.payment_events.right_for   is 'The orders that this is the right amount for, as private.order_of gives them. Empty: an administrator decides.';
comment on column private.payment_events.link_offer  is 'What the payment link says that it sells; null when it does not say.';
comment on column private.payment_events.link_volume is 'The volume that the payment link says that it sells; null when it does not say.';
comment on table private.payment_events is
  'Payments the provider told us of, by its own event id. What stays waiting matches no lead, or is not what its lead owes: doctor lists it.';

create function private.order_of(submission private.submissions) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object('form', submission.form, 'asked', case submission.form
      when 'secretariat' then submission.answers -> 'calls_per_month'
      when 'suiviclient' then submission.answers -> 'active_clients_per_month'
      when 'marketing'   then submission.answers -> 'prospects_per_month'
      when 'closing'     then submission.answers -> 'prospects_count'
      when 'conferences' then submission.answers #> '{extra_answers,kind}'
    end)
  $$;
comment on function private.order_of is 'The form, and the one answer that the price depends on: null when it was not given.';

create or replace function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  ordered    jsonb;
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

  ordered := jsonb_build_array(private.order_of(submission));
  perform from private.payment_events
    where reference = reference_param::text and state = 'waiting' and right_for @> ordered;
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
  update public.leads set payment_status = true, last_contact_at = now() where id = lead.id and not payment_status;

  select coalesce(paid.email, profile.email) into lead_email
    from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
    where paid.id = lead.id;
  with applied as (
    update private.payment_events
      set state = 'applied', lead_id = lead.id,
          email = case when lower(email) is distinct from lower(lead_email) then email end
      where reference = reference_param::text and state = 'waiting' and right_for @> ordered
      returning id, type
  )
  insert into private.audit_log (action, lead_id, detail)
    select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  return true;
end
$$;
comment on function private.apply_payments is
  'Marks the lead of this reference as paid, with the answers that were paid for. False while there is no such lead, or no right payment.';

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
  insert into private.payment_events (id, type, reference, email, amount_cents, currency, right_for, link_offer, link_volume)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume)
    on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  return (select state from private.payment_events where id = event.id);
end
$$;
comment on function private.record_payment_event is
  'Keeps an event whose signature was checked, once: applied, waiting for its lead or for an administrator, or known already.';

-- A payment may also wait for answers that were changed before paying and still lie in the browser's queue.
create or replace function private.apply_waiting_payments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Known answers are locked by whoever changes them: taking the turn as well could stop both, since payments take it first.
  if tg_op = 'INSERT' then
    perform private.take_payment_turn(new.idempotency_key::text);
  end if;
  if exists (select from private.payment_events where reference = new.idempotency_key::text and state = 'waiting') then
    perform private.apply_payments(new.idempotency_key);
  end if;
  return null;
end
$$;

create constraint trigger apply_payments_to_changed_answers after update of answers on private.submissions
  deferrable initially deferred for each row when (old.answers is distinct from new.answers)
  execute function private.apply_waiting_payments();

-- Now a payment that waits may name somebody: it forgets who paid when they are erased.
create function private.forget_waiting_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.payment_events set email = null where reference = old.idempotency_key::text and state = 'waiting';
  return null;
end
$$;

create trigger forget_waiting_payer after delete on private.submissions
  for each row execute function private.forget_waiting_payer();

create or replace function private.attach_payment(payment_id_param text, lead_id_param uuid) returns text
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
  update private.payment_events set state = 'applied', lead_id = lead_id_param, email = null where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  return 'attached';
end
$$;

-- What an administrator compares: what was paid, and what the lead it names ordered.
alter type private.open_payment
  add attribute link_offer       text,
  add attribute link_volume      text,
  add attribute ordered          jsonb,
  add attribute named_lead_id    uuid,
  add attribute named_lead_name  text,
  add attribute named_lead_email text;

create or replace function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email),
           event.link_offer, event.link_volume,
           case when submission.id is not null then private.order_of(submission) end, named.id,
           nullif(concat_ws(' ', coalesce(named.first_name, named_profile.first_name), coalesce(named.last_name, named_profile.last_name)), ''),
           coalesce(named.email, named_profile.email)
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
  'Payments for an administrator to look at: without `lead_id`, no lead is paid yet, and `named_lead_id` is whose reference it gives; with it, who paid gave another e-mail.';
