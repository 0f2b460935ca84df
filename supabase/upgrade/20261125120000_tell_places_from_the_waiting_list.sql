-- Who has a place at the conference and who waits for the next one are two things: the queue tells them apart too.

alter type private.open_delivery add attribute is_waiting_list boolean;

create or replace function private.open_deliveries() returns setof private.open_delivery
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
           case when delivery.kind = 'mail' then delivery.body ->> 'to' end,
           coalesce('waitlist' in (delivery.body ->> 'kind', delivery.body #>> '{data,kind}'), false)
    from private.deliveries as delivery
    join private.delivery_receivers() as receiver on receiver.receiver_id is not distinct from delivery.receiver_id
    left join public.leads as lead on lead.id = delivery.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where delivery.status <> 'delivered'
  $$;
comment on function private.open_deliveries is
  'What has not arrived. Of a body, the recipient of a mail and whether it is about the waiting list of the conference. `next_try_at` is null when none is planned.';
