-- What must reach somebody else (automation receivers, mailboxes) is a row before it is a message: it commits with what
-- caused it, survives a crash, and is tried until it is delivered or given up where an administrator sees it.

create table private.receivers (
  id              uuid        not null default gen_random_uuid(),
  topic           text        not null,
  url             text        not null,
  disabled_at     timestamptz,
  disabled_reason text,
  paused_until    timestamptz,
  failure_count   integer     not null default 0,
  created_at      timestamptz not null default now(),
  constraint receivers_pkey                 primary key (id),
  constraint receivers_one_per_url          unique (topic, url),
  constraint receivers_failures_are_counted check (failure_count >= 0),
  constraint receivers_topic_is_known       check (topic in ('lead', 'sign_in', 'send_sms'))
);
comment on table private.receivers is 'Addresses come from the environment only; the outbox writes them here at start.';

alter table private.receivers enable row level security, force row level security;
revoke all on private.receivers from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the receivers" on private.receivers
  for all to current_user using (true) with check (true);

create table private.deliveries (
  id            uuid        not null default gen_random_uuid(),
  kind          text        not null,
  receiver_id   uuid,
  event         text        not null,
  lead_id       uuid,
  body          jsonb       not null,
  status        text        not null default 'waiting',
  attempts      integer     not null default 0,
  next_try_at   timestamptz not null default now(),
  leased_until  timestamptz,
  leased_by     text,
  last_status   integer,
  last_error    text,
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  submission_id uuid,
  merged_from   uuid,
  traceparent   text        default substring(
    current_setting('request.traceparent', true) from '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  last_answer   text,
  constraint deliveries_pkey                     primary key (id),
  constraint deliveries_receiver                 foreign key (receiver_id) references private.receivers (id),
  constraint deliveries_lead                     foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint deliveries_kind_is_known            check (kind in ('webhook', 'mail')),
  constraint deliveries_status_is_known          check (status in ('waiting', 'delivered', 'dead')),
  constraint deliveries_webhooks_have_a_receiver check ((kind = 'webhook') = (receiver_id is not null)),
  constraint deliveries_answer_is_short          check (char_length(last_answer) <= 300)
);
comment on column private.deliveries.id is
  'The webhook-id: the same on every try of one body. A body that changes gets another, since the old one may have been seen.';
comment on column private.deliveries.body is 'Of a webhook, what is posted; of a mail, {"to", "template", "data"}.';
comment on column private.deliveries.submission_id is
  'Whose answers it announces; null for every other event. No foreign key: it goes with its lead, and outlives nothing else.';
comment on column private.deliveries.merged_from is 'The lead it was about, before that one was merged into this one.';
comment on column private.deliveries.traceparent is
  'W3C trace context; null where traces are off. Drawn by the server for one request: says nothing of who made it.';
comment on column private.deliveries.last_answer is
  'What the mail server said of the last try, in its own words, without addresses. It goes with the body.';

-- The worker's claim, its sweep of lost leases, the admin's list of what gave up, and the erasure of a lead.
create index deliveries_due on private.deliveries (next_try_at) where status = 'waiting';
create index deliveries_by_receiver on private.deliveries (receiver_id, created_at) where status <> 'delivered';
create index deliveries_by_lead on private.deliveries (lead_id);
-- The delivery that newer answers replace.
create index deliveries_that_wait_by_submission on private.deliveries (submission_id, receiver_id)
  where status = 'waiting' and submission_id is not null;
create index deliveries_with_delivered_body on private.deliveries (delivered_at) where status = 'delivered' and body <> '{}';
create index deliveries_delivered on private.deliveries (delivered_at) where status = 'delivered';
create index deliveries_dead on private.deliveries (created_at) where status = 'dead';
create unique index deliveries_one_of_each_mail_per_lead on private.deliveries (lead_id, event)
  where event in ('mail.lead-received', 'mail.payment-received') and merged_from is null;
create unique index deliveries_one_reminder_per_lead on private.deliveries (lead_id) where event = 'mail.order-reminder';
create index deliveries_mails_by_address on private.deliveries (private.canonical_email(body ->> 'to'))
  where kind = 'mail' and lead_id is null;

alter table private.deliveries enable row level security, force row level security;
revoke all on private.deliveries from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the deliveries" on private.deliveries
  for all to current_user using (true) with check (true);

create type private.delivery_receiver as (
  receiver_id      uuid,
  topic            text,
  host             text,
  number           integer,
  dead_count       integer,
  replayable_count integer,
  waiting_count    integer,
  paused_until     timestamptz,
  disabled_reason  text
);

create type private.open_delivery as (
  delivery_id     uuid,
  receiver_id     uuid,
  topic           text,
  host            text,
  number          integer,
  event           text,
  status          text,
  attempts        integer,
  last_status     integer,
  last_error      text,
  next_try_at     timestamptz,
  is_replayable   boolean,
  created_at      timestamptz,
  lead_id         uuid,
  lead_name       text,
  recipient       text,
  is_waiting_list boolean,
  last_answer     text
);

create function private.event_of_form(form text) returns text
  language sql immutable parallel safe
  return case form when 'closing' then 'closing.registered' when 'conferences' then 'conference.registered' else 'questionnaire.submitted' end;

create function private.event_body(submission private.submissions) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  contact     jsonb   := submission.contact;
  answers     jsonb   := submission.answers;
  consents    jsonb   := submission.consents;
  is_proposal boolean := submission.from_another_device and not submission.is_adopted;
begin
  -- A receiver files what it reads under the e-mail: of a proposal it reads what the lead says, and that more waits.
  if is_proposal then
    select private.answered(to_jsonb(lead)), private.answered(to_jsonb(lead)), lead.consents into contact, answers, consents
      from public.leads as lead where lead.id = submission.lead_id;
  end if;
  return private.offer_answers(submission.form, answers) || private.contact_answers(contact) || jsonb_build_object(
    'event',     private.event_of_form(submission.form),
    'reference', submission.idempotency_key,
    'consents',  consents,
    'email',     coalesce(submission.email, ''),
    'funnel',    submission.form,
    'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'source',    coalesce((select value #>> '{}' from private.settings where key = 'site_origin'), '')
                   || coalesce(submission.source_path, private.default_path_of_form(submission.form))
  ) || case when is_proposal then '{"fromAnotherDevice": true}'::jsonb else '{}' end;
end
$$;
comment on function private.event_body is
  'Flat: the fields of the specification, then event, reference, consents and callsPerDay. fromAnotherDevice: true of answers that wait, which are then those of the lead.';

create function private.announce_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', receiver.id, private.event_of_form(new.form), new.lead_id, new.id, private.event_body(new)
    from private.receivers as receiver
    where receiver.topic = 'lead' and receiver.disabled_at is null;
  perform pg_notify('deliveries', '');
  return null;
end
$$;

create trigger announce_submission after insert on private.submissions
  for each row when (new.import_id is null) execute function private.announce_submission();

create function private.announce_changed_answers() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_body jsonb := private.event_body(new);
begin
  -- One that a worker claims at this moment is waited for, and then counts as on its way.
  with enabled as (
    select id from private.receivers where topic = 'lead' and disabled_at is null
  ), replaced as (
    update private.deliveries as delivery
      set id = gen_random_uuid(), body = new_body, attempts = 0, last_status = null, last_error = null,
          next_try_at = now(), created_at = now(), leased_by = null, leased_until = null
      from enabled
      where delivery.submission_id = new.id and delivery.receiver_id = enabled.id and delivery.status = 'waiting'
        and (delivery.leased_until is null or delivery.leased_until <= now())
      returning delivery.receiver_id
  )
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', enabled.id, private.event_of_form(new.form), new.lead_id, new.id, new_body
    from enabled where not exists (select from replaced where replaced.receiver_id = enabled.id);
  perform pg_notify('deliveries', '');
  return null;
end
$$;
comment on function private.announce_changed_answers is
  'The submission is locked, so changes of one key come one after the other. A try that was refused has its pauses again: the body is another one.';

create trigger announce_changed_answers after update of contact, answers on private.submissions
  for each row when ((old.contact, old.answers) is distinct from (new.contact, new.answers))
  execute function private.announce_changed_answers();
create trigger announce_adopted_answers after update of is_adopted on private.submissions
  for each row when (new.is_adopted and not old.is_adopted and new.from_another_device and new.lead_id = old.lead_id)
  execute function private.announce_changed_answers();

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

create function public.list_delivery_receivers() returns setof private.delivery_receiver
  language sql stable security definer set search_path = ''
  as $$ select private.require_role('manager'); select * from private.delivery_receivers() $$;
revoke all on function public.list_delivery_receivers from public, anon, authenticated, service_role;
grant execute on function public.list_delivery_receivers to authenticated;

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
           case when delivery.kind = 'mail' then delivery.body ->> 'to' end,
           coalesce('waitlist' in (delivery.body ->> 'kind', delivery.body #>> '{data,kind}'), false),
           delivery.last_answer
    from private.deliveries as delivery
    join private.delivery_receivers() as receiver on receiver.receiver_id is not distinct from delivery.receiver_id
    left join public.leads as lead on lead.id = delivery.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where delivery.status <> 'delivered'
  $$;
comment on function private.open_deliveries is
  'What has not arrived. Of a body, the recipient of a mail and whether it is about the waiting list of the conference. `next_try_at` is null when none is planned.';

create function public.list_open_deliveries() returns setof private.open_delivery
  language sql stable security definer set search_path = ''
  as $$ select private.require_role('manager'); select * from private.open_deliveries() $$;
revoke all on function public.list_open_deliveries from public, anon, authenticated, service_role;
grant execute on function public.list_open_deliveries to authenticated;
