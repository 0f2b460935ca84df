-- An offer that is added changes two functions: the lists of offers in checks, paths and reminders are these.
create function private.forms() returns text[]
  language sql immutable parallel safe
  return array['general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences'];
grant execute on function private.forms to authenticated, service_role;

create function private.funnels() returns text[]
  language sql immutable parallel safe
  return array['secretariat', 'suiviclient', 'marketing'];
comment on function private.forms is 'Where a lead comes from, as domain/kernel/lead.ts says it: checks and paths ask it here.';
comment on function private.funnels is 'Those of five steps, whose answers a profile keeps.';

create or replace function private.default_path_of_form(form text) returns text
  language sql immutable parallel safe
  return case when form = any (private.funnels()) then '/inscription-' || form when form = 'general' then '/' else '/' || form end;

create or replace function private.funnel_origin_of_path(path text) returns text
  language sql immutable parallel safe
  return (
    select form from unnest(private.forms()) as form
    where form <> 'general' and path like '%' || private.default_path_of_form(form) || '%' limit 1
  );

alter table public.leads
  drop constraint leads_funnel_origin_is_known,
  add constraint leads_funnel_origin_is_known check (funnel_origin = any (private.forms()));
alter table private.submissions
  drop constraint submissions_form_is_known,
  add constraint submissions_form_is_known check (form = any (private.forms()));
alter table private.step_counts
  drop constraint step_counts_funnel_is_known,
  add constraint step_counts_funnel_is_known check (funnel = any (private.funnels()));

drop function private.columns_of_form(text);
alter table private.questions
  drop constraint questions_forms_are_known,
  add constraint questions_forms_are_known check (forms <@ array_remove(private.forms(), 'general')),
  drop column is_of_profile;
alter table private.questions
  add column is_of_profile boolean not null generated always as (forms && private.funnels()) stored;
comment on column private.questions.is_of_profile is
  'Asked by a questionnaire: kept in the profile too, and a parameter of create_lead_without_auth.';
create function private.columns_of_form(form text) returns text[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(question.column_name), '{}')
  from private.questions as question
  where columns_of_form.form = any (question.forms) and question.is_of_profile and not question.is_contact;
end;
comment on function private.columns_of_form is
  'Answers of the profile that a form asks for: what it leaves empty there is empty.';

create or replace function public.create_lead_without_auth(
  email_param             text  default null,
  funnel_origin_param     text  default null,
  registration_path_param text  default null,
  -- questions: parameters
  first_name_param               text   default null,
  last_name_param                text   default null,
  phone_param                    text   default null,
  company_name_param             text   default null,
  business_type_param            text   default null,
  welcome_message_param          text   default null,
  knowledge_base_url_param       text   default null,
  knowledge_base_text_param      text   default null,
  intention_param                text   default null,
  calls_per_month_param          text   default null,
  business_hours_param           text[] default null,
  voice_param                    text   default null,
  prospects_per_month_param      text   default null,
  current_clients_param          text   default null,
  marketing_needs_param          text   default null,
  active_clients_per_month_param text   default null,
  client_followup_goals_param    text   default null,
  contacts_per_month_param       text   default null,
  audience_param                 text   default null,
  company_siren_param            text   default null,
  company_legal_name_param       text   default null,
  company_address_param          text   default null,
  -- end of questions
  idempotency_key_param   uuid  default null,
  consents_param          jsonb default null,
  attribution_param       jsonb default null,
  website_param           text  default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  submission private.submissions;
begin
  submission.form            := private.trimmed(funnel_origin_param);
  submission.idempotency_key := idempotency_key_param;
  submission.user_id         := private.proved_user_id();
  submission.email           := coalesce(private.account_email(), private.read_email(email_param, 'email_param'));
  submission.source_path     := private.read_path(registration_path_param, 'registration_path_param');
  submission.consents        := private.read_notes(consents_param, 'consents_param');
  submission.attribution     := private.read_notes(attribution_param, 'attribution_param');
  submission.is_suspect      := private.trimmed(website_param) is not null
                                or coalesce(current_setting('request.suspect', true), '') = 'true';
  submission.contact         := jsonb_strip_nulls(jsonb_build_object(
    -- questions: contact
    'first_name', private.read_text(first_name_param, 300, 'first_name_param'),
    'last_name', private.read_text(last_name_param, 300, 'last_name_param'),
    'phone', private.read_text(phone_param, 300, 'phone_param'),
    'company_name', private.read_text(company_name_param, 300, 'company_name_param'),
    'business_type', private.read_text(business_type_param, 300, 'business_type_param')
    -- end of questions
  ));
  submission.answers         := jsonb_strip_nulls(jsonb_build_object(
    -- questions: answers
    'welcome_message', private.read_text(welcome_message_param, 4000, 'welcome_message_param'),
    'knowledge_base_url', private.read_text(knowledge_base_url_param, 2000, 'knowledge_base_url_param'),
    'knowledge_base_text', private.read_text(knowledge_base_text_param, 4400, 'knowledge_base_text_param'),
    'intention', private.read_text(intention_param, 300, 'intention_param'),
    'calls_per_month', private.read_count(calls_per_month_param, 'calls_per_month_param'),
    'business_hours', private.read_hours(business_hours_param, 'business_hours_param'),
    'voice', private.read_text(voice_param, 300, 'voice_param'),
    'prospects_per_month', private.read_text(prospects_per_month_param, 300, 'prospects_per_month_param'),
    'current_clients', private.read_text(current_clients_param, 300, 'current_clients_param'),
    'marketing_needs', private.read_text(marketing_needs_param, 4000, 'marketing_needs_param'),
    'active_clients_per_month', private.read_count(active_clients_per_month_param, 'active_clients_per_month_param'),
    'client_followup_goals', private.read_text(client_followup_goals_param, 4000, 'client_followup_goals_param'),
    'contacts_per_month', private.read_count(contacts_per_month_param, 'contacts_per_month_param'),
    'audience', private.read_text(audience_param, 300, 'audience_param'),
    'company_siren', private.read_text(company_siren_param, 9, 'company_siren_param'),
    'company_legal_name', private.read_text(company_legal_name_param, 300, 'company_legal_name_param'),
    'company_address', private.read_text(company_address_param, 300, 'company_address_param')
    -- end of questions
  ));

  if submission.form is null or submission.form <> all (private.forms()) then
    raise exception 'funnel_origin_unknown: funnel_origin_param';
  end if;
  return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
end
$$;

create or replace function private.due_reminders(now_param timestamptz, most integer) returns setof private.due_reminder
  language sql stable set search_path = ''
  as $$
    select distinct on (lead.user_profile_id)
      lead.id, lead.email, private.order_in_mail(submission) || jsonb_build_object('lead', lead.id)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.is_adopted
      and submission.form = any (private.funnels())
      and submission.created_at > now_param - interval '8 days'
      and submission.created_at <= now_param - interval '1 day'
      and submission.updated_at <= now_param - interval '1 day'
      and submission.written_by is null
      and private.has_consented(lead.consents, 'reminder')
      and lead.lead_status = 'to_contact'
      and not lead.payment_status
      and not lead.is_suspect
      and lead.reminders_stopped_at is null
      and not exists (
        select from private.payment_events as event where event.reference = submission.idempotency_key::text)
      -- One for a person, whatever else they ordered.
      and not exists (
        select from public.leads as sibling
        join private.deliveries as delivery on delivery.lead_id = sibling.id
        where sibling.user_profile_id = lead.user_profile_id and delivery.event = 'mail.order-reminder')
    order by lead.user_profile_id, submission.created_at desc, submission.id
    limit most
  $$;
