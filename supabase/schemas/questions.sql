-- Every form and every question, once. What may look a name up reads it when it runs; what has to name every question
-- (the columns, the view, two updates, one procedure) is written from subjects/funnel/rules/questions.ts.

create function private.forms() returns text[]
  language sql immutable parallel safe
  return array['general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences'];
grant execute on function private.forms to authenticated, service_role;

create function private.funnels() returns text[]
  language sql immutable parallel safe
  return array['secretariat', 'suiviclient', 'marketing'];
comment on function private.forms is
  'Where a lead comes from, as domain/kernel/lead.ts says it: checks and paths ask it here.';
comment on function private.funnels is 'Those of five steps, whose answers a profile keeps.';

create function private.default_path_of_form(form text) returns text
  language sql immutable parallel safe
  return case when form = any (private.funnels()) then '/inscription-' || form when form = 'general' then '/' else '/' || form end;

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
  is_of_profile boolean not null generated always as (forms && private.funnels()) stored,
  constraint questions_pkey                primary key (column_name),
  constraint questions_one_per_wire_name   unique (wire_name),
  constraint questions_kind_is_known       check (kind in ('text', 'count', 'hours', 'list', 'notes')),
  constraint questions_texts_have_a_length check ((kind = 'text') = (max_length is not null)),
  constraint questions_forms_are_known     check (forms <@ array_remove(private.forms(), 'general'))
);
comment on table  private.questions is 'Every question of every form, once. The same as subjects/funnel/rules/questions.ts.';
comment on column private.questions.column_name is
  'In leads, and in user_profiles where is_of_profile; the parameter is <column_name>_param.';
comment on column private.questions.wire_name is
  'What receivers know it as; null for answers that are announced key by key, or not at all.';
comment on column private.questions.max_length is 'Of a text, in characters.';
comment on column private.questions.is_volume is 'The price of its offer depends on it.';
comment on column private.questions.unanswered is
  'What an event says when it was not answered; "" also makes a text of a number.';
comment on column private.questions.is_of_profile is
  'Asked by a questionnaire: kept in the profile too, and a parameter of create_lead_without_auth.';

alter table private.questions enable row level security, force row level security;
revoke all on private.questions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the questions" on private.questions
  for all to current_user using (true) with check (true);

-- A question that is added comes last: in the view, a column can come nowhere else.
insert into private.questions (column_name, wire_name, kind, max_length, forms, is_contact, is_volume, unanswered) values
  -- questions: rows
  ('email',                    'email',                 'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('first_name',               'firstName',             'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('last_name',                'lastName',              'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('phone',                    'phone',                 'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('company_name',             'companyName',           'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('business_type',            'businessType',          'text',  300,  '{secretariat,marketing,suiviclient,conferences}',          true,  false, '""'),
  ('welcome_message',          'welcomeMessage',        'text',  4000, '{secretariat}',                                            false, false, '""'),
  ('knowledge_base_url',       'knowledgeBaseUrl',      'text',  2000, '{secretariat}',                                            false, false, '""'),
  ('knowledge_base_text',      'knowledgeBaseText',     'text',  4400, '{secretariat}',                                            false, false, '""'),
  ('intention',                'intention',             'text',  300,  '{secretariat}',                                            false, false, '""'),
  ('calls_per_month',          'callsPerMonth',         'count', null, '{secretariat}',                                            false, true,  'null'),
  ('business_hours',           'businessHours',         'hours', null, '{secretariat}',                                            false, false, '[]'),
  ('voice',                    'voice',                 'text',  300,  '{secretariat,marketing,suiviclient}',                      false, false, '""'),
  ('prospects_per_month',      'prospectsPerMonth',     'text',  300,  '{marketing}',                                              false, true,  '""'),
  ('current_clients',          'currentClients',        'text',  300,  '{marketing}',                                              false, false, '""'),
  ('marketing_needs',          'marketingNeeds',        'text',  4000, '{marketing}',                                              false, false, '""'),
  ('active_clients_per_month', 'activeClientsPerMonth', 'count', null, '{suiviclient}',                                            false, true,  '""'),
  ('client_followup_goals',    'clientFollowupGoals',   'text',  4000, '{suiviclient}',                                            false, false, '""'),
  ('role',                     'role',                  'text',  300,  '{closing}',                                                false, false, '""'),
  ('prospects_count',          'prospectsCount',        'text',  300,  '{closing}',                                                false, true,  '""'),
  ('objectives',               'objectives',            'list',  null, '{closing}',                                                false, false, '[]'),
  ('extra_answers',            null,                    'notes', null, '{conferences}',                                            false, false, '{}'),
  ('contacts_per_month',       null,                    'count', null, '{marketing}',                                              false, false, 'null'),
  ('audience',                 null,                    'text',  300,  '{suiviclient}',                                            false, false, '""'),
  ('company_siren',            null,                    'text',  9,    '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""'),
  ('company_legal_name',       null,                    'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""'),
  ('company_address',          null,                    'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""')
  -- end of questions
;

create function private.answered(row_json jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
  as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
    from jsonb_each(row_json)
    join private.questions as question on question.column_name = key
    where value not in ('null'::jsonb, '{}'::jsonb, '[]'::jsonb, '""'::jsonb)
  );
end
$$;

create function private.columns_of_form(form text) returns text[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(question.column_name), '{}')
  from private.questions as question
  where columns_of_form.form = any (question.forms) and question.is_of_profile and not question.is_contact;
end;
comment on function private.columns_of_form is
  'Answers of the profile that a form asks for: what it leaves empty there is empty.';

create function private.offer_answers(form text, answers jsonb) returns jsonb
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
comment on function private.offer_answers is
  'The fields of one offer, under the names receivers know: all of them, "" when not answered, null for a number. callsPerMonth holds calls per day, said plainly by callsPerDay.';

create function private.contact_answers(contact jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select jsonb_object_agg(question.wire_name, coalesce(contact ->> question.column_name, ''))
  from private.questions as question
  where question.is_contact;
end;
comment on function private.contact_answers is
  'Who the person is, under the names receivers know; "" when not answered.';
