-- The one procedure strangers may call. It takes what a questionnaire holds, refuses what cannot be one, never reads
-- anything back, and answers the same whoever the e-mail belongs to. With the token of a signed-in customer it writes
-- their own profile and lead.

create function private.read_text(value text, length_limit integer, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  answer text := private.trimmed(value);
begin
  if char_length(answer) > length_limit then
    raise exception 'value_too_long: %', parameter;
  end if;
  return answer;
end
$$;

create function private.read_count(value text, parameter text) returns integer
  language plpgsql immutable set search_path = ''
  as $$
begin
  if private.trimmed(value) !~ '^[0-9]{1,9}$' then
    raise exception 'number_malformed: %', parameter;
  end if;
  return private.trimmed(value)::integer;
end
$$;

create function private.read_email(value text, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  email text := private.read_text(value, 300, parameter);
begin
  if email is null then
    raise exception 'email_missing: %', parameter;
  end if;
  if email !~ E'^[^\\s[:cntrl:]\u00a0]+@[^\\s[:cntrl:]\u00a0]+$' then
    raise exception 'email_malformed: %', parameter;
  end if;
  return email;
end
$$;
comment on function private.read_email is 'No space, something on both sides of "@": the rule of the forms, nothing stricter.';

create function private.read_hours(value text[], parameter text) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
begin
  if char_length(array_to_string(value, ',')) > 320 or array_ndims(value) > 1 then
    raise exception 'value_too_long: %', parameter;
  end if;
  return to_jsonb(private.listed_hours(value));
end
$$;

create function private.read_notes(value jsonb, parameter text) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
begin
  if jsonb_typeof(value) is distinct from 'object' then
    return '{}';
  end if;
  if octet_length(value::text) > 8192 then
    raise exception 'value_too_long: %', parameter;
  end if;
  return value;
end
$$;

create function public.create_lead_without_auth(
  email_param                    text    default null,
  funnel_origin_param            text    default null,
  first_name_param               text    default null,
  last_name_param                text    default null,
  phone_param                    text    default null,
  company_name_param             text    default null,
  business_type_param            text    default null,
  registration_path_param        text    default null,
  welcome_message_param          text    default null,
  knowledge_base_url_param       text    default null,
  knowledge_base_text_param      text    default null,
  intention_param                text    default null,
  calls_per_month_param          text    default null,
  business_hours_param           text[]  default null,
  voice_param                    text    default null,
  prospects_per_month_param      text    default null,
  current_clients_param          text    default null,
  marketing_needs_param          text    default null,
  active_clients_per_month_param text    default null,
  client_followup_goals_param    text    default null,
  idempotency_key_param          uuid    default null,
  consents_param                 jsonb   default null,
  attribution_param              jsonb   default null,
  website_param                  text    default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  submission private.submissions;
begin
  submission.form            := private.trimmed(funnel_origin_param);
  submission.idempotency_key := idempotency_key_param;
  submission.user_id         := private.live_user_id();
  submission.email           := coalesce(private.account_email(), private.read_email(email_param, 'email_param'));
  submission.source_path     := private.read_path(registration_path_param, 'registration_path_param');
  submission.consents        := private.read_notes(consents_param, 'consents_param');
  submission.attribution     := private.read_notes(attribution_param, 'attribution_param');
  submission.is_suspect      := private.trimmed(website_param) is not null
                                or coalesce(current_setting('request.suspect', true), '') = 'true';
  submission.contact         := jsonb_strip_nulls(jsonb_build_object(
    'first_name',    private.read_text(first_name_param, 300, 'first_name_param'),
    'last_name',     private.read_text(last_name_param, 300, 'last_name_param'),
    'phone',         private.read_text(phone_param, 300, 'phone_param'),
    'company_name',  private.read_text(company_name_param, 300, 'company_name_param'),
    'business_type', private.read_text(business_type_param, 300, 'business_type_param')));
  submission.answers         := jsonb_strip_nulls(jsonb_build_object(
    'welcome_message',          private.read_text(welcome_message_param, 4000, 'welcome_message_param'),
    'knowledge_base_url',       private.read_text(knowledge_base_url_param, 2000, 'knowledge_base_url_param'),
    'knowledge_base_text',      private.read_text(knowledge_base_text_param, 4400, 'knowledge_base_text_param'),
    'intention',                private.read_text(intention_param, 300, 'intention_param'),
    'calls_per_month',          private.read_count(calls_per_month_param, 'calls_per_month_param'),
    'business_hours',           private.read_hours(business_hours_param, 'business_hours_param'),
    'voice',                    private.read_text(voice_param, 300, 'voice_param'),
    'prospects_per_month',      private.read_text(prospects_per_month_param, 300, 'prospects_per_month_param'),
    'current_clients',          private.read_text(current_clients_param, 300, 'current_clients_param'),
    'marketing_needs',          private.read_text(marketing_needs_param, 4000, 'marketing_needs_param'),
    'active_clients_per_month', private.read_count(active_clients_per_month_param, 'active_clients_per_month_param'),
    'client_followup_goals',    private.read_text(client_followup_goals_param, 4000, 'client_followup_goals_param')));

  if submission.form is null or submission.form not in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences') then
    raise exception 'funnel_origin_unknown: funnel_origin_param';
  end if;
  return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
end
$$;
comment on function public.create_lead_without_auth is
  'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended counts as none, so nothing is lost. website_param is the trap field: filled, the lead is marked suspect.';

revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;
