-- Who pays under another name, number or postcode than the order's is shown in « Paiements » until an administrator says
-- that it is right, as who pays under another e-mail is. `payerDifferences` of domain/leads compares; the answer is kept.

alter table private.payment_events add column payer_differs text[];
comment on column private.payment_events.payer_differs is
  'What the payer told otherwise than the order, as `PayerDifference` of domain/leads/payer.ts; null until compared, empty once confirmed.';

drop index private.payment_events_to_look_at;
create index payment_events_to_look_at on private.payment_events (received_at)
  where state = 'waiting' or email is not null or payer_differs <> '{}';
create index payment_events_to_compare on private.payment_events (received_at)
  where state = 'applied' and payer is not null and payer_differs is null;

create or replace function private.forget_payer() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.email := null;
  new.payer := null;
  new.payer_differs := null;
  return new;
end
$$;

create or replace function public.count_admin_alerts() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'deliveries', (select count(*) from private.deliveries where status = 'dead'),
    'payments', (select count(*) from private.payment_events
                   where state = 'waiting' or email is not null or payer_differs <> '{}')
  );
end
$$;

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
           event.payment_intent, event.customer, event.subscription,
           event.payer, case when event.payer is not null then private.company_of(coalesce(event.lead_id, named.id)) end
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    left join public.leads as named on named.id = submission.lead_id
    left join public.user_profiles as named_profile on named_profile.id = named.user_profile_id
    where event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}'
  $$;
comment on function private.open_payments is
  'Payments for an administrator to look at: without `lead_id`, no lead is paid by them; with it, who paid gave another e-mail, name, number or postcode.';

create or replace function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
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
  if event.state = 'applied' and event.email is null and coalesce(event.payer_differs, '{}') = '{}' then
    return 'attached'; -- said before
  end if;

  update public.leads set payment_status = true, last_contact_at = now()
    where id = lead_id_param and event.state = 'waiting' and not payment_status;
  update private.payment_events
    set state = 'applied', lead_id = lead_id_param, email = null, payer_differs = '{}',
        schedule = case event.state when 'waiting' then schedule_param else schedule end
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  return 'attached';
end
$$;
