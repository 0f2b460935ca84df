-- A person may have given the team a telephone alone, and agreed to calls elsewhere than in a form.
alter table private.submissions alter column email drop not null;
alter table private.submissions add constraint submissions_person_can_be_reached
  check (email is not null or private.phone_e164(private.phone_digits(contact ->> 'phone')) is not null);
comment on column private.submissions.email is
  'Null only of a person who gave the team a telephone alone: the forms ask for it.';
comment on table private.lead_corrections is
  'What the team corrected of a contact or its answers, under the names of admin_dashboard, and agreements that it noted: the values as they were shown, and as they are.';

create or replace function private.require_phone(phone text, parameter text) returns void
  language plpgsql immutable set search_path = ''
  as $$
begin
  if phone is null then
    raise exception 'contact_missing: %', parameter;
  end if;
  if private.phone_e164(private.phone_digits(phone)) is null then
    raise exception 'phone_malformed: %', parameter;
  end if;
end
$$;
comment on function private.require_phone is
  'Of a person without an e-mail: a number that can be dialled.';

create or replace function private.repeat_submission(submission private.submissions) returns boolean
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

create or replace function private.receive_submission(submission private.submissions) returns uuid
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

create or replace function private.keep_proofs(submission_ids uuid[], ended_at_param timestamptz, as_fingerprint boolean) returns void
  language sql volatile set search_path = ''
  as $$
    with given as (
      select submission.lead_id, submission.email, submission.contact, submission.form, submission.consents, submission.updated_at as at
      from private.submissions as submission
      where submission.id = any(submission_ids) and not submission.is_suspect
      union all
      select submission.lead_id, submission.email, submission.contact, submission.form, former.consents, former.answered_at
      from private.former_answers as former join private.submissions as submission on submission.id = former.submission_id
      where submission.id = any(submission_ids) and not submission.is_suspect
      union all
      select submission.lead_id, submission.email, submission.contact, submission.form, correction.after -> 'consents', correction.corrected_at
      from private.lead_corrections as correction join private.submissions as submission on submission.lead_id = correction.lead_id
      where submission.id = any(submission_ids) and not submission.is_suspect and submission.is_adopted and correction.after ? 'consents'
    )
    insert into private.kept_agreements (lead_id, purpose, email, fingerprint, version, wording, form, given_at, ended_at)
      select distinct on (given.lead_id, box.key, version.text) given.lead_id, box.key,
             case when not as_fingerprint then given.email end,
             case when as_fingerprint or given.email is null then private.fingerprint_of(
               coalesce(given.email, private.phone_e164(private.phone_digits(given.contact ->> 'phone')))) end,
             version.text, case when not as_fingerprint then left(box.value ->> 'text', 1000) end, given.form, given.at,
             case when box.key = 'reminder' then coalesce(lead.reminders_stopped_at, ended_at_param) else ended_at_param end
      from given
      cross join lateral jsonb_each(given.consents) as box
      cross join lateral (select left(coalesce(box.value ->> 'version', ''), 40)) as version (text)
      left join public.leads as lead on lead.id = given.lead_id
      where box.key in ('calls', 'reminder') and box.value -> 'granted' = 'true'
      order by given.lead_id, box.key, version.text, given.at
      on conflict on constraint kept_agreements_one_of_each do nothing
  $$;
comment on function private.keep_proofs is
  'Of submissions that are about to go, and of what the team noted beside them: each wording that was agreed to, once. What a program filled in proves nothing. Who gave no e-mail is known by the fingerprint of their telephone.';

create or replace function private.keep_what_outlives(lead_ids uuid[], gone_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), gone_at, false);
  with asked as (
    select lead_id, conference_on, min(created_at) as at, (array_agg(email order by created_at desc))[1] as email,
           (array_agg(consents -> 'waitlist' order by created_at desc))[1] as box, array_agg(id) as ids
    from private.submissions
    where lead_id = any(lead_ids) and form = 'conferences' and not is_suspect and left_list_at is null and email is not null
    group by lead_id, conference_on
    having bool_and(private.is_waitlisted(answers))
  ), joined as (
    update private.kept_agreements as known set former_ids = known.former_ids || asked.ids
      from asked
      where known.purpose = 'waitlist' and private.canonical_email(known.email) = private.canonical_email(asked.email)
        and known.conference_on is not distinct from asked.conference_on
      returning asked.lead_id
  )
  insert into private.kept_agreements (lead_id, purpose, email, version, wording, form, conference_on, given_at, former_ids)
    select lead_id, 'waitlist', email, left(coalesce(box ->> 'version', '2025-06-25'), 40), left(box ->> 'text', 1000),
           'conferences', conference_on, at, ids
    from asked where lead_id not in (select lead_id from joined)
    on conflict on constraint kept_agreements_one_of_each do nothing;
  update private.newsletter_requests as request
    set lead_id = null, former_ids = nullif(request.former_ids || array(
      select (merged.before #>> way.path)::uuid
      from private.merged_leads as merged cross join (values ('{newsletter,id}'::text[]), ('{kept_newsletter,id}'::text[])) as way (path)
      where merged.into_lead_id = request.lead_id and merged.before #>> way.path is not null), '{}')
    where request.lead_id = any(lead_ids) and request.confirmed_at is not null;
  perform private.remember_erasure('expired', id) from public.leads where id = any(lead_ids);
end
$$;
comment on function private.keep_what_outlives is
  'Before leads are erased at their term. What waits for a confirmation goes with its lead.';

create or replace function private.read_corrections(given jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  question    private.questions;
  corrections jsonb := '{}';
  name        text;
  value       jsonb;
begin
  for name, value in select * from jsonb_each(given) loop
    select * into question from private.questions where column_name = name;
    if not found then
      raise exception 'column_unknown: %', left(name, 63);
    end if;
    if question.kind in ('text', 'count') and jsonb_typeof(value) not in ('string', 'number', 'null') then
      raise exception 'value_malformed: %', name;
    end if;
    corrections := corrections || jsonb_build_object(name, case
      when name = 'email' and private.trimmed(value #>> '{}') is not null then to_jsonb(private.read_email(value #>> '{}', name))
      when question.kind = 'count'  then to_jsonb(private.read_count(value #>> '{}', name))
      when question.kind = 'hours'  then private.read_hours(private.read_list(value, name), name)
      when question.kind = 'list'   then to_jsonb(private.read_list(value, name))
      when question.kind = 'notes'  then private.read_notes(value, name)
      else to_jsonb(private.read_text(value #>> '{}', question.max_length, name))
    end);
  end loop;
  return corrections;
end
$$;
comment on function private.read_corrections is
  'By column, as the forms would store it: what is empty is null. Raises for what no form would take, and for columns that are no answer.';

create or replace function private.store_correction(lead_id_param uuid, corrections jsonb, seen_at timestamptz, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   jsonb;
  changes jsonb;
  shared  jsonb;
begin
  perform private.take_turn(email) from (
    select distinct private.canonical_email(address) as email
    from public.leads as asked join public.user_profiles as contact on contact.id = asked.user_profile_id
    cross join unnest(array[asked.email, contact.email, corrections ->> 'email']) as address
    where asked.id = lead_id_param and address is not null order by 1
  ) as turns;
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;

  shown := private.shown_answers(lead, profile);
  if corrections ? 'extra_answers' then -- what the form asks, beside what else stands there
    corrections := corrections || jsonb_build_object('extra_answers',
      jsonb_strip_nulls(coalesce(shown -> 'extra_answers', '{}') || (corrections -> 'extra_answers')));
  end if;
  changes := private.without(corrections, shown);
  if changes ?| array['email', 'phone'] and (shown || changes) ->> 'email' is null then
    perform private.require_phone((shown || changes) ->> 'phone', 'phone');
  end if;
  if changes = '{}' then
    return jsonb_build_object('code', 'unchanged', 'before', '{}'::jsonb, 'after', '{}'::jsonb, 'updated_at', lead.updated_at);
  end if;
  if private.changed_since(lead, seen_at) then
    return jsonb_build_object('code', 'changed_meanwhile', 'asked', corrections, 'updated_at', lead.updated_at,
      'stored', (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(corrections) as key));
  end if;

  perform private.write_lead_snapshot(lead.id, private.answered(to_jsonb(lead)) || changes);
  -- What the profile says too is wrong there as well, and would shine through what was emptied.
  select coalesce(jsonb_object_agg(change.key, change.value), '{}') into shared
    from jsonb_each(changes) as change
    join private.questions as question on question.column_name = change.key and question.is_of_profile
    where nullif(to_jsonb(profile) -> change.key, 'null') is not distinct from nullif(shown -> change.key, 'null');
  perform private.write_profile_answers(profile.id, private.answered(to_jsonb(profile)) || shared);
  if profile.email is not distinct from private.canonical_email(shown ->> 'email') and changes ? 'email' and profile.user_id is null then
    update public.user_profiles set email = private.canonical_email(changes ->> 'email')
      where id = profile.id and not exists (
        select from public.user_profiles as other
        where other.user_id is null and other.email = private.canonical_email(changes ->> 'email') and other.id <> profile.id);
  end if;

  shown := (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(changes) as key);
  insert into private.lead_corrections (lead_id, author, before, after) values (lead.id, author_param, shown, changes);
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.corrected', lead.id, jsonb_build_object('columns', jsonb_agg(key)) from jsonb_object_keys(changes) as key;
  return jsonb_build_object('code', 'corrected', 'before', shown, 'after', changes,
    'updated_at', (select updated_at from public.leads where id = lead.id));
end
$$;

create or replace function private.typed_submission(given jsonb) returns private.submissions
  language plpgsql stable set search_path = ''
  as $$
declare
  facts      constant text[] := '{funnel_origin,registration_path,idempotency_key,consents}';
  typed      constant jsonb  := private.answered(private.read_corrections(given - facts));
  submission private.submissions;
begin
  submission.form            := given ->> 'funnel_origin';
  submission.idempotency_key := given ->> 'idempotency_key';
  submission.source_path     := private.read_path(given ->> 'registration_path', 'registration_path');
  submission.consents        := private.read_notes(given -> 'consents', 'consents');
  submission.email           := typed ->> 'email';
  select jsonb_object_agg(column_name, typed -> column_name) filter (where is_contact),
         jsonb_object_agg(column_name, typed -> column_name) filter (where not is_contact)
    into submission.contact, submission.answers
    from private.questions where typed ? column_name and column_name <> 'email';
  if submission.email is null then
    perform private.require_phone(typed ->> 'phone', 'phone');
  end if;
  return submission;
end
$$;
comment on function private.typed_submission is
  'What the team typed of somebody, under the names of the columns of leads: read as the forms read it, but for the e-mail, which may be left out beside a telephone.';

create or replace function private.create_lead_by_hand(given jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  reference uuid;
  stored    private.submissions;
  is_new    boolean;
begin
  perform set_config('request.written_by', author_param::text, true);
  reference := private.receive_submission(private.typed_submission(given));
  perform set_config('request.written_by', '', true);

  select * into stored from private.submissions where idempotency_key = reference;
  select lead.created_at = stored.created_at into is_new from public.leads as lead where id = stored.lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (author_param, 'lead.created_by_hand', stored.lead_id, jsonb_build_object('is_new', is_new));
  return jsonb_build_object('lead_id', stored.lead_id, 'reference', reference, 'is_new', is_new);
exception
  when raise_exception then
    return jsonb_build_object('refused', sqlerrm);
  when sqlstate 'PT409' then
    return '{"code": "key_reused"}';
end
$$;
comment on function private.create_lead_by_hand is
  'As a form would: a person who has a lead of that offer already gets a proposal beside it, and is_new is false.';

create or replace function private.note_call_consent(lead_id_param uuid, consent jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;
  consent := consent || jsonb_build_object('form', lead.funnel_origin);
  if lead.consents -> 'calls' is distinct from consent then
    insert into private.lead_corrections (lead_id, author, before, after)
      values (lead.id, author_param, jsonb_build_object('consents', jsonb_strip_nulls(jsonb_build_object('calls', lead.consents -> 'calls'))),
        jsonb_build_object('consents', jsonb_build_object('calls', consent)));
    update public.leads set consents = consents || jsonb_build_object('calls', consent) where id = lead.id returning * into lead;
    insert into private.audit_log (actor, action, lead_id) values (author_param, 'lead.consent_noted', lead.id);
  end if;
  return jsonb_build_object('updated_at', lead.updated_at);
end
$$;
comment on function private.note_call_consent is
  'What somebody agreed to elsewhere than in a form, as the team heard or read it; the same twice is noted once.';

create or replace function private.merge_contacts(keep_param uuid, merge_param uuid[], author_param uuid, account_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  merge_id_made constant uuid := gen_random_uuid();
  problem      jsonb;
  account      jsonb;
  kept_profile public.user_profiles;
  gone_profile public.user_profiles;
  gone         public.leads;
  kept         public.leads;
  before       jsonb;
begin
  perform private.lock_contacts(merge_param || keep_param);
  problem := private.merge_problem(keep_param, merge_param);
  if problem is not null then
    return problem;
  end if;
  account := private.account_of_merge(keep_param, merge_param);
  if not (account ->> 'is_of_kept')::boolean and account ->> 'id' is distinct from account_param::text then
    return '{"code": "account_unconfirmed"}';
  end if;

  for gone_profile in
    select * from public.user_profiles
    where id in (select user_profile_id from public.leads where id = any (merge_param)) order by id
  loop
    select * into kept_profile from public.user_profiles where id = (select user_profile_id from public.leads where id = keep_param);
    before := jsonb_build_object('profile', to_jsonb(gone_profile), 'kept_profile', to_jsonb(kept_profile));
    for gone in select * from public.leads where user_profile_id = gone_profile.id order by id loop
      -- What the profile said for it goes on being said.
      perform private.write_lead_snapshot(gone.id, private.answered(private.shown_answers(gone, gone_profile)));
      select * into kept from public.leads where user_profile_id = kept_profile.id and funnel_origin = gone.funnel_origin;
      if found then
        perform private.join_leads(
          jsonb_populate_record(gone, private.answered(private.shown_answers(gone, gone_profile))), kept,
          before || jsonb_build_object('lead', to_jsonb(gone)), merge_id_made, author_param);
      else
        insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
          values (merge_id_made, gone.id, gone.id, author_param, before || jsonb_build_object('lead', to_jsonb(gone)));
        update public.leads set user_profile_id = kept_profile.id, account_exists = false where id = gone.id;
      end if;
    end loop;

    delete from public.user_profiles where id = gone_profile.id;
    perform private.write_profile_answers(kept_profile.id, private.answered(to_jsonb(gone_profile)) || private.answered(to_jsonb(kept_profile)));
    if gone_profile.user_id is not null then
      update public.leads set email = coalesce(email, kept_profile.email), account_exists = false where user_profile_id = kept_profile.id;
      update public.user_profiles set user_id = gone_profile.user_id, email = gone_profile.email where id = kept_profile.id;
    elsif kept_profile.email is null then
      update public.user_profiles set email = gone_profile.email where id = kept_profile.id;
    end if;
  end loop;

  update private.merged_leads as merged set kept_updated_at = lead.updated_at
    from public.leads as lead where merged.merge_id = merge_id_made and lead.id = merged.into_lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.merged', lead_id, jsonb_build_object('merge', merge_id, 'into', into_lead_id)
    from private.merged_leads where merge_id = merge_id_made order by lead_id;
  return jsonb_build_object('code', 'merged', 'merge_id', merge_id_made, 'leads', (
    select jsonb_agg(jsonb_build_object('lead_id', lead_id, 'into_lead_id', into_lead_id) order by lead_id)
    from private.merged_leads where merge_id = merge_id_made));
end
$$;
comment on function private.merge_contacts is
  'The contacts of those leads become that of the kept one: leads of another offer go over as they are, of the same offer they become one. `account_param` is the account that was confirmed, where it is not the kept contact''s.';

create or replace function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, 'created', lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
    from public.leads as lead
    left join lateral (
      select written_by from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id, case when note.outcome is null then 'note' else 'call' end, note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome))
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, case when correction.after ? 'consents' then 'consent' else 'correction' end,
           correction.corrected_at, account.email,
           case when correction.after ? 'consents' then correction.after
                else jsonb_build_object('before', correction.before, 'after', correction.after) end
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'is_same_lead', merged.lead_id = lead_id_param,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create or replace function private.leads_like(email_key text, phone_key text, company_key text, apart_from uuid) returns setof private.lead_duplicate
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  nothing constant text := private.sort_key('');
begin
  return query
    select lead.id, lead.user_profile_id, lead.funnel_origin, lead.lead_status, lead.payment_status,
           coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name),
           coalesce(lead.email, profile.email), coalesce(lead.phone, profile.phone),
           coalesce(lead.company_name, profile.company_name), lead.created_at, profile.user_id is not null, alike.likenesses,
           lead.funnel_origin = 'conferences' and private.is_waitlisted(to_jsonb(lead))
    from (
      select found.lead_id, array_agg(distinct found.likeness order by found.likeness) as likenesses
      from (
        (select entry.lead_id, 'email' as likeness from private.lead_list as entry
         where entry.email = email_key and email_key <> nothing limit 50)
        union all
        (select entry.lead_id, 'phone' from private.lead_list as entry where entry.phone = phone_key limit 50)
        union all
        (select entry.lead_id, 'company' from private.lead_list as entry
         where entry.company = company_key and company_key <> nothing limit 50)
      ) as found group by found.lead_id
    ) as alike
    join public.leads as lead on lead.id = alike.lead_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.user_profile_id is distinct from apart_from
    order by cardinality(alike.likenesses) desc, alike.likenesses = array['company'], lead.created_at desc, lead.id;
end
$$;
comment on function private.leads_like is
  'By the e-mail, the phone as machines dial it, or the folded company, as private.lead_list has them: fifty of each, since a common name is shared by thousands. Those most alike first.';

create or replace function public.lead_duplicates(lead_id_param uuid) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
declare
  own private.lead_list;
begin
  perform private.require_admin();
  select * into own from private.lead_list as entry where entry.lead_id = lead_id_param;
  return query select * from private.leads_like(own.email, own.phone, own.company, own.profile_id);
end
$$;
comment on function public.lead_duplicates is
  'Leads of other contacts that have its e-mail, phone or company, those most alike first; alike says which. Administrators only.';

create or replace function public.find_duplicates(email_param text, phone_param text, company_param text) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 5 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select * from private.leads_like(
      private.sort_key(private.canonical_email(email_param)), private.phone_e164(private.phone_digits(phone_param)),
      private.sort_key(company_param), null)
    limit 5;
end
$$;
comment on function public.find_duplicates is
  'Leads that have what is typed of one that is not there yet. Administrators only.';

revoke all on function public.find_duplicates from public, anon, authenticated, service_role;
grant execute on function public.find_duplicates to authenticated;

drop function private.leads_alike(uuid);
drop function private.call_create_lead(jsonb);
