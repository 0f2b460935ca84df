-- A place at a conference belongs to the day it is held. The team sees who comes and who waits to hear of the next one, and
-- prints the sheet that people sign.

alter table private.submissions add column conference_on date;
comment on column private.submissions.conference_on is
  'The day of the conference that was announced when the form was sent; null of other forms, and where nobody noted it.';

create index submissions_by_conference on private.submissions ((coalesce(conference_on, '-infinity')), lead_id) where form = 'conferences';

create function private.is_waitlisted(answers jsonb) returns boolean
  language sql immutable parallel safe
  return answers #>> '{extra_answers,kind}' is not distinct from 'waitlist';

create function private.conference_entries(held_on_param date)
  returns table (lead_id uuid, is_waiting boolean, registered_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select submission.lead_id, bool_and(private.is_waitlisted(submission.answers)), min(submission.created_at)
    from private.submissions as submission
    where submission.form = 'conferences' and coalesce(submission.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
    group by submission.lead_id
  $$;
comment on function private.conference_entries is
  'One per person. Who asked for a place once has one, whatever else was sent from another device and waits to be adopted.';

create function private.conference_counts()
  returns table (held_on date, registered integer, waiting integer, paid integer)
  language sql stable set search_path = ''
  as $$
    select nullif(entry.held_on, '-infinity'),
           (count(*) filter (where not entry.is_waiting))::integer,
           (count(*) filter (where entry.is_waiting))::integer,
           (count(*) filter (where not entry.is_waiting and lead.payment_status))::integer
    from (
      select coalesce(conference_on, '-infinity') as held_on, lead_id, bool_and(private.is_waitlisted(answers)) as is_waiting
      from private.submissions where form = 'conferences'
      group by 1, 2
    ) as entry
    join public.leads as lead on lead.id = entry.lead_id
    group by entry.held_on
    order by entry.held_on desc
  $$;
comment on function private.conference_counts is 'The latest conference first; those that nobody noted come last, under null.';

create type private.conference_line as (
  lead_id uuid, is_waiting boolean, registered_at timestamptz, last_name text, first_name text, company_name text, email text,
  phone text, comment text, is_paid boolean, is_suspect boolean
);

create function private.conference_lines(
  held_on_param date, waiting_param boolean, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.conference_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
begin
  return query
    select entry.lead_id, entry.is_waiting, entry.registered_at,
           coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name),
           coalesce(lead.company_name, profile.company_name), coalesce(lead.email, profile.email),
           coalesce(lead.phone, profile.phone), nullif(lead.extra_answers ->> 'commentaire', ''),
           lead.payment_status, lead.is_suspect
    from (
      select * from private.conference_entries(held_on_param) as listed
      where (waiting_param is null or listed.is_waiting = waiting_param)
        and (pattern = '%%' or listed.lead_id in (select found.lead_id from private.lead_words as found where found.words like pattern))
        and (before_at is null or (listed.registered_at, listed.lead_id) < (before_at, before_id))
      order by listed.registered_at desc, listed.lead_id desc
      limit count_param
    ) as entry
    join public.leads as lead on lead.id = entry.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by entry.registered_at desc, entry.lead_id desc;
end
$$;
comment on function private.conference_lines is
  'Who registered last comes first, after the line of `before_at` and `before_id`; every character of the search is literal.';

create function public.list_conference(
  held_on_param date default null, waiting_param boolean default null, search_param text default null,
  before_at_param timestamptz default null, before_id_param uuid default null
) returns setof private.conference_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select * from private.conference_lines(held_on_param, waiting_param, search_param, before_at_param, before_id_param, 50);
end
$$;
comment on function public.list_conference is
  'Fifty lines of the conference held that day, null where nobody noted it; the next fifty with the instant and lead of the last one.';

revoke all on function
  private.is_waitlisted(jsonb), private.conference_entries(date), private.conference_counts(),
  private.conference_lines(date, boolean, text, timestamptz, uuid, integer),
  public.list_conference(date, boolean, text, timestamptz, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.list_conference(date, boolean, text, timestamptz, uuid) to authenticated;

-- A place and one on the waiting list, made one contact, are a place.
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
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
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
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;
