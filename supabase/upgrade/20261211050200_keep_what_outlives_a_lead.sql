-- A lead ends six months after its last contact. What its person agreed to or asked for lasts longer: the proof of an
-- agreement, a place on the waiting list of the conference, the newsletter. Each is a row of its own, with its own term.

create table private.kept_agreements (
  id            uuid        not null default gen_random_uuid(),
  lead_id       uuid        not null,
  purpose       text        not null,
  email         text,
  fingerprint   text,
  version       text        not null,
  wording       text,
  form          text        not null,
  conference_on date,
  given_at      timestamptz not null,
  ended_at      timestamptz,
  constraint kept_agreements_pkey               primary key (id),
  constraint kept_agreements_one_of_each        unique nulls not distinct (lead_id, purpose, version, conference_on),
  constraint kept_agreements_purpose            check (purpose in ('calls', 'reminder', 'newsletter', 'waitlist')),
  constraint kept_agreements_address            check (num_nonnulls(email, fingerprint) = 1),
  constraint kept_agreements_proofs_have_ended  check (purpose = 'waitlist' or ended_at is not null),
  constraint kept_agreements_list_is_written_to check (purpose <> 'waitlist' or email is not null),
  constraint kept_agreements_texts_are_short    check (greatest(char_length(email), char_length(version), char_length(wording)) <= 1000)
);
comment on table  private.kept_agreements             is 'What an erased lead had agreed to: proofs, for five years after the agreement ended, and the waiting list of the conference.';
comment on column private.kept_agreements.lead_id     is 'The lead it was of, which is gone.';
comment on column private.kept_agreements.fingerprint is 'In the place of the address, once its holder had everything erased: proves an agreement to those who know the address, and tells it to no one.';
comment on column private.kept_agreements.version     is 'Day the wording dates from.';
comment on column private.kept_agreements.ended_at    is 'Of a proof, when the agreement ended: withdrawn, or no longer of use because the lead went. Of the waiting list, when the next conference was announced.';

create index kept_agreements_by_email       on private.kept_agreements (private.canonical_email(email)) where email is not null;
create index kept_agreements_by_fingerprint on private.kept_agreements (fingerprint) where fingerprint is not null;
create index kept_agreements_by_end         on private.kept_agreements (ended_at) where ended_at is not null;
create index kept_agreements_waiting        on private.kept_agreements ((coalesce(conference_on, '-infinity')), given_at, id)
  where purpose = 'waitlist';

alter table private.kept_agreements enable row level security;
alter table private.kept_agreements force row level security;
revoke all on private.kept_agreements from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the agreements" on private.kept_agreements
  for all to current_user using (true) with check (true);

-- A confirmed request stays when its lead goes, under the id that the links of its mails name.
alter table private.newsletter_requests
  drop constraint newsletter_requests_pkey,
  drop constraint newsletter_requests_one_per_id,
  alter column lead_id drop not null,
  add column former_ids uuid[],
  add constraint newsletter_requests_pkey         primary key (id),
  add constraint newsletter_requests_one_per_lead unique (lead_id),
  add constraint newsletter_requests_outlive_confirmed check (lead_id is not null or confirmed_at is not null);
comment on column private.newsletter_requests.lead_id    is 'Null once the lead was erased: the holder of the address confirmed, and has not left.';
comment on column private.newsletter_requests.former_ids is 'Requests of leads that were merged into the erased one: links of their mails still end this one.';

create index newsletter_requests_by_former_id on private.newsletter_requests using gin (former_ids) where former_ids is not null;
create index newsletter_requests_left         on private.newsletter_requests (unsubscribed_at) where lead_id is null and unsubscribed_at is not null;

create function private.fingerprint_of(email text) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.settings (key, value) values ('fingerprint_salt', to_jsonb(gen_random_uuid())) on conflict (key) do nothing;
  return (
    select encode(sha256(convert_to((value #>> '{}') || private.canonical_email(email), 'UTF8')), 'hex')
    from private.settings where key = 'fingerprint_salt');
end
$$;

create function private.keep_proofs(submission_ids uuid[], ended_at_param timestamptz, as_fingerprint boolean) returns void
  language sql volatile set search_path = ''
  as $$
    with given as (
      select submission.id, submission.lead_id, submission.email, submission.form, submission.consents, submission.updated_at as at
      from private.submissions as submission
      where submission.id = any(submission_ids) and not submission.is_suspect
      union all
      select submission.id, submission.lead_id, submission.email, submission.form, former.consents, former.answered_at
      from private.former_answers as former join private.submissions as submission on submission.id = former.submission_id
      where submission.id = any(submission_ids) and not submission.is_suspect
    )
    insert into private.kept_agreements (lead_id, purpose, email, fingerprint, version, wording, form, given_at, ended_at)
      select distinct on (given.lead_id, box.key, version.text) given.lead_id, box.key,
             case when not as_fingerprint then given.email end, case when as_fingerprint then private.fingerprint_of(given.email) end,
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
comment on function private.keep_proofs is 'Of submissions that are about to go: each wording that was agreed to, once. What a program filled in proves nothing.';

create function private.keep_what_outlives(lead_ids uuid[], gone_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), gone_at, false);
  insert into private.kept_agreements (lead_id, purpose, email, version, wording, form, conference_on, given_at)
    select asked.lead_id, 'waitlist', asked.email, left(coalesce(asked.box ->> 'version', '2025-06-25'), 40),
           left(asked.box ->> 'text', 1000), 'conferences', asked.conference_on, asked.at
    from (
      select lead_id, conference_on, min(created_at) as at, (array_agg(email order by created_at desc))[1] as email,
             (array_agg(consents -> 'waitlist' order by created_at desc))[1] as box
      from private.submissions
      where lead_id = any(lead_ids) and form = 'conferences' and not is_suspect
      group by lead_id, conference_on
      having bool_and(private.is_waitlisted(answers))
    ) as asked
    on conflict on constraint kept_agreements_one_of_each do nothing;
  update private.newsletter_requests as request
    set lead_id = null, former_ids = nullif(array(
      select (merged.before #>> way.path)::uuid
      from private.merged_leads as merged cross join (values ('{newsletter,id}'::text[]), ('{kept_newsletter,id}'::text[])) as way (path)
      where merged.into_lead_id = request.lead_id and merged.before #>> way.path is not null), '{}')
    where request.lead_id = any(lead_ids) and request.confirmed_at is not null;
  perform private.remember_erasure('expired', id) from public.leads where id = any(lead_ids);
end
$$;
comment on function private.keep_what_outlives is 'Before leads are erased at their term. What waits for a confirmation goes with its lead.';

create function private.keep_proofs_of_erased(lead_ids uuid[], erased_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), erased_at, true);
  insert into private.kept_agreements (lead_id, purpose, fingerprint, version, form, given_at, ended_at)
    select lead_id, 'newsletter', private.fingerprint_of(email), confirmed_version, 'conferences', confirmed_at,
           coalesce(unsubscribed_at, erased_at)
    from private.newsletter_requests where lead_id = any(lead_ids) and confirmed_at is not null
    on conflict on constraint kept_agreements_one_of_each do nothing;
end
$$;
comment on function private.keep_proofs_of_erased is 'Before leads are erased because their person asked for it: what was agreed to can still be proved, and no address is kept.';

create function private.forget_agreements(ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.remember_erasure('agreement', lead_id)
    from (select distinct lead_id from private.kept_agreements where id = any(ids)) as forgotten;
  delete from private.kept_agreements where id = any(ids) and purpose = 'waitlist';
  update private.kept_agreements set fingerprint = private.fingerprint_of(email), email = null, wording = null
    where id = any(ids) and email is not null;
end
$$;

create function private.forget_letters(ids uuid[], erased_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.remember_erasure('newsletter', id) from private.newsletter_requests where id = any(ids) and lead_id is null;
  insert into private.kept_agreements (lead_id, purpose, fingerprint, version, form, given_at, ended_at)
    select id, 'newsletter', private.fingerprint_of(email), confirmed_version, 'conferences', confirmed_at, coalesce(unsubscribed_at, erased_at)
    from private.newsletter_requests where id = any(ids) and lead_id is null
    on conflict on constraint kept_agreements_one_of_each do nothing;
  delete from private.newsletter_requests where id = any(ids) and lead_id is null;
end
$$;

create function private.forget_addresses(emails text[], erased_at timestamptz) returns void
  language sql volatile set search_path = ''
  as $$
    select private.forget_agreements(array(
      select id from private.kept_agreements where email is not null and private.canonical_email(email) = any(emails)));
    select private.forget_letters(array(
      select id from private.newsletter_requests where lead_id is null and private.canonical_email(email) = any(emails)), erased_at);
  $$;
comment on function private.forget_addresses is 'What outlived the leads of these addresses: the waiting list and the newsletter end, of the proofs only a fingerprint of the address stays.';

create function private.close_waiting_lists(next_held_on date, announced_at timestamptz) returns integer
  language sql volatile set search_path = ''
  as $$
    with told as (
      update private.kept_agreements set ended_at = announced_at
        where purpose = 'waitlist' and ended_at is null
          and coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date) < next_held_on
        returning 1
    )
    select count(*)::integer from told
  $$;
comment on function private.close_waiting_lists is 'Once a later conference is announced, who waited for it has to be told: their address then stays for a term of weeks.';

-- The list beside the backups tells a lead that came to its term, and what its person had erased afterwards.
alter table private.erasures
  drop constraint erasures_subject,
  add constraint erasures_subject check (subject in ('lead', 'profile', 'account', 'expired', 'agreement', 'newsletter'));

create or replace function private.leave_newsletter(request_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
begin
  select private.canonical_email(coalesce(
    (select email from private.newsletter_requests where id = request_id_param),
    (select email from private.newsletter_requests where former_ids @> array[request_id_param] limit 1),
    (select before #>> '{newsletter,email}' from private.merged_leads
       where before #>> '{newsletter,id}' = request_id_param::text limit 1),
    (select before #>> '{kept_newsletter,email}' from private.merged_leads
       where before #>> '{kept_newsletter,id}' = request_id_param::text limit 1))) into address;
  if address is null then
    return 'unknown';
  end if;
  -- Whoever leaves does so under every lead that has the address.
  with ended as (
    update private.newsletter_requests
      set unsubscribed_at = left_at, unsubscribed_by = way
      where private.canonical_email(email) = address and unsubscribed_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), 'newsletter.unsubscribed', lead_id, jsonb_build_object('by', way) from ended;
  return case when found then 'unsubscribed' else 'already' end;
end
$$;

create or replace function private.newsletter_lines(
  state_param text, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.newsletter_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
begin
  return query
    select request.id, request.lead_id, request.email,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.company_name, profile.company_name),
           private.newsletter_state(request.confirmed_at, request.unsubscribed_at), request.requested_at, request.confirmed_at,
           request.confirmed_version, request.unsubscribed_at, request.unsubscribed_by
    from (
      select * from private.newsletter_requests as entry
      where (state_param is null or private.newsletter_state(entry.confirmed_at, entry.unsubscribed_at) = state_param)
        and (
          pattern = '%%' or entry.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern)
          or entry.lead_id is null and private.folded(entry.email) like pattern)
        and (before_at is null or (entry.requested_at, entry.id) < (before_at, before_id))
      order by entry.requested_at desc, entry.id desc
      limit count_param
    ) as request
    left join public.leads as lead on lead.id = request.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by request.requested_at desc, request.id desc;
end
$$;

-- On the screen of the conference --------------------------------------------------------------------------------------

alter type private.conference_line add attribute has_file boolean;

create or replace function private.conference_entries(held_on_param date)
  returns table (lead_id uuid, is_waiting boolean, registered_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select submission.lead_id, bool_and(private.is_waitlisted(submission.answers)), min(submission.created_at)
    from private.submissions as submission
    where submission.form = 'conferences' and coalesce(submission.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
    group by submission.lead_id
    union all
    select kept.id, true, kept.given_at from private.kept_agreements as kept
    where kept.purpose = 'waitlist' and coalesce(kept.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
  $$;
comment on function private.conference_entries is
  'One per person: their lead or, once it was erased, their place on the waiting list, by its own id. Who asked for a place once has one, whatever else was sent from another device and waits to be adopted.';

create or replace function private.conference_counts()
  returns table (held_on date, registered integer, waiting integer, paid integer)
  language sql stable set search_path = ''
  as $$
    select nullif(entry.held_on, '-infinity'),
           (count(*) filter (where not entry.is_waiting))::integer,
           (count(*) filter (where entry.is_waiting))::integer,
           (count(*) filter (where not entry.is_waiting and entry.is_paid))::integer
    from (
      select sent.held_on, sent.is_waiting, lead.payment_status as is_paid
      from (
        select coalesce(conference_on, '-infinity') as held_on, lead_id, bool_and(private.is_waitlisted(answers)) as is_waiting
        from private.submissions where form = 'conferences'
        group by 1, 2
      ) as sent
      join public.leads as lead on lead.id = sent.lead_id
      union all
      select coalesce(conference_on, '-infinity'), true, false from private.kept_agreements where purpose = 'waitlist'
    ) as entry
    group by entry.held_on
    order by entry.held_on desc
  $$;

create or replace function private.conference_lines(
  held_on_param date, waiting_param boolean, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.conference_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
begin
  return query
    select entry.lead_id, entry.is_waiting, entry.registered_at,
           coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name),
           coalesce(lead.company_name, profile.company_name), coalesce(lead.email, profile.email, kept.email),
           coalesce(lead.phone, profile.phone), nullif(lead.extra_answers ->> 'commentaire', ''),
           coalesce(lead.payment_status, false), coalesce(lead.is_suspect, false), lead.id is not null
    from (
      select * from private.conference_entries(held_on_param) as listed
      where (waiting_param is null or listed.is_waiting = waiting_param)
        and (
          pattern = '%%' or listed.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern)
          or listed.lead_id in (
            select waiting.id from private.kept_agreements as waiting
            where waiting.purpose = 'waitlist' and private.folded(waiting.email) like pattern))
        and (before_at is null or (listed.registered_at, listed.lead_id) < (before_at, before_id))
      order by listed.registered_at desc, listed.lead_id desc
      limit count_param
    ) as entry
    left join public.leads as lead on lead.id = entry.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.kept_agreements as kept on kept.id = entry.lead_id
    where lead.id is not null or kept.id is not null
    order by entry.registered_at desc, entry.lead_id desc;
end
$$;

create function public.leave_waiting_list(entry_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  if not exists (select from private.kept_agreements where id = entry_id_param and purpose = 'waitlist') then
    return 'unknown';
  end if;
  perform private.forget_agreements(array[entry_id_param]);
  insert into private.audit_log (actor, action, detail) values (auth.uid(), 'waitlist.left', '{}');
  return 'left';
end
$$;
comment on function public.leave_waiting_list is 'For who asked by telephone or by mail, once their lead was erased: left or unknown. Before that, their lead is what is deleted.';
revoke all on function public.leave_waiting_list(uuid) from public, anon, authenticated, service_role;
grant execute on function public.leave_waiting_list(uuid) to authenticated;

revoke all on function
  private.fingerprint_of(text), private.keep_proofs(uuid[], timestamptz, boolean), private.keep_what_outlives(uuid[], timestamptz),
  private.keep_proofs_of_erased(uuid[], timestamptz), private.forget_agreements(uuid[]), private.forget_letters(uuid[], timestamptz),
  private.forget_addresses(text[], timestamptz), private.close_waiting_lists(date, timestamptz)
  from public, anon, authenticated, service_role;

-- In the file of a lead ------------------------------------------------------------------------------------------------

create function private.letter_of(lead public.leads) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'requestedAt',    request.requested_at,
      'expiresAt',      request.requested_at + interval '7 days',
      'isExpired',      request.requested_at <= now() - interval '7 days',
      'confirmedAt',    request.confirmed_at,
      'version',        request.confirmed_version,
      'text',           request.confirmed_text,
      'unsubscribedAt', request.unsubscribed_at)
    from private.newsletter_requests as request
    where request.lead_id = lead.id
       or request.lead_id is null and private.canonical_email(request.email) = private.canonical_email(lead.email)
    order by request.lead_id nulls last, request.requested_at desc limit 1
  $$;
comment on function private.letter_of is 'The request of the lead, else the one that an earlier lead of its address left.';

create function private.kept_of(lead public.leads) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
        'purpose', kept.purpose, 'at', kept.given_at, 'version', kept.version, 'text', kept.wording, 'form', kept.form,
        'endedAt', kept.ended_at) order by kept.given_at desc, kept.id), '[]')
    from private.kept_agreements as kept
    where kept.email is not null and private.canonical_email(kept.email) = private.canonical_email(lead.email)
  $$;
comment on function private.kept_of is 'What earlier leads of the address had agreed to, newest first.';
revoke all on function private.letter_of(public.leads), private.kept_of(public.leads) from public, anon, authenticated, service_role;

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'terms', (
        select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
        from private.submissions as submission
        join private.payment_starts as start on start.reference = submission.idempotency_key
        where submission.lead_id = lead.id
        order by start.started_at desc limit 1),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;
