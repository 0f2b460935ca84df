-- What a form sent is kept whole, under the key the browser gave it, whatever becomes of its lead. One procedure is open
-- to strangers: it takes what a questionnaire holds, never reads anything back, and answers the same for every e-mail.

create table private.submissions (
  id                  uuid        not null default gen_random_uuid(),
  idempotency_key     uuid        not null default gen_random_uuid(),
  form                text        not null,
  email               text,
  contact             jsonb       not null default '{}',
  answers             jsonb       not null default '{}',
  consents            jsonb       not null default '{}',
  attribution         jsonb       not null default '{}',
  source_path         text,
  user_id             uuid,
  lead_id             uuid        not null,
  is_adopted          boolean     not null default false,
  is_suspect          boolean     not null default false,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  from_another_device boolean     not null default false,
  written_by          uuid        default nullif(current_setting('request.written_by', true), '')::uuid,
  conference_on       date,
  changed_from        jsonb,
  left_list_at        timestamptz,
  import_id           uuid,
  constraint submissions_pkey           primary key (id),
  constraint submissions_one_per_key    unique (idempotency_key),
  constraint submissions_lead           foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint submissions_form_is_known  check (form = any (private.forms())),
  constraint submissions_person_can_be_reached check (email is not null or private.phone_e164(private.phone_digits(contact ->> 'phone')) is not null),
  constraint submissions_path_is_a_path check (source_path ~ '^/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?$' and char_length(source_path) <= 300),
  constraint submissions_objects check (
    jsonb_typeof(contact) = 'object' and jsonb_typeof(answers) = 'object'
    and jsonb_typeof(consents) = 'object' and jsonb_typeof(attribution) = 'object'
  )
);
comment on column private.submissions.idempotency_key is
  'Made by the browser; also the reference given back and to the payment page.';
comment on column private.submissions.email is
  'Null only of a person who gave the team a telephone alone: the forms ask for it.';
comment on column private.submissions.contact is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.answers is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.is_adopted is 'Its answers are those the lead shows; the others are proposals.';
comment on column private.submissions.from_another_device is
  'Sent under the e-mail of a lead that was there, without its key and without an account: nobody knows whether by the same person.';
comment on column private.submissions.written_by is
  'The administrator who typed it for somebody; null: whoever it is about sent it. No foreign key: it outlives the account.';
comment on column private.submissions.conference_on is
  'The day of the conference that was announced when the form was sent; null of other forms, and where nobody noted it.';
comment on column private.submissions.changed_from is
  'Of a change from the customer''s space: all the answers as they were just before. Null of what a form sent.';
comment on column private.submissions.import_id is
  'The file that it stood in, which the team imported; null of what was sent or typed. No foreign key: an import stays as long as one of them names it.';
comment on column private.submissions.left_list_at is 'When its person left the waiting list that it had put them on.';

create unique index submissions_one_adopted_per_lead on private.submissions (lead_id) where is_adopted;
create index submissions_that_wait on private.submissions (updated_at) where from_another_device and not is_adopted;
create index submissions_by_creation on private.submissions (created_at);
create index submissions_by_conference on private.submissions ((coalesce(conference_on, '-infinity')), lead_id) where form = 'conferences';
create index submissions_by_import on private.submissions (import_id) where import_id is not null;
create index submissions_by_lead on private.submissions (lead_id, created_at, id);
create index submissions_of_conferences_by_email on private.submissions (private.canonical_email(email)) where form = 'conferences';

alter table private.submissions enable row level security, force row level security;
revoke all on private.submissions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the submissions" on private.submissions
  for all to current_user using (true) with check (true);

create table private.former_answers (
  id            bigint      not null generated always as identity,
  submission_id uuid        not null,
  contact       jsonb       not null,
  answers       jsonb       not null,
  consents      jsonb       not null,
  answered_at   timestamptz not null,
  constraint former_answers_pkey       primary key (id),
  constraint former_answers_submission foreign key (submission_id) references private.submissions (id) on delete cascade
);
comment on table private.former_answers is 'What a submission said before its key was sent again with something else.';

create index former_answers_by_submission on private.former_answers (submission_id, id);

alter table private.former_answers enable row level security, force row level security;
revoke all on private.former_answers from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the former answers" on private.former_answers
  for all to current_user using (true) with check (true);

create function private.founded_profile(lead public.leads) returns boolean
  language sql stable set search_path = ''
  as $$
    select not exists (
      select from public.leads as sibling
      where sibling.user_profile_id = lead.user_profile_id and (sibling.created_at, sibling.id) < (lead.created_at, lead.id)
    )
  $$;
comment on function private.founded_profile is
  'Without an account, a profile says what its first lead says: a form of another offer may come from somebody else.';

create function private.keep_former_answers() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.former_answers (submission_id, contact, answers, consents, answered_at)
    values (old.id, old.contact, old.answers, old.consents, old.updated_at);
  -- Whoever holds a key may send it for ever: the first answers and the fifty latest are worth keeping.
  delete from private.former_answers
    where id in (
      select id from (
        select id, row_number() over (order by id desc) as age, row_number() over (order by id) as place
        from private.former_answers where submission_id = old.id
      ) as kept where kept.age > 50 and kept.place > 1
    );
  return null;
end
$$;

create trigger keep_former_answers after update of contact, answers, consents on private.submissions
  for each row when ((old.contact, old.answers, old.consents) is distinct from (new.contact, new.answers, new.consents))
  execute function private.keep_former_answers();

create function private.tidy_attribution() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.attribution := jsonb_strip_nulls(jsonb_build_object(
    'first', private.read_touch(new.attribution -> 'first'),
    'last',  private.read_touch(new.attribution -> 'last')));
  return new;
end
$$;

create trigger tidy_attribution before insert on private.submissions
  for each row when (new.attribution <> '{}') execute function private.tidy_attribution();

create function private.snapshot_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.answered(jsonb_build_object('email', submission.email) || submission.contact || submission.answers) $$;

create function private.newest_submission_id(lead_id_param uuid) returns uuid
  language sql stable set search_path = ''
  as $$ select id from private.submissions where lead_id = lead_id_param order by updated_at desc, created_at desc, id limit 1 $$;

create function private.write_lead_snapshot(lead_id_param uuid, snapshot jsonb) returns void
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

create function private.write_profile_answers(profile_id_param uuid, snapshot jsonb) returns void
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

create function private.keep_latest_answers(profile_id_param uuid, submission private.submissions) returns void
  language sql volatile set search_path = ''
  as $$
    select private.write_profile_answers(
      profile_id_param,
      private.answered(to_jsonb(profile)) - private.columns_of_form(submission.form) || private.snapshot_of(submission))
    from public.user_profiles as profile where profile.id = profile_id_param
  $$;
comment on function private.keep_latest_answers is 'For the person the profile belongs to.';

create function private.complete_profile(profile_id_param uuid, submission private.submissions, outdated jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    select private.write_profile_answers(
      profile_id_param,
      private.snapshot_of(submission) || private.without(private.answered(to_jsonb(profile)), outdated))
    from public.user_profiles as profile where profile.id = profile_id_param
  $$;
comment on function private.complete_profile is
  'Anybody may know an e-mail: what is filled is not touched, but for the outdated answers that this submission replaces.';

create function private.find_or_make_profile(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  profile_id uuid;
begin
  if submission.user_id is not null then
    return private.ensure_account_profile(submission.user_id, submission.source_path);
  end if;
  loop
    insert into public.user_profiles (email, registration_path)
      values (private.canonical_email(submission.email), submission.source_path)
      on conflict (email) where user_id is null do nothing
      returning id into profile_id;
    exit when found;
    select id into profile_id from public.user_profiles
      where email = private.canonical_email(submission.email) and user_id is null
      for no key update;
    exit when found; -- else it was erased, or became an account's, between the two
  end loop;
  return profile_id;
end
$$;
comment on function private.find_or_make_profile is 'Locked until the end, and unchanged when it was there.';

create function private.adopt_submission(submission_id_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  profile    public.user_profiles;
begin
  select * into strict submission from private.submissions where id = submission_id_param;
  select * into strict lead from public.leads where id = submission.lead_id;
  select * into strict profile from public.user_profiles where id = lead.user_profile_id;

  -- The same mailbox stays as it was spelt.
  perform private.write_lead_snapshot(lead.id, private.snapshot_of(submission)
    || case when private.canonical_email(submission.email) = private.canonical_email(lead.email)
         then jsonb_build_object('email', lead.email) else '{}' end);
  update public.leads
    set consents = submission.consents, is_suspect = submission.is_suspect, newer_answers_at = null, last_contact_at = now()
    where id = lead.id;
  update private.submissions set is_adopted = false where lead_id = lead.id and is_adopted and id <> submission.id;
  update private.submissions set is_adopted = true where id = submission.id and not is_adopted;

  if profile.user_id is null then
    if private.founded_profile(lead) then
      perform private.complete_profile(profile.id, submission, private.answered(to_jsonb(lead)));
    end if;
  elsif profile.user_id = submission.user_id then
    perform private.keep_latest_answers(profile.id, submission);
  end if;
end
$$;
comment on function private.adopt_submission is
  'Its answers become those of the lead: the owner sent it, an administrator chose it, or it was paid for.';

create function private.store_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  snapshot   jsonb   := private.snapshot_of(submission);
  profile_id uuid    := private.find_or_make_profile(submission);
  is_known   boolean := submission.user_id is null and exists (select from auth.users where email = private.canonical_email(submission.email));
  is_new     boolean;
  is_owner   boolean := submission.user_id is not null; -- the profile is that of their account
  lead       public.leads;
  completed  jsonb;
begin
  -- Profile, then lead, then submission: the order everybody takes.
  insert into public.leads (user_profile_id, funnel_origin, email, consents, account_exists, is_suspect)
    values (profile_id, submission.form, submission.email, submission.consents, is_known, submission.is_suspect)
    on conflict (user_profile_id, funnel_origin) do nothing
    returning id into submission.lead_id;
  is_new := found;
  select * into lead from public.leads
    where user_profile_id = profile_id and funnel_origin = submission.form
    for no key update;
  if not found then
    return false; -- deleted at the same moment
  end if;

  insert into private.submissions
      (idempotency_key, form, email, contact, answers, consents, attribution, source_path, user_id, lead_id, is_suspect,
       from_another_device)
    values
      (submission.idempotency_key, submission.form, submission.email, submission.contact, submission.answers, submission.consents,
       submission.attribution, submission.source_path, submission.user_id, lead.id, submission.is_suspect,
       not is_new and not is_owner)
    on conflict (idempotency_key) do nothing
    returning id into submission.id;
  if not found then
    return false; -- the same key arrived at the same moment and was first
  end if;

  if is_new or (is_owner and not lead.payment_status) then
    perform private.adopt_submission(submission.id);
    return true;
  end if;

  if not is_owner then
    if not private.answered(to_jsonb(lead)) @> (snapshot - 'email') then
      update public.leads set newer_answers_at = now() where id = lead.id;
    end if;
    return true;
  end if;

  completed := snapshot || private.answered(to_jsonb(lead));
  perform private.write_lead_snapshot(lead.id, completed);
  perform private.keep_latest_answers(profile_id, submission);
  update public.leads
    set last_contact_at = now(),
        newer_answers_at = case when completed @> (snapshot - 'email') then newer_answers_at else now() end
    where id = lead.id;
  return true;
end
$$;
comment on function private.store_submission is
  'A key seen for the first time. The owner of an unpaid lead replaces its answers, and of a paid one completes them; anybody else proposes and changes nothing. False when the key is known after all.';

create function private.repeat_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  known     private.submissions;
  profile   public.user_profiles;
  lead      public.leads;
  is_theirs boolean;
begin
  select * into known from private.submissions where idempotency_key = submission.idempotency_key;
  if not found then
    return false;
  end if;
  if known.form <> submission.form or private.canonical_email(known.email) is distinct from private.canonical_email(submission.email) then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;

  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = known.lead_id)
    for no key update;
  select * into lead from public.leads where id = known.lead_id for no key update;
  select * into known from private.submissions where id = known.id for no key update;
  if not found then
    return false; -- erased meanwhile: it is a new person to us
  end if;
  is_theirs := known.is_adopted and (profile.user_id is null or profile.user_id is not distinct from submission.user_id);

  update private.submissions
    set contact = submission.contact, answers = submission.answers, consents = submission.consents, updated_at = now(),
        source_path = coalesce(submission.source_path, source_path)
    where id = known.id
      and (contact, answers, consents) is distinct from (submission.contact, submission.answers, submission.consents);
  if is_theirs and found then
    update public.leads set consents = submission.consents where id = lead.id;
  end if;

  if (known.contact, known.answers) is distinct from (submission.contact, submission.answers) then
    if is_theirs and not lead.payment_status then
      perform private.adopt_submission(known.id);
    else
      update public.leads
        set newer_answers_at = now(),
            last_contact_at = case when is_theirs then now() else last_contact_at end
        where id = lead.id;
    end if;
  end if;
  return true;
end
$$;
comment on function private.repeat_submission is
  'A known key: its answers are replaced, and so are those of its lead while unpaid and not somebody''s account. False when the key is unknown.';

create function private.receive_submission(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
begin
  submission.idempotency_key := coalesce(submission.idempotency_key, gen_random_uuid());
  submission.contact         := coalesce(submission.contact, '{}');
  submission.answers         := coalesce(submission.answers, '{}');
  submission.consents        := coalesce(submission.consents, '{}');
  submission.attribution     := coalesce(submission.attribution, '{}');
  submission.is_suspect      := coalesce(submission.is_suspect, false);

  perform private.take_turn(coalesce(submission.email, submission.contact ->> 'phone'));
  while not private.repeat_submission(submission) loop
    exit when private.store_submission(submission);
  end loop;
  return submission.idempotency_key;
end
$$;
comment on function private.receive_submission is
  'Stores what a form sent, already checked, with its lead and its events. Gives the reference: the idempotency key, made here when the browser sent none.';

create function public.create_lead_without_auth(
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
comment on function public.create_lead_without_auth is
  'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended, or that lacks the second factor, counts as none: nothing is lost, nothing of the account is changed. website_param is the trap field: filled, the lead is marked suspect.';
revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;

create function public.read_newer_answers(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select private.snapshot_of(submission) || jsonb_build_object('from_another_device', submission.from_another_device)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.id = private.newest_submission_id(lead_id_param) and lead.newer_answers_at is not null
  );
end
$$;
comment on function public.read_newer_answers is
  'What the newer submission says, under the names of admin_dashboard, and whether another device sent it; null when nothing waits.';
revoke all on function public.read_newer_answers from public, anon, authenticated, service_role;
grant execute on function public.read_newer_answers to authenticated;

create function public.adopt_newer_answers(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   uuid;
begin
  perform private.require_role('seller');
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param and newer_answers_at is not null for no key update;
  if found then
    select id into shown from private.submissions where lead_id = lead.id and is_adopted;
    perform private.adopt_submission(private.newest_submission_id(lead_id_param));
    insert into private.adoptions (lead_id, before, kept_updated_at, profile_updated_at)
      select lead.id, jsonb_build_object('lead', to_jsonb(lead), 'profile', to_jsonb(profile), 'submission', shown),
             kept.updated_at, contact.updated_at
      from public.leads as kept join public.user_profiles as contact on contact.id = kept.user_profile_id where kept.id = lead.id
      on conflict (lead_id) do update
        set (before, kept_updated_at, profile_updated_at, adopted_at)
          = (excluded.before, excluded.kept_updated_at, excluded.profile_updated_at, excluded.adopted_at);
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.answers_adopted', lead_id_param);
  end if;
end
$$;
revoke all on function public.adopt_newer_answers from public, anon, authenticated, service_role;
grant execute on function public.adopt_newer_answers to authenticated;

create table private.adoptions (
  lead_id            uuid        not null,
  before             jsonb       not null,
  kept_updated_at    timestamptz not null,
  profile_updated_at timestamptz not null,
  adopted_at         timestamptz not null default now(),
  constraint adoptions_pkey primary key (lead_id),
  constraint adoptions_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.adoptions is
  'What a lead and its profile said before newer answers were adopted, so that it can be undone; gone within the hour.';
comment on column private.adoptions.before is
  'Both rows as they were, and the submission whose answers the lead showed.';

create index adoptions_by_time on private.adoptions (adopted_at);

alter table private.adoptions enable row level security, force row level security;
revoke all on private.adoptions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the adoptions" on private.adoptions
  for all to current_user using (true) with check (true);

create function public.undo_adopted_answers(lead_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  adoption private.adoptions;
begin
  perform private.require_role('seller');
  perform private.lock_contacts(array[lead_id_param]);
  select * into adoption from private.adoptions
    where lead_id = lead_id_param and adopted_at > now() - interval '10 minutes' for update;
  if not found then
    return 'settled';
  end if;
  perform from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
      and (lead.updated_at, profile.updated_at) = (adoption.kept_updated_at, adoption.profile_updated_at);
  if not found then
    return 'changed_meanwhile';
  end if;
  update private.submissions set is_adopted = false where lead_id = lead_id_param and is_adopted;
  update private.submissions set is_adopted = true where id = (adoption.before ->> 'submission')::uuid;
  perform private.put_back('public.user_profiles', adoption.before -> 'profile');
  perform private.put_back('public.leads', adoption.before -> 'lead');
  delete from private.adoptions where lead_id = lead_id_param;
  insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.adoption_undone', lead_id_param);
  return 'undone';
end
$$;
comment on function public.undo_adopted_answers is
  'undone; settled after ten minutes, or when nothing was adopted; changed_meanwhile when somebody went on with what was adopted. Administrators only.';
revoke all on function public.undo_adopted_answers from public, anon, authenticated, service_role;
grant execute on function public.undo_adopted_answers to authenticated;
