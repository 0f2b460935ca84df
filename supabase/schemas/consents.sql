-- Proofs of what was agreed to, and agreements that outlive the lead they were given with.

create table private.consent_proofs (
  id      text        not null,
  date    timestamptz not null default now(),
  version text        not null,
  choices jsonb       not null,
  constraint consent_proofs_pkey             primary key (id, date),
  constraint consent_proofs_id_is_short      check (length(id) between 1 and 64),
  constraint consent_proofs_version_is_short check (length(version) between 1 and 64),
  constraint consent_proofs_choices_are_given check (
    jsonb_typeof(choices -> 'analytics') = 'boolean' and jsonb_typeof(choices -> 'marketing') = 'boolean'
  )
);
comment on table  private.consent_proofs is
  'Answers to the cookie banner: no address, no account. Source: CNIL, guidelines 2020-091.';
comment on column private.consent_proofs.id is
  'Random, made by the browser and kept there; the same while its answer lasts, so a withdrawal follows the agreement it ends.';
comment on column private.consent_proofs.date is 'When the server was told, by its own clock.';
comment on column private.consent_proofs.version is 'Of the text and the partners that were shown.';
comment on column private.consent_proofs.choices is
  '{"analytics": true, "marketing": false}: what each purpose was answered.';

create index consent_proofs_by_date on private.consent_proofs (date);
create index consent_proofs_of_refusals on private.consent_proofs (date)
  where choices ->> 'analytics' = 'false' and choices ->> 'marketing' = 'false';

alter table private.consent_proofs enable row level security, force row level security;
revoke all on private.consent_proofs from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the proofs of consent" on private.consent_proofs
  for all to current_user using (true) with check (true);

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
  former_ids    uuid[],
  constraint kept_agreements_pkey               primary key (id),
  constraint kept_agreements_one_of_each        unique nulls not distinct (lead_id, purpose, version, conference_on),
  constraint kept_agreements_purpose            check (purpose in ('calls', 'reminder', 'newsletter', 'waitlist')),
  constraint kept_agreements_address            check (num_nonnulls(email, fingerprint) = 1),
  constraint kept_agreements_proofs_have_ended  check (purpose = 'waitlist' or ended_at is not null),
  constraint kept_agreements_list_is_written_to check (purpose <> 'waitlist' or email is not null),
  constraint kept_agreements_texts_are_short    check (greatest(char_length(email), char_length(version), char_length(wording)) <= 1000)
);
comment on table  private.kept_agreements is
  'What an erased lead had agreed to: proofs, for five years after the agreement ended, and the waiting list of the conference.';
comment on column private.kept_agreements.lead_id is 'The lead it was of, which is gone.';
comment on column private.kept_agreements.fingerprint is
  'In the place of the address, once its holder had everything erased: proves an agreement to those who know the address, and tells it to no one.';
comment on column private.kept_agreements.version is 'Day the wording dates from.';
comment on column private.kept_agreements.ended_at is
  'Of a proof, when the agreement ended: withdrawn, or no longer of use because the lead went. Of the waiting list, when the next conference was announced.';
comment on column private.kept_agreements.former_ids is
  'Of the waiting list, the submissions that asked for it: links of mails name one of them.';

create index kept_agreements_by_email on private.kept_agreements (private.canonical_email(email)) where email is not null;
create index kept_agreements_by_fingerprint on private.kept_agreements (fingerprint) where fingerprint is not null;
create index kept_agreements_waiting on private.kept_agreements ((coalesce(conference_on, '-infinity')), given_at, id)
  where purpose = 'waitlist';
create index kept_proofs_by_end on private.kept_agreements (ended_at) where purpose <> 'waitlist';
create index waiting_lists_by_end on private.kept_agreements (ended_at) where purpose = 'waitlist' and ended_at is not null;
create index waiting_lists_by_conference on private.kept_agreements
  ((coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date))) where purpose = 'waitlist' and ended_at is null;
create index kept_agreements_by_former_id on private.kept_agreements using gin (former_ids) where former_ids is not null;

alter table private.kept_agreements enable row level security, force row level security;
revoke all on private.kept_agreements from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the agreements" on private.kept_agreements
  for all to current_user using (true) with check (true);

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
comment on function private.letter_of is
  'The request of the lead, else the one that an earlier lead of its address left.';

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

create function private.keep_proofs(submission_ids uuid[], ended_at_param timestamptz, as_fingerprint boolean) returns void
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

create function private.keep_what_outlives(lead_ids uuid[], gone_at timestamptz) returns void
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
comment on function private.keep_proofs_of_erased is
  'Before leads are erased because their person asked for it: what was agreed to can still be proved, and no address is kept.';

-- A lead may be deleted in many ways: by the desk, by its term, by a REST delete of it, of its profile or of its account. What
-- its person agreed to is proved after each of them.
create function private.keep_proofs_of_deleted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What a merge takes apart hangs on the lead that it made.
  if not exists (select from private.merged_leads where lead_id = old.id) then
    perform private.keep_proofs_of_erased(array[old.id], now());
  end if;
  return old;
end
$$;
comment on function private.keep_proofs_of_deleted is
  'As where a person asks for it: a fingerprint in the place of the address. What was kept with its address, at a term, stays so.';

create trigger keep_proofs_of_deleted before delete on public.leads
  for each row execute function private.keep_proofs_of_deleted();

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
comment on function private.forget_addresses is
  'What outlived the leads of these addresses: the waiting list and the newsletter end, of the proofs only a fingerprint of the address stays.';

create function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'setup', case when lead.paid_at is not null and lead.funnel_origin <> 'conferences' then jsonb_build_object(
        'since', lead.paid_at, 'at', lead.setup_at, 'by', (select email from auth.users where id = lead.setup_by)) end,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'payers', private.payers_of(lead.id),
      'billing', private.billing_of(lead.id),
      'terms', private.accepted_terms(lead.id),
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
comment on function public.read_lead_receipts is
  'What the lead agreed to (boxes, terms of the order, newsletter), since when it pays, and where it came from, as its first submission said. Null when there is no such lead.';
revoke all on function public.read_lead_receipts from public, anon, authenticated, service_role;
grant execute on function public.read_lead_receipts to authenticated;
