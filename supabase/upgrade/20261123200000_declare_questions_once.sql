-- A question of a form was named in fifteen places of this schema. Here each is declared once: what has to name them is
-- made from the declaration, and a new question is one call of private.add_question.

create table private.questions (
  column_name   text    not null,
  wire_name     text,
  kind          text    not null default 'text',
  max_length    integer,
  forms         text[]  not null,
  is_contact    boolean not null default false,
  is_volume     boolean not null default false,
  unanswered    jsonb   not null default '""',
  position      integer not null generated always as identity,
  is_of_profile boolean not null generated always as (forms && array['secretariat', 'marketing', 'suiviclient']) stored,
  constraint questions_pkey                    primary key (column_name),
  constraint questions_one_per_wire_name       unique (wire_name),
  constraint questions_kind_is_known           check (kind in ('text', 'count', 'hours', 'list', 'notes')),
  constraint questions_texts_have_a_length     check ((kind = 'text') = (max_length is not null)),
  constraint questions_forms_are_known         check (forms <@ array['secretariat', 'marketing', 'suiviclient', 'closing', 'conferences'])
);
comment on table  private.questions               is 'Every question of every form, once. The same as domain/funnel/questions.ts.';
comment on column private.questions.column_name   is 'In leads, and in user_profiles where is_of_profile; the parameter is <column_name>_param.';
comment on column private.questions.wire_name     is 'What receivers know it as; null for answers that are announced key by key.';
comment on column private.questions.max_length    is 'Of a text, in characters.';
comment on column private.questions.is_volume     is 'The price of its offer depends on it.';
comment on column private.questions.unanswered    is 'What an event says when it was not answered; "" also makes a text of a number.';
comment on column private.questions.is_of_profile is 'Asked by a questionnaire: kept in the profile too, and a parameter of create_lead_without_auth.';

alter table private.questions enable row level security;
alter table private.questions force row level security;
revoke all on private.questions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the questions" on private.questions
  for all to current_user using (true) with check (true);

insert into private.questions (column_name, wire_name, kind, max_length, forms, is_contact, is_volume, unanswered) values
  ('email',                    'email',                'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}', true,  false, '""'),
  ('first_name',               'firstName',            'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}', true,  false, '""'),
  ('last_name',                'lastName',             'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}', true,  false, '""'),
  ('phone',                    'phone',                'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}', true,  false, '""'),
  ('company_name',             'companyName',          'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}', true,  false, '""'),
  ('business_type',            'businessType',         'text',  300,  '{secretariat,marketing,suiviclient,conferences}',         true,  false, '""'),
  ('welcome_message',          'welcomeMessage',       'text',  4000, '{secretariat}',                       false, false, '""'),
  ('knowledge_base_url',       'knowledgeBaseUrl',     'text',  2000, '{secretariat}',                       false, false, '""'),
  ('knowledge_base_text',      'knowledgeBaseText',    'text',  4400, '{secretariat}',                       false, false, '""'),
  ('intention',                'intention',            'text',  300,  '{secretariat}',                       false, false, '""'),
  ('calls_per_month',          'callsPerMonth',        'count', null, '{secretariat}',                       false, true,  'null'),
  ('business_hours',           'businessHours',        'hours', null, '{secretariat}',                       false, false, '[]'),
  ('voice',                    'voice',                'text',  300,  '{secretariat,marketing,suiviclient}', false, false, '""'),
  ('prospects_per_month',      'prospectsPerMonth',    'text',  300,  '{marketing}',                         false, true,  '""'),
  ('current_clients',          'currentClients',       'text',  300,  '{marketing}',                         false, false, '""'),
  ('marketing_needs',          'marketingNeeds',       'text',  4000, '{marketing}',                         false, false, '""'),
  ('active_clients_per_month', 'activeClientsPerMonth', 'count', null, '{suiviclient}',                      false, true,  '""'),
  ('client_followup_goals',    'clientFollowupGoals',  'text',  4000, '{suiviclient}',                       false, false, '""'),
  ('role',                     'role',                 'text',  300,  '{closing}',                           false, false, '""'),
  ('prospects_count',          'prospectsCount',       'text',  300,  '{closing}',                           false, true,  '""'),
  ('objectives',               'objectives',           'list',  null, '{closing}',                           false, false, '[]'),
  ('extra_answers',            null,                   'notes', null, '{conferences}',                       false, false, '{}');

-- What reads the declaration ------------------------------------------------------------------------------------------

create or replace function private.answered(row_json jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(row_json)
  join private.questions as question on question.column_name = key
  where value not in ('null'::jsonb, '{}'::jsonb, '[]'::jsonb, '""'::jsonb);
end;

drop function private.snapshot_columns();

create or replace function private.snapshot_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.answered(jsonb_build_object('email', submission.email) || submission.contact || submission.answers) $$;

create or replace function private.columns_of_form(form text) returns text[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(question.column_name), '{}')
  from private.questions as question
  where columns_of_form.form = any (question.forms) and question.is_of_profile and not question.is_contact;
end;

create or replace function private.offer_answers(form text, answers jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(question.wire_name, case question.unanswered
           when '""' then to_jsonb(coalesce(answers ->> question.column_name, ''))
           else coalesce(answers -> question.column_name, question.unanswered)
         end), '{}')
         || case form when 'secretariat' then jsonb_build_object('callsPerDay', answers -> 'calls_per_month') else '{}' end
         || coalesce(answers -> 'extra_answers', '{}')
  from private.questions as question
  where offer_answers.form = any (question.forms) and not question.is_contact and question.wire_name is not null;
end;

create or replace function private.order_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('form', submission.form, 'asked', coalesce(
      (select submission.answers -> column_name from private.questions where is_volume and submission.form = any (forms)),
      case submission.form when 'conferences' then submission.answers #> '{extra_answers,kind}' end
    ))
  $$;

create function private.contact_answers(contact jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select jsonb_object_agg(question.wire_name, coalesce(contact ->> question.column_name, ''))
  from private.questions as question
  where question.is_contact;
end;
comment on function private.contact_answers is 'Who the person is, under the names receivers know; "" when not answered.';

create or replace function private.event_body(submission private.submissions) returns jsonb
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
    'email',     submission.email,
    'funnel',    submission.form,
    'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'source',    coalesce((select value #>> '{}' from private.settings where key = 'site_origin'), '')
                   || coalesce(submission.source_path, private.default_path_of_form(submission.form))
  ) || case when is_proposal then '{"fromAnotherDevice": true}'::jsonb else '{}' end;
end
$$;

-- What has to name every question -------------------------------------------------------------------------------------

-- Both stand on the order of the view's columns, in which a question can only come last.
drop function public.search_leads(text);
drop view public.admin_dashboard;

create function private.write_admin_dashboard() returns void
  language plpgsql volatile set search_path = ''
  as $write$
begin
  execute format(
    $view$
      create or replace view public.admin_dashboard with (security_invoker = true) as
      select
        lead.id                                                                       as lead_id,
        lead.user_profile_id                                                          as user_profile_id,
        profile.user_id                                                               as user_id,
        lead.created_at                                                               as created_at,
        lead.updated_at                                                               as updated_at,
        lead.funnel_origin                                                            as funnel_origin,
        lead.lead_status                                                              as lead_status,
        lead.payment_status                                                           as payment_status,
        case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end as phone_e164,
        private.intention_detail(
          coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
        )                                                                             as intention_detail,
        private.free_knowledge_text(
          coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
        )                                                                             as knowledge_base_own_text,
        private.has_consented(lead.consents, 'calls')                                 as call_consent,
        lead.account_exists                                                           as account_exists,
        lead.newer_answers_at                                                         as newer_answers_at,
        lead.is_suspect                                                               as is_suspect,
        lead.last_contact_at                                                          as last_contact_at,
        case when not lead.payment_status and lead.lead_status <> 'client'
          then lead.last_contact_at + interval '6 months'
        end                                                                           as expires_at,
        %s
      from public.leads as lead
      left join public.user_profiles as profile on profile.id = lead.user_profile_id
      where (select private.is_admin()) or current_user = 'service_role'
    $view$,
    (
      select string_agg(
        case when is_of_profile
          then format('coalesce(lead.%1$I, profile.%1$I) as %1$I', column_name)
          else format('lead.%1$I as %1$I', column_name)
        end, ', ' order by position)
      from private.questions
    )
  );
end
$write$;
comment on function private.write_admin_dashboard is 'Of a question in the profile too: the lead''s own answer, the profile''s where the lead has none.';

create function private.write_snapshot_functions() returns void
  language plpgsql volatile set search_path = ''
  as $write$
declare
  of_lead    text := (select string_agg(quote_ident(column_name), ', ' order by position) from private.questions);
  of_profile text := (select string_agg(quote_ident(column_name), ', ' order by position)
                      from private.questions where is_of_profile and column_name <> 'email');
begin
  execute format(
    $function$
      create or replace function private.write_lead_snapshot(lead_id_param uuid, snapshot jsonb) returns void
        language sql volatile set search_path = ''
        as $body$
          update public.leads as lead
          set (%1$s) = (select %1$s from jsonb_populate_record(null::public.leads, '{"extra_answers": {}}' || snapshot))
          where lead.id = lead_id_param
        $body$
    $function$, of_lead);
  execute format(
    $function$
      create or replace function private.write_profile_answers(profile_id_param uuid, snapshot jsonb) returns void
        language sql volatile set search_path = ''
        as $body$
          update public.user_profiles as profile
          set (%1$s) = (select %1$s from jsonb_populate_record(null::public.user_profiles, snapshot))
          where profile.id = profile_id_param
        $body$
    $function$, of_profile);
end
$write$;

create function private.write_create_lead_without_auth() returns void
  language plpgsql volatile set search_path = ''
  as $write$
declare
  parameters text;
  contact    text;
  answers    text;
begin
  with parameter as (
    select is_contact, position, column_name || '_param' as name,
           case kind when 'hours' then 'text[]' else 'text' end as type,
           format(
             case kind
               when 'count' then '%1$L, private.read_count(%2$I, %3$L)'
               when 'hours' then '%1$L, private.read_hours(%2$I, %3$L)'
               else '%1$L, private.read_text(%2$I, %4$s, %3$L)'
             end, column_name, column_name || '_param', column_name || '_param', max_length) as reading
    from private.questions
    where is_of_profile and column_name <> 'email'
  )
  select string_agg(format('%I %s default null', name, type), ', ' order by position),
         string_agg(reading, ', ' order by position) filter (where is_contact),
         string_agg(reading, ', ' order by position) filter (where not is_contact)
  into parameters, contact, answers
  from parameter;

  drop function if exists public.create_lead_without_auth;
  execute format(
    $function$
      create function public.create_lead_without_auth(
        email_param             text  default null,
        funnel_origin_param     text  default null,
        registration_path_param text  default null,
        %1$s,
        idempotency_key_param   uuid  default null,
        consents_param          jsonb default null,
        attribution_param       jsonb default null,
        website_param           text  default null
      ) returns jsonb
        language plpgsql volatile security definer set search_path = ''
        as $body$
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
        submission.contact         := jsonb_strip_nulls(jsonb_build_object(%2$s));
        submission.answers         := jsonb_strip_nulls(jsonb_build_object(%3$s));

        if submission.form is null or submission.form not in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences') then
          raise exception 'funnel_origin_unknown: funnel_origin_param';
        end if;
        return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
      end
      $body$
    $function$, parameters, contact, answers);

  comment on function public.create_lead_without_auth is
    'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended counts as none, so nothing is lost. website_param is the trap field: filled, the lead is marked suspect.';
  revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
  grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;
end
$write$;

create function private.write_from_questions() returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.write_admin_dashboard();
  perform private.write_snapshot_functions();
  perform private.write_create_lead_without_auth();
end
$$;
comment on function private.write_from_questions is
  'For migrations: writes again what has to name every question. The view, the two updates and the procedure stand nowhere else.';

create function private.add_question(
  column_name text, wire_name text, forms text[], kind text default 'text', max_length integer default 300
) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  added      private.questions;
  table_name text;
begin
  if kind not in ('text', 'count') then
    raise exception 'A question of kind % has to be read and written by hand.', kind;
  end if;
  insert into private.questions (column_name, wire_name, kind, max_length, forms, unanswered)
    values (add_question.column_name, add_question.wire_name, add_question.kind,
            case add_question.kind when 'text' then add_question.max_length end, add_question.forms,
            case add_question.kind when 'text' then '""'::jsonb else 'null' end)
    returning * into added;

  foreach table_name in array case when added.is_of_profile then array['leads', 'user_profiles'] else array['leads'] end loop
    if added.kind = 'text' then
      execute format('alter table public.%1$I add column %2$I text constraint %3$I check (char_length(%2$I) <= %4$s)',
        table_name, added.column_name, table_name || '_' || added.column_name || '_is_short', added.max_length);
    else
      execute format('alter table public.%1$I add column %2$I integer constraint %3$I check (%2$I >= 0)',
        table_name, added.column_name, table_name || '_' || added.column_name || '_is_positive');
    end if;
  end loop;
  if added.is_of_profile then
    execute format('grant insert (%I) on public.user_profiles to authenticated', added.column_name);
  end if;
  perform private.write_from_questions();
end
$$;
comment on function private.add_question is
  'For migrations: a question of one or more forms, a text or a whole number, with its columns and everything that has to name it.';

select private.write_from_questions();

comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at      is 'When the lead is erased; null for a client and for a paid lead.';
revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(query_param), '')) || '%';
  digits_pattern text := private.phone_pattern(query_param);
  phone_pattern  text := case when digits_pattern is null then words_pattern end; -- a number as typed has these digits too
begin
  perform private.require_admin();
  return query
    select dashboard.*
    from public.admin_dashboard as dashboard
    where dashboard.lead_id in (
      select entry.lead_id from private.lead_words as entry
      where entry.words like words_pattern or entry.phone like phone_pattern or entry.phone_digits like digits_pattern
    );
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query; every character is literal, case and accents do not count.';

revoke all on function public.search_leads(text) from public, anon, authenticated, service_role;
grant execute on function public.search_leads(text) to authenticated;
