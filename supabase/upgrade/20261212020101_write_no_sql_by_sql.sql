-- The view, two updates and one procedure name every question. Functions wrote them at run time, so that no search found
-- their text; it stands in supabase/schemas now, written there by scripts/write-questions.ts.

drop function private.add_question, private.write_from_questions, private.write_admin_dashboard,
  private.write_snapshot_functions, private.write_create_lead_without_auth;

create or replace function private.write_lead_snapshot(lead_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.leads as lead
    set (
      -- questions: of leads
      email, first_name, last_name, phone, company_name,
      business_type, welcome_message, knowledge_base_url, knowledge_base_text, intention,
      calls_per_month, business_hours, voice, prospects_per_month, current_clients,
      marketing_needs, active_clients_per_month, client_followup_goals, role, prospects_count,
      objectives, extra_answers, contacts_per_month, audience, company_siren,
      company_legal_name, company_address
      -- end of questions
    ) = (
      select
        -- questions: of leads
        email, first_name, last_name, phone, company_name,
        business_type, welcome_message, knowledge_base_url, knowledge_base_text, intention,
        calls_per_month, business_hours, voice, prospects_per_month, current_clients,
        marketing_needs, active_clients_per_month, client_followup_goals, role, prospects_count,
        objectives, extra_answers, contacts_per_month, audience, company_siren,
        company_legal_name, company_address
        -- end of questions
      from jsonb_populate_record(null::public.leads, '{"extra_answers": {}}' || snapshot)
    )
    where lead.id = lead_id_param
  $$;

create or replace function private.write_profile_answers(profile_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.user_profiles as profile
    set (
      -- questions: of profiles
      first_name, last_name, phone, company_name, business_type,
      welcome_message, knowledge_base_url, knowledge_base_text, intention, calls_per_month,
      business_hours, voice, prospects_per_month, current_clients, marketing_needs,
      active_clients_per_month, client_followup_goals, contacts_per_month, audience, company_siren,
      company_legal_name, company_address
      -- end of questions
    ) = (
      select
        -- questions: of profiles
        first_name, last_name, phone, company_name, business_type,
        welcome_message, knowledge_base_url, knowledge_base_text, intention, calls_per_month,
        business_hours, voice, prospects_per_month, current_clients, marketing_needs,
        active_clients_per_month, client_followup_goals, contacts_per_month, audience, company_siren,
        company_legal_name, company_address
        -- end of questions
      from jsonb_populate_record(null::public.user_profiles, snapshot)
    )
    where profile.id = profile_id_param
  $$;

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

  if submission.form is null or submission.form not in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences') then
    raise exception 'funnel_origin_unknown: funnel_origin_param';
  end if;
  return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
end
$$;
comment on function public.create_lead_without_auth is
  'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended, or that lacks the second factor, counts as none: nothing is lost, nothing of the account is changed. website_param is the trap field: filled, the lead is marked suspect.';
revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;
