-- What went astray is shown to whoever can put it right: deliveries that gave up or wait, and payments that name no lead or
-- came under another e-mail than their lead's. Bodies and addresses stay here: an address may hold a secret in its path.

create type private.delivery_receiver as (
  receiver_id uuid, topic text, host text, number integer, dead_count integer, replayable_count integer,
  waiting_count integer, paused_until timestamptz, disabled_reason text
);

create function private.delivery_receivers() returns setof private.delivery_receiver
  language sql stable set search_path = ''
  as $$
    with undelivered as (
      select delivery.receiver_id,
             count(*) filter (where status = 'dead')                   as dead_count,
             count(*) filter (where status = 'dead' and body <> '{}')  as replayable_count,
             count(*) filter (where status = 'waiting')                as waiting_count
      from private.deliveries as delivery where status <> 'delivered' group by delivery.receiver_id
    ), endpoints as (
      select id, receiver.topic, substring(url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') as host, created_at, paused_until,
             disabled_at, disabled_reason
      from private.receivers as receiver
      union all
      select null, 'mail', null, null,
             (select (value ->> 'paused_until')::timestamptz from private.settings where key = 'mail_pause'), null, null
    ), named as (
      select endpoints.*,
             case when count(*) over alike > 1
               then row_number() over (partition by endpoints.topic, endpoints.host order by created_at, id)
             end::integer as number
      from endpoints window alike as (partition by endpoints.topic, endpoints.host)
    )
    select named.id, named.topic, named.host, named.number,
           coalesce(undelivered.dead_count, 0)::integer, coalesce(undelivered.replayable_count, 0)::integer,
           coalesce(undelivered.waiting_count, 0)::integer, named.paused_until,
           case when named.disabled_at is not null then coalesce(named.disabled_reason, 'unknown') end
    from named left join undelivered on undelivered.receiver_id is not distinct from named.id
    where named.disabled_at is null or undelivered.receiver_id is not null
    order by named.topic, named.host, named.number
  $$;
comment on function private.delivery_receivers is
  'Where deliveries go, with what has not arrived there. The mail server has no id. `number` tells apart receivers of one host.';

create type private.open_delivery as (
  delivery_id uuid, receiver_id uuid, topic text, host text, number integer, event text, status text, attempts integer,
  last_status integer, last_error text, next_try_at timestamptz, is_replayable boolean, created_at timestamptz,
  lead_id uuid, lead_name text, recipient text
);

create function private.open_deliveries() returns setof private.open_delivery
  language sql stable set search_path = ''
  as $$
    select delivery.id, delivery.receiver_id, receiver.topic, receiver.host, receiver.number, delivery.event, delivery.status,
           delivery.attempts, delivery.last_status, delivery.last_error,
           case
             when delivery.status = 'dead' or receiver.disabled_reason is not null then null
             when delivery.attempts = 0 then greatest(delivery.created_at, receiver.paused_until)
             else greatest(delivery.next_try_at, receiver.paused_until)
           end,
           delivery.body <> '{}' and receiver.disabled_reason is distinct from 'not_configured',
           delivery.created_at, delivery.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           case when delivery.kind = 'mail' then delivery.body ->> 'to' end
    from private.deliveries as delivery
    join private.delivery_receivers() as receiver on receiver.receiver_id is not distinct from delivery.receiver_id
    left join public.leads as lead on lead.id = delivery.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where delivery.status <> 'delivered'
  $$;
comment on function private.open_deliveries is
  'What has not arrived. Of a body, the recipient of a mail alone: without it nobody could be told. `next_try_at` is null when none is planned.';

create type private.open_payment as (
  payment_id text, reference text, email text, amount_cents bigint, currency text, received_at timestamptz,
  lead_id uuid, lead_name text, lead_email text
);

create function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email)
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where event.state = 'waiting' or event.email is not null
  $$;
comment on function private.open_payments is
  'Payments for an administrator to look at: without `lead_id`, no lead is paid yet; with it, who paid gave another e-mail.';

create index payment_events_to_look_at on private.payment_events (received_at) where state = 'waiting' or email is not null;

create function public.list_delivery_receivers() returns setof private.delivery_receiver
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.delivery_receivers() $$;

create function public.list_open_deliveries() returns setof private.open_delivery
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.open_deliveries() $$;

create function public.list_open_payments() returns setof private.open_payment
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.open_payments() $$;

create function public.count_admin_alerts() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'deliveries', (select count(*) from private.deliveries where status = 'dead'),
    'payments', (select count(*) from private.payment_events where state = 'waiting' or email is not null)
  );
end
$$;
comment on function public.count_admin_alerts is 'The figures beside « Livraisons » and « Paiements » in the bar of the admin.';

revoke all on function
  public.list_delivery_receivers(), public.list_open_deliveries(), public.list_open_payments(), public.count_admin_alerts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_delivery_receivers(), public.list_open_deliveries(), public.list_open_payments(), public.count_admin_alerts()
  to authenticated;

create function private.attach_payment(payment_id_param text, lead_id_param uuid) returns text
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
            jsonb_build_object('event', event.id, 'type', event.type));
  return 'attached';
end
$$;
comment on function private.attach_payment is
  'An administrator says whose payment it is; who may was checked before. Of a payment that has this lead already, that its other e-mail is right.';
