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

-- The newsletter goes to an address: one row for each, whatever leads it has ------------------------------------------

with ranked as (
  select id, first_value(id) over same_address as kept_id
  from private.newsletter_requests
  window same_address as (
    partition by private.canonical_email(email)
    order by confirmed_at is not null and unsubscribed_at is null desc, unsubscribed_at is null desc, requested_at desc, id
    rows between unbounded preceding and unbounded following)
), doubles as (
  delete from private.newsletter_requests where id in (select id from ranked where id <> kept_id) returning id, former_ids
)
update private.newsletter_requests as request
  set former_ids = request.former_ids || joined.ids
  from (
    select ranked.kept_id, array_agg(former.id) as ids
    from doubles join ranked using (id) cross join lateral unnest(doubles.id || doubles.former_ids) as former (id)
    group by ranked.kept_id
  ) as joined
  where request.id = joined.kept_id;

drop index private.newsletter_requests_by_email;
create unique index newsletter_requests_one_per_address on private.newsletter_requests (private.canonical_email(email));
comment on table private.newsletter_requests is
  'Addresses for which the box of the newsletter was ticked, one row each; a subscriber once its holder confirmed. The box itself is a receipt among the consents of the lead.';
comment on column private.newsletter_requests.former_ids is
  'Requests that became this one: of other leads of the address, or of leads that were merged. Links of their mails still end it.';

create or replace function private.ask_newsletter_confirmation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token   text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address text := private.canonical_email(new.email);
  known   private.newsletter_requests;
begin
  if not private.wants_newsletter(new) then
    return null;
  end if;
  insert into private.newsletter_requests (lead_id, email, token_hash)
    values (new.lead_id, new.email, sha256(convert_to(token, 'utf8')))
    on conflict do nothing
    returning * into known;
  if not found then
    -- That of the address, else that of the lead, which had another address then.
    select * into known from private.newsletter_requests
      where private.canonical_email(email) = address or lead_id = new.lead_id
      order by private.canonical_email(email) = address desc limit 1 for update;
    -- Who still gets it is asked nothing.
    if known.id is null
      or known.unsubscribed_at is null and (known.confirmed_at is not null or known.mail_count >= 3)
      or greatest(known.requested_at, known.unsubscribed_at) >= now() - interval '1 day'
    then
      return null;
    end if;
    if known.lead_id is null then
      delete from private.newsletter_requests where lead_id = new.lead_id and (confirmed_at is null or unsubscribed_at is not null);
      if exists (select from private.newsletter_requests where lead_id = new.lead_id) then
        return null;
      end if;
    end if;
    update private.newsletter_requests
      set lead_id = coalesce(known.lead_id, new.lead_id), email = new.email, token_hash = sha256(convert_to(token, 'utf8')),
          requested_at = now(), mail_count = case when known.unsubscribed_at is null then known.mail_count + 1 else 1 end,
          confirmed_at = null, confirmed_text = null, confirmed_version = null, unsubscribed_at = null, unsubscribed_by = null
      where id = known.id;
  end if;
  if private.may_mail_to(new.email) then
    perform private.queue_lead_mail(
      'newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token, 'request', known.id));
  end if;
  return null;
end
$$;
comment on function private.ask_newsletter_confirmation is
  'Ticked by anybody, under any address: one link, and a new one a day later at the earliest. Who left is asked again, and gets nothing before they confirm; who still gets it is asked nothing.';

create or replace function private.part_leads(merged private.merged_leads) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  moved jsonb := merged.before -> 'moved';
begin
  perform private.put_back('public.leads', merged.before -> 'lead');
  update private.submissions as submission set lead_id = merged.lead_id, is_adopted = moved_one.value::boolean
    from jsonb_each(moved -> 'submissions') as moved_one where submission.id = moved_one.key::uuid;
  update private.payment_events set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'payments'));
  update private.deliveries as delivery set lead_id = merged.lead_id, merged_from = (moved_one.value #>> '{}')::uuid
    from jsonb_each(moved -> 'deliveries') as moved_one where delivery.id = moved_one.key::uuid;
  update private.lead_notes set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'notes')::uuid);
  update private.lead_corrections set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'corrections')::bigint);
  update private.first_passwords set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'passwords')::uuid);
  update private.merged_leads set into_lead_id = merged.lead_id
    where into_lead_id = merged.into_lead_id and merge_id in (select jsonb_array_elements_text(moved -> 'merges')::uuid);
  delete from private.newsletter_requests where lead_id in (merged.lead_id, merged.into_lead_id);
  insert into private.newsletter_requests
    select request.* from unnest(array[merged.before -> 'newsletter', merged.before -> 'kept_newsletter']) as stored
    cross join lateral jsonb_populate_record(null::private.newsletter_requests, stored) as request
    where request.lead_id is not null
    on conflict do nothing; -- another lead of the address has asked since
  perform private.put_back('public.leads', merged.before -> 'kept_lead');
  perform private.put_back('public.leads', merged.before -> 'kept_lead'); -- its status changed back, which wrote two instants
end
$$;

-- The waiting list of a conference: its mail has a link that ends it ---------------------------------------------------

alter table private.submissions add column left_list_at timestamptz;
comment on column private.submissions.left_list_at is 'When its person left the waiting list that it had put them on.';
create index submissions_of_conferences_by_email on private.submissions (private.canonical_email(email)) where form = 'conferences';

alter table private.kept_agreements add column former_ids uuid[];
comment on column private.kept_agreements.former_ids is 'Of the waiting list, the submissions that asked for it: links of mails name one of them.';
create index kept_agreements_by_former_id on private.kept_agreements using gin (former_ids) where former_ids is not null;

create function private.leave_waiting_lists(place_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
  kept    uuid[];
begin
  select private.canonical_email(coalesce(
    (select email from private.submissions where id = place_id_param and form = 'conferences'),
    (select email from private.kept_agreements
       where purpose = 'waitlist' and (id = place_id_param or former_ids @> array[place_id_param]) limit 1))) into address;
  if address is null then
    return 'unknown';
  end if;
  kept := array(
    select id from private.kept_agreements
    where purpose = 'waitlist' and email is not null and private.canonical_email(email) = address);
  perform private.forget_agreements(kept);
  with ended as (
    update private.submissions set left_list_at = left_at
      where form = 'conferences' and private.canonical_email(email) = address
        and private.is_waitlisted(answers) and left_list_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select distinct auth.uid(), 'waitlist.left', lead_id, jsonb_build_object('by', way) from ended
    union all
    select auth.uid(), 'waitlist.left', null, jsonb_build_object('by', way) where cardinality(kept) > 0;
  return case when found then 'left' else 'already' end;
end
$$;
comment on function private.leave_waiting_lists is
  'left, already, or unknown when nothing of the place is kept. It ends every place of the address, with a lead or without.';

create or replace function public.leave_waiting_list(entry_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.leave_waiting_lists(
    coalesce((select id from private.submissions where lead_id = entry_id_param and form = 'conferences' limit 1), entry_id_param),
    'team', now());
end
$$;
comment on function public.leave_waiting_list is
  'For who asked by telephone or by mail, by the id of their lead or, once it was erased, of their place: left, already or unknown.';

create or replace function private.keep_what_outlives(lead_ids uuid[], gone_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), gone_at, false);
  with asked as (
    select lead_id, conference_on, min(created_at) as at, (array_agg(email order by created_at desc))[1] as email,
           (array_agg(consents -> 'waitlist' order by created_at desc))[1] as box, array_agg(id) as ids
    from private.submissions
    where lead_id = any(lead_ids) and form = 'conferences' and not is_suspect and left_list_at is null
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

create function private.waiting_without_lead() returns setof private.kept_agreements
  language sql stable set search_path = ''
  as $$
    select kept.* from private.kept_agreements as kept
    where kept.purpose = 'waitlist' and not exists (
      select from private.submissions as asked
      where asked.form = 'conferences' and private.canonical_email(asked.email) = private.canonical_email(kept.email)
        and asked.conference_on is not distinct from kept.conference_on and asked.left_list_at is null)
  $$;

-- One line for each address: a place that outlived its lead gives way to a new request of the same person.
create or replace function private.conference_entries(held_on_param date)
  returns table (lead_id uuid, is_waiting boolean, registered_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select submission.lead_id, bool_and(private.is_waitlisted(submission.answers)), min(submission.created_at)
    from private.submissions as submission
    where submission.form = 'conferences' and submission.left_list_at is null
      and coalesce(submission.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
    group by submission.lead_id
    union all
    select kept.id, true, kept.given_at from private.waiting_without_lead() as kept
    where coalesce(kept.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
  $$;

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
        from private.submissions where form = 'conferences' and left_list_at is null
        group by 1, 2
      ) as sent
      join public.leads as lead on lead.id = sent.lead_id
      union all
      select coalesce(conference_on, '-infinity'), true, false from private.waiting_without_lead()
    ) as entry
    group by entry.held_on
    order by entry.held_on desc
  $$;

-- What the link of a line names.
alter type private.conference_line add attribute place_id uuid;

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
           coalesce(lead.payment_status, false), coalesce(lead.is_suspect, false), lead.id is not null,
           case when entry.is_waiting then coalesce(kept.id, (
             select asked.id from private.submissions as asked
             where asked.lead_id = entry.lead_id and asked.form = 'conferences' and asked.left_list_at is null
             order by asked.created_at, asked.id limit 1)) end
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

create or replace function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
    or not private.may_mail_to(new.email)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, private.order_in_mail(new)
    || case when private.is_waitlisted(new.answers) then jsonb_build_object('place', new.id) else '{}' end);
  return null;
end
$$;

revoke all on function
  private.keep_proofs_of_deleted(), private.leave_waiting_lists(uuid, text, timestamptz), private.waiting_without_lead()
  from public, anon, authenticated, service_role;
