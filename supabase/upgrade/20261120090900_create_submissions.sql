-- What a form sent is kept whole, under the key the browser gave it, whatever becomes of its lead; and each submission
-- leaves its events in the outbox by trigger, whichever door it came through.

create table private.submissions (
  id              uuid        not null default gen_random_uuid(),
  idempotency_key uuid        not null default gen_random_uuid(),
  form            text        not null,
  email           text        not null,
  contact         jsonb       not null default '{}',
  answers         jsonb       not null default '{}',
  consents        jsonb       not null default '{}',
  attribution     jsonb       not null default '{}',
  source_path     text,
  user_id         uuid,
  lead_id         uuid        not null,
  is_adopted      boolean     not null default false,
  is_suspect      boolean     not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint submissions_pkey            primary key (id),
  constraint submissions_one_per_key     unique (idempotency_key),
  constraint submissions_lead            foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint submissions_form_is_known   check (form in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences')),
  constraint submissions_path_is_a_path  check (source_path ~ '^/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?$' and char_length(source_path) <= 300),
  constraint submissions_objects         check (
    jsonb_typeof(contact) = 'object' and jsonb_typeof(answers) = 'object'
    and jsonb_typeof(consents) = 'object' and jsonb_typeof(attribution) = 'object'
  )
);
comment on column private.submissions.idempotency_key is 'Made by the browser; also the reference given back and to the payment page.';
comment on column private.submissions.contact         is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.answers         is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.is_adopted      is 'Its answers are those the lead shows; the others are proposals.';

create unique index submissions_one_adopted_per_lead on private.submissions (lead_id) where is_adopted;
create index submissions_by_lead on private.submissions (lead_id);

alter table private.submissions enable row level security;
alter table private.submissions force row level security;
revoke all on private.submissions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the submissions" on private.submissions
  for all to current_user using (true) with check (true);

create function private.event_of_form(form text) returns text
  language sql immutable parallel safe
  return case form when 'closing' then 'closing.registered' when 'conferences' then 'conference.registered' else 'questionnaire.submitted' end;

create function private.default_path_of_form(form text) returns text
  language sql immutable parallel safe
  return case when form in ('secretariat', 'marketing', 'suiviclient') then '/inscription-' || form when form = 'general' then '/' else '/' || form end;

create function private.offer_answers(form text, answers jsonb) returns jsonb
  language sql immutable parallel safe
  return case form
    when 'secretariat' then jsonb_build_object(
      'welcomeMessage',    coalesce(answers ->> 'welcome_message', ''),
      'knowledgeBaseUrl',  coalesce(answers ->> 'knowledge_base_url', ''),
      'knowledgeBaseText', coalesce(answers ->> 'knowledge_base_text', ''),
      'intention',         coalesce(answers ->> 'intention', ''),
      'callsPerMonth',     answers -> 'calls_per_month',
      'callsPerDay',       answers -> 'calls_per_month',
      'businessHours',     coalesce(answers -> 'business_hours', '[]'::jsonb),
      'voice',             coalesce(answers ->> 'voice', ''))
    when 'marketing' then jsonb_build_object(
      'voice',             coalesce(answers ->> 'voice', ''),
      'prospectsPerMonth', coalesce(answers ->> 'prospects_per_month', ''),
      'currentClients',    coalesce(answers ->> 'current_clients', ''),
      'marketingNeeds',    coalesce(answers ->> 'marketing_needs', ''))
    when 'suiviclient' then jsonb_build_object(
      'voice',                 coalesce(answers ->> 'voice', ''),
      'activeClientsPerMonth', coalesce(answers ->> 'active_clients_per_month', ''),
      'clientFollowupGoals',   coalesce(answers ->> 'client_followup_goals', ''))
    when 'closing' then jsonb_build_object(
      'role',           coalesce(answers ->> 'role', ''),
      'prospectsCount', coalesce(answers ->> 'prospects_count', ''),
      'objectives',     coalesce(answers -> 'objectives', '[]'::jsonb))
    else coalesce(answers -> 'extra_answers', '{}'::jsonb)
  end;
comment on function private.offer_answers is
  'The fields of one offer, under the names receivers know: all of them, "" when not answered, null for a number. callsPerMonth holds calls per day, said plainly by callsPerDay.';

create function private.event_body(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.offer_answers(submission.form, submission.answers) || jsonb_build_object(
      'event',        private.event_of_form(submission.form),
      'reference',    submission.idempotency_key,
      'consents',     submission.consents,
      'firstName',    coalesce(submission.contact ->> 'first_name', ''),
      'lastName',     coalesce(submission.contact ->> 'last_name', ''),
      'email',        submission.email,
      'phone',        coalesce(submission.contact ->> 'phone', ''),
      'companyName',  coalesce(submission.contact ->> 'company_name', ''),
      'businessType', coalesce(submission.contact ->> 'business_type', ''),
      'funnel',       submission.form,
      'timestamp',    to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'source',       coalesce((select value #>> '{}' from private.settings where key = 'site_origin'), '')
                        || coalesce(submission.source_path, private.default_path_of_form(submission.form))
    )
  $$;
comment on function private.event_body is 'Flat: the fields of the specification, then event, reference, consents and callsPerDay.';

create function private.announce_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.deliveries (kind, receiver_id, event, lead_id, body)
    select 'webhook', receiver.id, private.event_of_form(new.form), new.lead_id, private.event_body(new)
    from private.receivers as receiver
    where receiver.topic = 'lead' and receiver.disabled_at is null;
  perform pg_notify('deliveries', '');
  return null;
end
$$;

create trigger announce_submission after insert on private.submissions
  for each row execute function private.announce_submission();

create trigger announce_changed_answers after update of contact, answers on private.submissions
  for each row when ((old.contact, old.answers) is distinct from (new.contact, new.answers))
  execute function private.announce_submission();
