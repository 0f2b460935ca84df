-- Whoever knows an e-mail can send a form under it. What they send is kept whole as a proposal, marked as from another
-- device, and writes nothing into the lead or the profile that are there: an empty phone number is not theirs to fill.
-- The owner is the account that is signed in, or the browser that holds the key of the adopted submission.

alter table private.submissions add column from_another_device boolean not null default false;
comment on column private.submissions.from_another_device is
  'Sent under the e-mail of a lead that was there, without its key and without an account: nobody knows whether by the same person.';

create or replace function private.find_or_make_profile(submission private.submissions) returns uuid
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
      values (lower(submission.email), submission.source_path)
      on conflict (lower(email)) where user_id is null do nothing
      returning id into profile_id;
    exit when found;
    select id into profile_id from public.user_profiles
      where lower(email) = lower(submission.email) and user_id is null
      for no key update;
    exit when found; -- else it was erased, or became an account's, between the two
  end loop;
  return profile_id;
end
$$;
comment on function private.find_or_make_profile is 'Locked until the end, and unchanged when it was there.';

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

create or replace function private.adopt_submission(submission_id_param uuid) returns void
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
    if private.founded_profile(lead) then
      perform private.complete_profile(profile.id, submission, private.answered(to_jsonb(lead)));
    end if;
  elsif profile.user_id = submission.user_id then
    perform private.keep_latest_answers(profile.id, submission);
  end if;
end
$$;

create or replace function private.store_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  snapshot   jsonb   := private.snapshot_of(submission);
  profile_id uuid    := private.find_or_make_profile(submission);
  is_known   boolean := submission.user_id is null and exists (select from auth.users where email = lower(submission.email));
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
      update public.leads
        set newer_answers_at = now(),
            last_contact_at = case when is_theirs then now() else last_contact_at end
        where id = lead.id;
    end if;
  end if;
  return true;
end
$$;

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
  return private.offer_answers(submission.form, answers) || jsonb_build_object(
    'event',        private.event_of_form(submission.form),
    'reference',    submission.idempotency_key,
    'consents',     consents,
    'firstName',    coalesce(contact ->> 'first_name', ''),
    'lastName',     coalesce(contact ->> 'last_name', ''),
    'email',        submission.email,
    'phone',        coalesce(contact ->> 'phone', ''),
    'companyName',  coalesce(contact ->> 'company_name', ''),
    'businessType', coalesce(contact ->> 'business_type', ''),
    'funnel',       submission.form,
    'timestamp',    to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'source',       coalesce((select value #>> '{}' from private.settings where key = 'site_origin'), '')
                      || coalesce(submission.source_path, private.default_path_of_form(submission.form))
  ) || case when is_proposal then '{"fromAnotherDevice": true}'::jsonb else '{}' end;
end
$$;
comment on function private.event_body is
  'Flat: the fields of the specification, then event, reference, consents and callsPerDay. fromAnotherDevice: true of answers that wait, which are then those of the lead.';

-- What waited is announced as it was sent once somebody adopted it.
create trigger announce_adopted_answers after update of is_adopted on private.submissions
  for each row when (new.is_adopted and not old.is_adopted and new.from_another_device)
  execute function private.announce_changed_answers();

create or replace function public.read_newer_answers(lead_id_param uuid) returns jsonb
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
