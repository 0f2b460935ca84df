-- The team puts tags of its own on leads, and the list is narrowed by them.

alter table public.leads add column tags integer[] not null default '{}';
comment on column public.leads.tags is 'Ids of private.tags, which says their names.';

alter table private.lead_list add column tags integer[] not null default '{}';
-- Few leads have any. Without fastupdate, as private.lead_words.
create index lead_list_by_tag on private.lead_list using gin (tags) with (fastupdate = off) where tags <> '{}';

create table private.tags (
  id         integer     not null generated always as identity,
  name       text        not null,
  created_at timestamptz not null default now(),
  constraint tags_pkey primary key (id),
  constraint tags_name check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[,[:cntrl:]]')
);
comment on table  private.tags is 'The team''s list of tags.';
comment on column private.tags.id is 'Never given twice: what a deleted tag leaves on leads means nothing any more.';
comment on column private.tags.name is 'Without a comma, which stands between tags in the address of the list.';

create unique index tags_by_name on private.tags (private.folded(name));

alter table private.tags enable row level security, force row level security;
revoke all on private.tags from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the tags" on private.tags
  for all to current_user using (true) with check (true);

create type private.tag as (
  id   integer,
  name text
);

create function private.tag_names(ids integer[]) returns text[]
  language sql stable security definer set search_path = ''
  as $$ select array(select name from private.tags where id = any (ids) order by private.folded(name)) $$;
comment on function private.tag_names is 'Of a lead. Those that were deleted have none.';
revoke all on function private.tag_names from public, anon, authenticated, service_role;
grant execute on function private.tag_names to authenticated, service_role;

create function private.tags_named(names text[]) returns integer[]
  language sql stable set search_path = ''
  as $$
    select array(
      select id from private.tags
      where private.folded(name) = any (array(select private.folded(asked) from unnest(names) as asked)) order by id)
  $$;
comment on function private.tags_named is 'Whatever their case and accents; names that no tag has are left out.';

create function private.tags_beside(ids jsonb, others jsonb) returns text[]
  language sql stable set search_path = ''
  as $$
    select private.tag_names(array(
      select id::integer from jsonb_array_elements_text(ids) as id where not others @> id::jsonb))
  $$;
comment on function private.tags_beside is 'Names of the tags that are not among the others.';

create function private.tag_leads(ids uuid[], added text[], removed text[]) returns setof private.lead_change
  language plpgsql volatile set search_path = ''
  as $$
declare
  most     constant integer := 20;
  asked_id uuid;
  result   private.lead_change;
  lead     public.leads;
  adds     integer[];
  removes  constant integer[] := private.tags_named(removed);
  wanted   integer[];
begin
  insert into private.tags (name) select btrim(name) from unnest(added) as name on conflict do nothing;
  adds := private.tags_named(added);
  -- In the order of the ids, so that two who change the same leads never wait for one another.
  for asked_id in select distinct asked from unnest(ids) as asked order by asked loop
    result := (asked_id, null, null, null, null, null);
    select * into lead from public.leads where id = asked_id for no key update;
    if not found then
      result.code         := private.whereabouts(asked_id) ->> 'code';
      result.kept_lead_id := (private.whereabouts(asked_id) ->> 'kept_lead_id')::uuid;
      return next result;
      continue;
    end if;

    result.before := jsonb_build_object('tags', private.tag_names(lead.tags));
    wanted := array(
      select id from private.tags where id = any (lead.tags || adds) and id <> all (removes) order by id);
    if wanted = lead.tags then
      result.code := 'unchanged';
    elsif cardinality(wanted) > most then
      result.code := 'too_many_tags';
    else
      result.code := 'changed';
      update public.leads set tags = wanted where id = lead.id returning * into lead;
    end if;
    result.stored     := jsonb_build_object('tags', private.tag_names(lead.tags));
    result.updated_at := lead.updated_at;
    return next result;
  end loop;
end
$$;
comment on function private.tag_leads is
  'Puts tags on each lead, then takes others away, by name; a name that no tag has makes one. Of each what became of it: changed, unchanged, too_many_tags, unknown_lead, lead_merged.';

create function public.list_tags() returns setof private.tag
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select kept.id, kept.name from private.tags as kept order by private.folded(kept.name);
end
$$;
comment on function public.list_tags is 'The team''s tags, by name. Administrators only.';
revoke all on function public.list_tags from public, anon, authenticated, service_role;
grant execute on function public.list_tags to authenticated;

create function public.save_tag(name_param text, tag_id_param integer default null) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most     constant integer := 200;
  saved_id integer;
begin
  perform private.require_admin();
  if exists (select from private.tags where private.folded(name) = private.folded(name_param) and id is distinct from tag_id_param) then
    return null;
  end if;
  if tag_id_param is not null then
    update private.tags set name = btrim(name_param) where id = tag_id_param returning id into saved_id;
  elsif (select count(*) < most from private.tags) then
    insert into private.tags (name) values (btrim(name_param)) returning id into saved_id;
  end if;
  return saved_id;
end
$$;
comment on function public.save_tag is
  'A new tag, or another name for one. Null when the name is taken, when there is no such tag, or when there are 200. Administrators only.';
revoke all on function public.save_tag from public, anon, authenticated, service_role;
grant execute on function public.save_tag to authenticated;

create function public.delete_tag(tag_id_param integer) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  delete from private.tags where id = tag_id_param;
  return found;
end
$$;
comment on function public.delete_tag is 'From the list, and so from every lead. False when it is not there. Administrators only.';
revoke all on function public.delete_tag from public, anon, authenticated, service_role;
grant execute on function public.delete_tag to authenticated;

create or replace function private.record_lead_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.deleted', old.id);
    return null;
  end if;
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), change.action, new.id, jsonb_build_object('from', change.before, 'to', change.after)
      || case when change.action = 'lead.status_changed'
           then jsonb_strip_nulls(jsonb_build_object(
             'by', nullif(current_setting('request.cause', true), ''), 'reason', new.inactive_reason)) else '{}' end
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at)),
      ('lead.setup_changed',    to_jsonb(old.setup_at),       to_jsonb(new.setup_at)),
      ('lead.reason_changed',   to_jsonb(old.inactive_reason), to_jsonb(new.inactive_reason)),
      ('lead.tags_changed',     to_jsonb(old.tags),            to_jsonb(new.tags))
    ) as change (action, before, after)
    where change.before is distinct from change.after
      -- With a status its reason stands in the line of the status.
      and (change.action <> 'lead.reason_changed' or new.lead_status = old.lead_status);
  return null;
end
$$;

create or replace function private.write_lead_list(lead public.leads) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  profile       public.user_profiles;
  facet         private.lead_facets;
  written       private.lead_list;
  volume_column text;
  nothing       constant text := private.sort_key('');
begin
  -- Whoever compares it with another lead at the same moment is waited for, and seen.
  perform from private.lead_list where lead_id = lead.id for update;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  select column_name into volume_column from private.questions where is_volume and lead.funnel_origin = any (forms);

  written.lead_id     := lead.id;
  written.profile_id  := lead.user_profile_id;
  written.created_at  := lead.created_at;
  written.updated_at  := lead.updated_at;
  written.expires_at  := case when lead.payment_status or lead.lead_status = 'client' then 'infinity'
                              else lead.last_contact_at + interval '6 months' end;
  written.volume      := coalesce(private.first_number(
                           coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);
  written.tags        := lead.tags;

  facet.funnel_origin  := lead.funnel_origin;
  facet.lead_status    := lead.lead_status;
  facet.payment_status := lead.payment_status;
  facet.call_consent   := private.has_consented(lead.consents, 'calls');
  facet.is_suspect     := lead.is_suspect;
  facet.has_account    := lead.account_exists or profile.user_id is not null;
  facet.is_waiting     := lead.funnel_origin = 'conferences' and lead.extra_answers ->> 'kind' is not distinct from 'waitlist';
  facet.inactive_reason := coalesce(lead.inactive_reason, 'none');
  facet.is_duplicate   :=
       written.email <> nothing and exists (
         select from private.lead_list where email = written.email and profile_id <> written.profile_id)
    or written.phone is not null and exists (
         select from private.lead_list where phone = written.phone and profile_id <> written.profile_id)
    or written.company <> nothing and exists (
         select from private.lead_list where company = written.company and profile_id <> written.profile_id);
  written.facet_id := private.facet_of(facet);

  insert into private.lead_list as entry select written.*
    on conflict (lead_id) do update
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source, tags)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source, excluded.tags)
      where entry is distinct from excluded;
end
$$;

create or replace function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', (filters ->> 'created_from')::timestamptz)),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', (filters ->> 'created_to')::timestamptz)),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', (filters ->> 'expires_before')::timestamptz)),
      (filters ->> 'owner',          format('entry.owner = any (%L::uuid[])', array(
                                       select case owner
                                         when 'none' then private.nobody()
                                         when 'me'   then auth.uid()
                                         else owner::uuid end
                                       from unnest(private.chosen(filters -> 'owner')) as owner))),
      (filters ->> 'tags',           format('entry.tags && %L::integer[] and entry.tags <> ''{}''',
                                       private.tags_named(private.chosen(filters -> 'tags'))))
    ) as known (value, condition)
    where value is not null
  $$;
comment on function private.row_filters is
  'SQL about private.lead_list as "entry", for the filters that are no facet; empty when there are none.';

create or replace function private.walk_order(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], words text, in_group text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- What bounds the key of this order bounds what is read of its index; what does not is asked about each lead.
  key_filters constant text[]  := case sorting.key_column when 'expires_at' then '{expires_before}'
                                    when 'created_at' then case when in_group is null then '{created_from,created_to,owner}'
                                                                else '{created_from,created_to}' end
                                    else '{}' end;
  on_key      constant text    := concat_ws(' and ', in_group, nullif(private.row_filters(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filters) where key = any (key_filters))), ''));
  off_key     constant text    := private.row_filters(filters - key_filters);
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  beside      constant text    := concat_ws(' and ', nullif(off_key, ''), asks_words);
  goes_on     constant text    := case when after is null then 'true' else private.beyond(sorting, after, true) end;
  -- Whose order goes with the facets: each facet is read in its own. The age of all leads has an index of its own.
  by_facet    constant boolean := sorting.ranked_by is not null or in_group is not null
    or sorting.key_column in ('updated_at', 'expires_at', 'volume')
    or (sorting.key_column = 'created_at' and (cardinality(private.chosen(filters -> 'owner')) = 1 or words is null and filters ?| array[
      'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting',
      'inactive_reason']));
  page        jsonb;
begin
  if by_facet and beside <> '' then
    return private.walk_facets(facet_ids, ranks, sorting, after, on_key, beside, wanted);
  end if;
  execute format(private.page_query(sorting, wanted), case
    when by_facet then format(
      'select facet.rank, first.key, first.lead_id
       from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
       cross join lateral (
         select entry.%3$I as key, entry.lead_id from private.lead_list as entry
         where entry.facet_id = facet.id and %4$s
         order by entry.%3$I %5$s, entry.lead_id %5$s limit %6$s
       ) as first',
      facet_ids, ranks, sorting.key_column, concat_ws(' and ', goes_on, nullif(on_key, '')), sorting.key_direction, wanted)
    else format(
      'select '''' as rank, entry.%1$I as key, entry.lead_id from private.lead_list as entry
       where entry.facet_id = any (%2$L::integer[]) and %3$s
       order by entry.%1$I %4$s, entry.lead_id %4$s limit %5$s',
      sorting.key_column, facet_ids, concat_ws(' and ', goes_on, nullif(on_key, ''), nullif(beside, '')), sorting.key_direction, wanted)
    end) into page;
  return page;
end
$$;
comment on function private.walk_order is
  'What comes next in this order, of these facets and of one group if it has any. null when too many were asked in vain, as private.walk_facets says.';

create or replace function public.list_leads(
  filters_param jsonb default '{}', sort_param text default 'created_at', descending_param boolean default true,
  after_param jsonb default null, limit_param integer default 50
) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  page := private.list_lead_page(coalesce(filters_param, '{}'), sort_param, coalesce(descending_param, true),
    after_param, least(greatest(coalesce(limit_param, 50), 1), 500));
  return (page - 'ids') || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(to_jsonb(dashboard) || jsonb_build_object('first_visit', (
      select submission.attribution -> 'first' from private.submissions as submission
      where submission.lead_id = dashboard.lead_id and submission.attribution <> '{}'
      order by submission.created_at, submission.id limit 1
    )) order by listed.place), '[]')
    from jsonb_array_elements_text(page -> 'ids') with ordinality as listed (lead_id, place)
    join public.admin_dashboard as dashboard on dashboard.lead_id = listed.lead_id::uuid
  ));
end
$$;
comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard with the first visit of each, the place where the next page begins, and '
  'how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, '
  'expires_before, owner (an id, me or none), tags (names), search; funnel_origin, lead_status, inactive_reason, owner and '
  'tags are one value or an array of several. Administrators only.';

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
        mails_refused_at = least(kept.mails_refused_at, gone.mails_refused_at),
        tags             = array(select distinct tag from unnest(kept.tags || gone.tags) as tag order by tag)
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
comment on function private.join_leads is
  'Two leads of one offer: the kept one''s answers win, the other''s fill what is empty, and all that was sent hangs on the kept one.';

create or replace function private.facts_of_log(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with known as (
      select id, created_at from public.leads where id = lead_id_param
      union all
      select lead_id, (before #>> '{lead,created_at}')::timestamptz from private.merged_leads
      where into_lead_id = lead_id_param and lead_id <> lead_id_param
    ), lines as (
      select line.*,
             coalesce(lag(line.at) over (partition by line.lead_id, line.action order by line.id), known.created_at) as since
      from known join private.audit_log as line on line.lead_id = known.id
    )
    select 'log-' || line.id, kinds.kind, line.at, account.email,
           case
             when line.action = 'lead.status_changed' then line.detail || jsonb_build_object('lasted_seconds', extract(epoch from line.at - line.since)::bigint)
             when kinds.kind = 'owner' then line.detail || jsonb_build_object(
               'from_name', (select email from auth.users where id = (line.detail ->> 'from')::uuid),
               'to_name',   (select email from auth.users where id = (line.detail ->> 'to')::uuid))
             when kinds.kind = 'tag' then jsonb_build_object(
               'added',   private.tags_beside(line.detail -> 'to', line.detail -> 'from'),
               'removed', private.tags_beside(line.detail -> 'from', line.detail -> 'to'))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'), ('lead.setup_changed', 'payment'),
      ('lead.reason_changed', 'status'), ('lead.tags_changed', 'tag'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'),
      ('billing.settled', 'payment'), ('billing.reopened', 'payment'),
      ('account.created', 'account'), ('account.invited', 'account'), ('account.attached', 'account')
    ) as kinds (action, kind) on kinds.action = line.action
    left join auth.users as account on account.id = line.actor
  $$;
comment on function private.facts_of_log is 'A status says how long the one before it lasted, in seconds.';

drop trigger record_change on public.leads;
create trigger record_change
  after update of lead_status, payment_status, owner, callback_at, setup_at, inactive_reason, tags or delete on public.leads
  for each row execute function private.record_lead_change();

-- Its columns stand in one order on every database.
drop function public.search_leads(text);
drop view public.admin_dashboard;
create view public.admin_dashboard with (security_invoker = true) as
select
  lead.id                                                                       as lead_id,
  lead.user_profile_id                                                          as user_profile_id,
  profile.user_id                                                               as user_id,
  lead.created_at                                                               as created_at,
  lead.updated_at                                                               as updated_at,
  lead.funnel_origin                                                            as funnel_origin,
  lead.lead_status                                                              as lead_status,
  lead.payment_status                                                           as payment_status,
  case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end as phone_e164,
  private.intention_detail(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as intention_detail,
  private.free_knowledge_text(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as knowledge_base_own_text,
  private.has_consented(lead.consents, 'calls')                                 as call_consent,
  lead.account_exists                                                           as account_exists,
  lead.newer_answers_at                                                         as newer_answers_at,
  lead.is_suspect                                                               as is_suspect,
  lead.last_contact_at                                                          as last_contact_at,
  case when not lead.payment_status and lead.lead_status <> 'client'
    then lead.last_contact_at + interval '6 months'
  end                                                                           as expires_at,
  lead.owner                                                                    as owner,
  lead.callback_at                                                              as callback_at,
  lead.contacted_at                                                             as contacted_at,
  lead.inactive_reason                                                          as inactive_reason,
  case lead.tags when '{}' then '{}'::text[] else private.tag_names(lead.tags) end as tags,
  -- Of a question in the profile too: the lead's own answer, the profile's where the lead has none.
  -- questions: of the view
  coalesce(lead.email, profile.email)                                           as email,
  coalesce(lead.first_name, profile.first_name)                                 as first_name,
  coalesce(lead.last_name, profile.last_name)                                   as last_name,
  coalesce(lead.phone, profile.phone)                                           as phone,
  coalesce(lead.company_name, profile.company_name)                             as company_name,
  coalesce(lead.business_type, profile.business_type)                           as business_type,
  coalesce(lead.welcome_message, profile.welcome_message)                       as welcome_message,
  coalesce(lead.knowledge_base_url, profile.knowledge_base_url)                 as knowledge_base_url,
  coalesce(lead.knowledge_base_text, profile.knowledge_base_text)               as knowledge_base_text,
  coalesce(lead.intention, profile.intention)                                   as intention,
  coalesce(lead.calls_per_month, profile.calls_per_month)                       as calls_per_month,
  coalesce(lead.business_hours, profile.business_hours)                         as business_hours,
  coalesce(lead.voice, profile.voice)                                           as voice,
  coalesce(lead.prospects_per_month, profile.prospects_per_month)               as prospects_per_month,
  coalesce(lead.current_clients, profile.current_clients)                       as current_clients,
  coalesce(lead.marketing_needs, profile.marketing_needs)                       as marketing_needs,
  coalesce(lead.active_clients_per_month, profile.active_clients_per_month)     as active_clients_per_month,
  coalesce(lead.client_followup_goals, profile.client_followup_goals)           as client_followup_goals,
  lead.role                                                                     as role,
  lead.prospects_count                                                          as prospects_count,
  lead.objectives                                                               as objectives,
  lead.extra_answers                                                            as extra_answers,
  coalesce(lead.contacts_per_month, profile.contacts_per_month)                 as contacts_per_month,
  coalesce(lead.audience, profile.audience)                                     as audience,
  coalesce(lead.company_siren, profile.company_siren)                           as company_siren,
  coalesce(lead.company_legal_name, profile.company_legal_name)                 as company_legal_name,
  coalesce(lead.company_address, profile.company_address)                       as company_address
  -- end of questions
from public.leads as lead
left join public.user_profiles as profile on profile.id = lead.user_profile_id
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at is 'When the lead is erased; null for a client and for a paid lead.';

revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query execute format(
    'select dashboard.* from public.admin_dashboard as dashboard
     where dashboard.lead_id in (select words.lead_id from private.lead_words as words where %s)',
    private.indexed_words(query_param));
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query, or whose notes and longer answers have words that begin like all of its own; every character is literal, case and accents do not count.';
revoke all on function public.search_leads from public, anon, authenticated, service_role;
grant execute on function public.search_leads to authenticated;
