-- Places at conferences, and the waiting list of the next one.

create type private.conference_line as (
  lead_id       uuid,
  is_waiting    boolean,
  registered_at timestamptz,
  last_name     text,
  first_name    text,
  company_name  text,
  email         text,
  phone         text,
  comment       text,
  is_paid       boolean,
  is_suspect    boolean,
  has_file      boolean,
  place_id      uuid
);

create function private.is_waitlisted(answers jsonb) returns boolean
  language sql immutable parallel safe
  return answers #>> '{extra_answers,kind}' is not distinct from 'waitlist';

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
create function private.conference_entries(held_on_param date)
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
comment on function private.conference_entries is
  'One per person: their lead or, once it was erased, their place on the waiting list, by its own id. Who asked for a place once has one, whatever else was sent from another device and waits to be adopted.';

create function private.conference_counts()
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
comment on function private.conference_counts is
  'The latest conference first; those that nobody noted come last, under null.';

create function private.conference_lines(
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
revoke all on function public.list_conference from public, anon, authenticated, service_role;
grant execute on function public.list_conference to authenticated;

-- In batches: of a million agreements a hundred thousand places may end at once.
create function private.close_waiting_lists(next_held_on date, announced_at timestamptz, row_limit integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with told as (
      update private.kept_agreements set ended_at = announced_at
        where id in (
          select id from private.kept_agreements
          where purpose = 'waitlist' and ended_at is null
            and coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date) < next_held_on
          order by coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date)
          limit row_limit for update skip locked)
        returning 1
    )
    select count(*)::integer from told
  $$;
comment on function private.close_waiting_lists is
  'Once a later conference is announced, who waited for it has to be told: their address then stays for a term of weeks. Returns how many places it ended.';

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

create function public.leave_waiting_list(entry_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  return private.leave_waiting_lists(
    coalesce((select id from private.submissions where lead_id = entry_id_param and form = 'conferences' limit 1), entry_id_param),
    'team', now());
end
$$;
comment on function public.leave_waiting_list is
  'For who asked by telephone or by mail, by the id of their lead or, once it was erased, of their place: left, already or unknown.';
revoke all on function public.leave_waiting_list from public, anon, authenticated, service_role;
grant execute on function public.leave_waiting_list to authenticated;
