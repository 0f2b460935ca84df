-- The team writes mails from the desk: their templates, what became of each, and who wants none.

alter table public.leads add column mails_refused_at timestamptz;
comment on column public.leads.mails_refused_at is
  'Since when its person wants no mail that the team writes; null as long as they did not say so.';

alter table private.lead_notes
  add column subject          text,
  add column recipient        text,
  add column delivery         text,
  add column sent_at          timestamptz,
  add column template_id      uuid,
  add column template_version integer,
  add constraint lead_notes_subject_is_short check (char_length(subject) between 1 and 200) not valid,
  add constraint lead_notes_recipient_is_short check (char_length(recipient) <= 320) not valid,
  add constraint lead_notes_delivery_is_known check (delivery in ('waiting', 'delivered', 'dead')) not valid,
  add constraint lead_notes_mail_is_whole check (num_nulls(subject, recipient, delivery) in (0, 3)) not valid;
alter table private.lead_notes
  validate constraint lead_notes_subject_is_short,
  validate constraint lead_notes_recipient_is_short,
  validate constraint lead_notes_delivery_is_known,
  validate constraint lead_notes_mail_is_whole;

comment on column private.lead_notes.subject is 'Of a mail; null of a note and of a call.';
comment on column private.lead_notes.recipient is 'The address that the mail was written to.';
comment on column private.lead_notes.delivery is
  'What became of the mail, as the line of the outbox with its id said: that one goes, this one stays.';
comment on column private.lead_notes.sent_at is 'When the mail server took it; null before.';
comment on column private.lead_notes.template_id is 'What the mail began with; null of one that began empty.';

-- How many mails a person wrote in a day.
create index lead_notes_mails_by_author on private.lead_notes (author, written_at) where subject is not null;

create table private.mail_template_versions (
  template_id uuid        not null,
  version     integer     not null,
  name        text        not null,
  subject     text        not null,
  text        text        not null,
  is_offered  boolean     not null default true,
  author      uuid        not null,
  written_at  timestamptz not null default now(),
  constraint mail_template_versions_pkey    primary key (template_id, version),
  constraint mail_template_versions_counted check (version > 0),
  constraint mail_template_versions_name    check (name = btrim(name) and char_length(name) between 1 and 80),
  constraint mail_template_versions_subject check (char_length(subject) between 1 and 200),
  constraint mail_template_versions_text    check (char_length(text) between 1 and 10000)
);
comment on table  private.mail_template_versions is
  'Each wording of each template, with who wrote it and when. The last one is the template; those that the site brings stand in its words until they are changed.';
comment on column private.mail_template_versions.is_offered is 'False: the template was withdrawn with this version.';
comment on column private.mail_template_versions.author is 'An administrator. No foreign key: the wording outlives the account.';

alter table private.mail_template_versions enable row level security, force row level security;
revoke all on private.mail_template_versions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the templates" on private.mail_template_versions
  for all to current_user using (true) with check (true);

create function private.template_versions(template_id_param uuid)
  returns table (version integer, name text, subject text, text text, is_offered boolean, author text, written_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select kept.version, kept.name, kept.subject, kept.text, kept.is_offered, account.email::text, kept.written_at
    from private.mail_template_versions as kept left join auth.users as account on account.id = kept.author
    where kept.template_id = template_id_param order by kept.version desc
  $$;
comment on function private.template_versions is 'Newest first; author is an e-mail, null of an account that is gone.';

-- A line of the outbox goes after a month, the message stays with its lead: what became of it is written there.
create function private.settle_team_mail() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.lead_notes set delivery = new.status, sent_at = new.delivered_at where id = new.id;
  return null;
end
$$;

create trigger settle_team_mail after update of status on private.deliveries
  for each row when (new.event = 'mail.team-mail' and new.status is distinct from old.status)
  execute function private.settle_team_mail();

create function private.leads_of_person(lead_id_param uuid) returns setof uuid
  language sql stable rows 2 set search_path = ''
  as $$
    select id from public.leads
    where user_profile_id = (select user_profile_id from public.leads where id = lead_id_param)
    union
    select alike.lead_id
    from private.lead_list as own join private.lead_list as alike on alike.email = own.email
    where own.lead_id = lead_id_param and own.email <> private.sort_key('')
  $$;
comment on function private.leads_of_person is 'Those of its contact, and those with its e-mail.';

create function private.refuse_mails(lead_id_param uuid, refused_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  kept_id uuid := coalesce(
    (select id from public.leads where id = lead_id_param),
    (private.whereabouts(lead_id_param) ->> 'kept_lead_id')::uuid);
  ids     uuid[] := array(select private.leads_of_person(kept_id));
begin
  update public.leads set mails_refused_at = coalesce(mails_refused_at, refused_at)
    where id = any (ids) and mails_refused_at is null;
  -- What has not left yet does not leave any more, not even when what was given up is sent again.
  with dropped as (
    delete from private.deliveries
      where lead_id = any (ids) and event = 'mail.team-mail' and status <> 'delivered' returning id
  )
  update private.lead_notes set delivery = 'dead' where id in (select id from dropped);
  return case when ids = '{}' then 'unknown' else 'refused' end;
end
$$;
comment on function private.refuse_mails is
  'refused for all that its person asked for, as often as it is said; unknown once the lead is erased.';

create function private.team_mail_refusal(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when private.mailable_address(coalesce(lead.email, profile.email)) is null then 'no_address'
      when exists (
        select from public.leads
        where id in (select private.leads_of_person(lead.id)) and mails_refused_at is not null
      ) then 'mails_refused'
    end
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
  $$;
comment on function private.team_mail_refusal is 'Why the team may write no mail about this lead; null when it may.';

create function private.invitation_of_mail(lead_id_param uuid) returns uuid
  language sql volatile set search_path = ''
  as $$
    select coalesce(private.issue_first_password(lead_id_param), (
      select link.id
      from private.first_passwords as link
      join public.leads as lead on lead.id = link.lead_id
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      where link.lead_id = lead_id_param and link.used_at is null
        and private.first_password_refusal(link, lead, profile) is null
      order by link.issued_at desc limit 1))
  $$;
comment on function private.invitation_of_mail is
  'The link by which whoever paid opens their space: the one that was mailed, while it is unused, else the first. Null where there is none to open.';

create or replace function private.join_leads(gone public.leads, kept public.leads, before jsonb, merge_id_param uuid, author_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  gone_request private.newsletter_requests;
  kept_request private.newsletter_requests;
begin
  select * into gone_request from private.newsletter_requests where lead_id = gone.id;
  select * into kept_request from private.newsletter_requests where lead_id = kept.id;
  insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
    values (merge_id_param, gone.id, kept.id, author_param, before || jsonb_build_object(
      'kept_lead', to_jsonb(kept), 'newsletter', to_jsonb(gone_request), 'kept_newsletter', to_jsonb(kept_request),
      'moved', jsonb_build_object(
        'submissions', (select coalesce(jsonb_object_agg(id, is_adopted), '{}') from private.submissions where lead_id = gone.id),
        'payments',    (select coalesce(jsonb_agg(id), '[]') from private.payment_events where lead_id = gone.id),
        'deliveries',  (select coalesce(jsonb_object_agg(id, merged_from), '{}') from private.deliveries where lead_id = gone.id),
        'notes',       (select coalesce(jsonb_agg(id), '[]') from private.lead_notes where lead_id = gone.id),
        'corrections', (select coalesce(jsonb_agg(id), '[]') from private.lead_corrections where lead_id = gone.id),
        'passwords',   (select coalesce(jsonb_agg(id), '[]') from private.first_passwords where lead_id = gone.id),
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
  update private.first_passwords set lead_id = kept.id where lead_id = gone.id;
  update private.merged_leads set into_lead_id = kept.id where into_lead_id = gone.id;
  if gone_request.lead_id is not null and (kept_request.lead_id is null or kept_request.confirmed_at is null and gone_request.confirmed_at is not null) then
    delete from private.newsletter_requests where lead_id = kept.id;
    update private.newsletter_requests set lead_id = kept.id where lead_id = gone.id;
  end if;

  perform private.write_lead_snapshot(kept.id, private.answered(to_jsonb(gone)) || private.answered(to_jsonb(kept))
    || jsonb_build_object('extra_answers',
      (gone.extra_answers || kept.extra_answers) - case
        when private.is_waitlisted(to_jsonb(gone)) and private.is_waitlisted(to_jsonb(kept)) then '' else 'kind' end));
  update public.leads
    set payment_status   = kept.payment_status or gone.payment_status,
        lead_status      = case when kept.lead_status = 'to_contact' and gone.lead_status in ('contacted', 'client')
                             then gone.lead_status else kept.lead_status end,
        consents         = gone.consents || kept.consents,
        owner            = coalesce(kept.owner, gone.owner),
        callback_at      = coalesce(kept.callback_at, gone.callback_at),
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at),
        inactive_reason  = coalesce(kept.inactive_reason, gone.inactive_reason),
        mails_refused_at = least(kept.mails_refused_at, gone.mails_refused_at)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at),
        paid_at         = least(kept.paid_at, gone.paid_at),
        setup_at        = coalesce(kept.setup_at, gone.setup_at),
        setup_by        = coalesce(kept.setup_by, gone.setup_by)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;

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
    select 'note-' || note.id,
           case when note.subject is not null then 'message' when note.outcome is not null then 'call' else 'note' end,
           note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome,
             'subject', note.subject, 'to', note.recipient, 'status', note.delivery, 'sent_at', note.sent_at,
             'attempts', delivery.attempts, 'last_status', delivery.last_status, 'last_error', delivery.last_error))
    from private.lead_notes as note
    left join auth.users as account on account.id = note.author
    left join private.deliveries as delivery on delivery.id = note.id and note.subject is not null
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
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id,
             'way', case when merged.lead_id = lead_id_param then 'moved' else 'joined' end,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    -- A lead of another offer that came beside this one.
    select 'beside-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'way', 'beside', 'origin', other.funnel_origin)
    from public.leads as lead
    join public.leads as other on other.user_profile_id = lead.user_profile_id and other.id <> lead.id
    join private.merged_leads as merged on merged.lead_id = other.id and merged.into_lead_id = other.id
    left join auth.users as account on account.id = merged.author
    where lead.id = lead_id_param and lead.created_at <= merged.merged_at
      and not exists (select from private.merged_leads as own where own.merge_id = merged.merge_id and own.lead_id = lead.id)
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'mails-' || lead.id, 'consent', lead.mails_refused_at, null, '{"fact": "mails_refused"}'
    from public.leads as lead where lead.id = lead_id_param and lead.mails_refused_at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create or replace function private.facts_of_messages(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with addresses as (
      select private.canonical_email(address) as address
      from public.leads as lead
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      cross join unnest(array[lead.email, profile.email]) as address
      where lead.id = lead_id_param and address is not null
    ), messages as (
      select * from private.deliveries where lead_id = lead_id_param and event <> 'mail.team-mail'
      union all
      select delivery.* from private.deliveries as delivery
      where delivery.kind = 'mail' and delivery.lead_id is null
        and private.canonical_email(delivery.body ->> 'to') = any (array(select address from addresses))
    )
    select 'message-' || message.id, message.kind, message.created_at, null::text, jsonb_build_object(
             'event', message.event, 'status', message.status, 'attempts', message.attempts, 'last_status', message.last_status,
             'last_error', message.last_error, 'delivered_at', message.delivered_at,
             'to', case message.kind
               when 'mail' then message.body ->> 'to'
               else substring(receiver.url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') end,
             'payload', case
               when message.kind = 'webhook' then message.body
               -- What was mailed about an account lets somebody in, and so does a link to confirm.
               when message.lead_id is not null then coalesce(message.body -> 'data', '{}') - array['token', 'link', 'code']
               else '{}' end)
    from messages as message left join private.receivers as receiver on receiver.id = message.receiver_id
  $$;
