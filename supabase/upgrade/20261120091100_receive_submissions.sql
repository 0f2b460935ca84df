-- Five forms make leads, and all by this door: the same key twice is one lead, a stranger cannot overwrite somebody's
-- answers by knowing an e-mail, and nothing that was sent is ever lost.

create function private.snapshot_columns() returns text[]
  language sql immutable parallel safe
  return array[
    'email', 'first_name', 'last_name', 'phone', 'company_name', 'business_type', 'calls_per_month', 'welcome_message',
    'knowledge_base_url', 'knowledge_base_text', 'intention', 'business_hours', 'voice', 'prospects_per_month', 'current_clients',
    'marketing_needs', 'active_clients_per_month', 'client_followup_goals', 'role', 'prospects_count', 'objectives', 'extra_answers'
  ];

create function private.columns_of_form(form text) returns text[]
  language sql immutable parallel safe
  return case form
    when 'secretariat' then array['calls_per_month', 'welcome_message', 'knowledge_base_url', 'knowledge_base_text', 'intention', 'business_hours', 'voice']
    when 'marketing'   then array['voice', 'prospects_per_month', 'current_clients', 'marketing_needs']
    when 'suiviclient' then array['voice', 'active_clients_per_month', 'client_followup_goals']
    else array[]::text[]
  end;
comment on function private.columns_of_form is 'Answers of the profile that a form asks for: what it leaves empty there is empty.';

create function private.answered(row_json jsonb) returns jsonb
  language sql immutable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(row_json)
  where key = any (private.snapshot_columns()) and value not in ('null'::jsonb, '{}'::jsonb, '[]'::jsonb, '""'::jsonb);
end;

create function private.without(answers jsonb, others jsonb) returns jsonb
  language sql immutable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(answers) where others -> key is distinct from value;
end;

create function private.snapshot_of(submission private.submissions) returns jsonb
  language sql immutable set search_path = ''
  as $$ select private.answered(jsonb_build_object('email', submission.email) || submission.contact || submission.answers) $$;

create function private.write_lead_snapshot(lead_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.leads as lead
    set (email, first_name, last_name, phone, company_name, business_type, calls_per_month, welcome_message, knowledge_base_url,
         knowledge_base_text, intention, business_hours, voice, prospects_per_month, current_clients, marketing_needs,
         active_clients_per_month, client_followup_goals, role, prospects_count, objectives, extra_answers)
      = (written.email, written.first_name, written.last_name, written.phone, written.company_name, written.business_type,
         written.calls_per_month, written.welcome_message, written.knowledge_base_url, written.knowledge_base_text, written.intention,
         written.business_hours, written.voice, written.prospects_per_month, written.current_clients, written.marketing_needs,
         written.active_clients_per_month, written.client_followup_goals, written.role, written.prospects_count, written.objectives,
         coalesce(written.extra_answers, '{}'))
    from jsonb_populate_record(null::public.leads, snapshot) as written
    where lead.id = lead_id_param
  $$;

create function private.write_profile_answers(profile_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.user_profiles as profile
    set (first_name, last_name, phone, company_name, business_type, calls_per_month, welcome_message, knowledge_base_url,
         knowledge_base_text, intention, business_hours, voice, prospects_per_month, current_clients, marketing_needs,
         active_clients_per_month, client_followup_goals)
      = (written.first_name, written.last_name, written.phone, written.company_name, written.business_type, written.calls_per_month,
         written.welcome_message, written.knowledge_base_url, written.knowledge_base_text, written.intention, written.business_hours,
         written.voice, written.prospects_per_month, written.current_clients, written.marketing_needs,
         written.active_clients_per_month, written.client_followup_goals)
    from jsonb_populate_record(null::public.user_profiles, snapshot) as written
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

  perform private.write_lead_snapshot(lead.id, private.snapshot_of(submission));
  update public.leads
    set consents = submission.consents, is_suspect = submission.is_suspect, newer_answers_at = null, last_contact_at = now()
    where id = lead.id;
  update private.submissions set is_adopted = false where lead_id = lead.id and is_adopted and id <> submission.id;
  update private.submissions set is_adopted = true where id = submission.id and not is_adopted;

  if profile.user_id is null then
    perform private.complete_profile(profile.id, submission, private.answered(to_jsonb(lead)));
  elsif profile.user_id = submission.user_id then
    perform private.keep_latest_answers(profile.id, submission);
  end if;
end
$$;
comment on function private.adopt_submission is 'Its answers become those of the lead: the owner sent it, an administrator chose it, or it was paid for.';

create function private.find_or_make_profile(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  profile_id uuid;
begin
  if submission.user_id is not null then
    return private.ensure_account_profile(submission.user_id, submission.source_path);
  end if;
  insert into public.user_profiles (email, registration_path)
    values (lower(submission.email), submission.source_path)
    on conflict (lower(email)) where user_id is null do update set updated_at = now()
    returning id into profile_id;
  return profile_id;
end
$$;

create function private.store_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  snapshot   jsonb   := private.snapshot_of(submission);
  profile_id uuid    := private.find_or_make_profile(submission);
  is_known   boolean := submission.user_id is null and exists (select from auth.users where email = lower(submission.email));
  is_new     boolean;
  lead       public.leads;
  completed  jsonb;
begin
  -- Either way the row is locked until the end, in the order everybody takes: profile, then lead, then submission.
  insert into public.leads (user_profile_id, funnel_origin, email, consents, account_exists, is_suspect)
    values (profile_id, submission.form, submission.email, submission.consents, is_known, submission.is_suspect)
    on conflict (user_profile_id, funnel_origin) do update
      set last_contact_at = now(),
          account_exists  = leads.account_exists or excluded.account_exists
    returning id, xmax = 0 into submission.lead_id, is_new;
  select * into strict lead from public.leads where id = submission.lead_id;

  insert into private.submissions
      (idempotency_key, form, email, contact, answers, consents, attribution, source_path, user_id, lead_id, is_suspect)
    values
      (submission.idempotency_key, submission.form, submission.email, submission.contact, submission.answers, submission.consents,
       submission.attribution, submission.source_path, submission.user_id, submission.lead_id, submission.is_suspect)
    on conflict (idempotency_key) do nothing
    returning id into submission.id;
  if not found then
    return false; -- the same key arrived at the same moment and was first
  end if;

  if is_new or (submission.user_id is not null and not lead.payment_status) then
    perform private.adopt_submission(submission.id);
    return true;
  end if;

  completed := snapshot || private.answered(to_jsonb(lead));
  perform private.write_lead_snapshot(lead.id, completed);
  if submission.user_id is null then
    perform private.complete_profile(profile_id, submission, '{}');
  else
    perform private.keep_latest_answers(profile_id, submission);
  end if;
  if not completed @> (snapshot - 'email') then
    update public.leads set newer_answers_at = now() where id = lead.id;
  end if;
  return true;
end
$$;
comment on function private.store_submission is
  'A key seen for the first time. The owner of an unpaid lead replaces its answers; anybody else completes what is empty and proposes the rest. False when the key is known after all.';

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
  if known.form <> submission.form or lower(known.email) <> lower(submission.email) then
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
      update public.leads set newer_answers_at = now(), last_contact_at = now() where id = lead.id;
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

  perform private.take_turn(submission.email);
  while not private.repeat_submission(submission) loop
    exit when private.store_submission(submission);
  end loop;
  return submission.idempotency_key;
end
$$;
comment on function private.receive_submission is
  'Stores what a form sent, already checked, with its lead and its events. Gives the reference: the idempotency key, made here when the browser sent none.';
