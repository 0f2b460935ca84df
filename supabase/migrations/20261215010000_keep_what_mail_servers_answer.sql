-- What a mail server says of a mail that it refuses is worth more than a code: it is kept with the delivery.
alter table private.deliveries
  add column last_answer text,
  add constraint deliveries_answer_is_short check (char_length(last_answer) <= 300);
comment on column private.deliveries.last_answer is
  'What the mail server said of the last try, in its own words, without addresses. It goes with the body.';

alter type private.open_delivery add attribute last_answer text;

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
           coalesce('waitlist' in (delivery.body ->> 'kind', delivery.body #>> '{data,kind}'), false),
           delivery.last_answer
    from private.deliveries as delivery
    join private.delivery_receivers() as receiver on receiver.receiver_id is not distinct from delivery.receiver_id
    left join public.leads as lead on lead.id = delivery.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where delivery.status <> 'delivered'
  $$;
