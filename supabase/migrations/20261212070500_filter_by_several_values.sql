-- The list takes several values of one filter, and knows why a lead is closed.

alter table private.lead_facets
  add column inactive_reason text not null default 'none',
  drop constraint lead_facets_one_of_a_kind,
  add constraint lead_facets_one_of_a_kind unique (
    funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting,
    inactive_reason
  );
comment on column private.lead_facets.inactive_reason is 'Why it is closed; none of what is open, or closed without a word.';

create or replace function private.facet_of(wanted private.lead_facets) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  found_id integer;
begin
  loop
    select id into found_id from private.lead_facets as facet
      where (facet.funnel_origin, facet.lead_status, facet.payment_status, facet.call_consent)
              = (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent)
        and (facet.is_suspect, facet.is_duplicate, facet.has_account, facet.is_waiting, facet.inactive_reason)
              = (wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting, wanted.inactive_reason);
    if found then
      return found_id;
    end if;
    insert into private.lead_facets
        (funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting, inactive_reason)
      values (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent,
              wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting, wanted.inactive_reason)
      on conflict do nothing;
  end loop;
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
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source)
      where entry is distinct from excluded;
end
$$;

create or replace function private.chosen(value jsonb) returns text[]
  language sql immutable strict parallel safe
  return case jsonb_typeof(value)
    when 'array' then array(select jsonb_array_elements_text(value))
    when 'null' then null
    else array[value #>> '{}'] end;
comment on function private.chosen is 'The values of a filter, which are one or several; null when nothing is chosen.';

create or replace function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language sql stable rows 100 set search_path = ''
  as $$
    select facet.id, facet.lead_count + coalesce(change.change, 0)
    -- Read once, and not for each facet.
    from (
      select private.chosen(filters -> 'funnel_origin')   as origins,
             private.chosen(filters -> 'lead_status')     as statuses,
             private.chosen(filters -> 'inactive_reason') as reasons
      offset 0
    ) as chosen
    cross join private.lead_facets as facet
    left join (
      select facet_id, sum(change) as change from private.lead_facet_changes group by facet_id
    ) as change on change.facet_id = facet.id
    -- What is not filtered by is null, and leaves all.
    where coalesce(facet.funnel_origin = any (chosen.origins), true)
      and coalesce(facet.lead_status = any (chosen.statuses), true)
      and coalesce(facet.inactive_reason = any (chosen.reasons), true)
      and coalesce(facet.payment_status::text = filters ->> 'payment_status', true)
      and coalesce(facet.call_consent::text = filters ->> 'call_consent', true)
      and coalesce(facet.is_suspect::text = filters ->> 'is_suspect', true)
      and coalesce(facet.is_duplicate::text = filters ->> 'is_duplicate', true)
      and coalesce(facet.has_account::text = filters ->> 'has_account', true)
      and coalesce(facet.is_waiting::text = filters ->> 'is_waiting', true)
      and facet.lead_count + coalesce(change.change, 0) > 0
  $$;
comment on function private.facets_of is 'The facets that these filters leave, and how many leads have each: exact.';

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
                                       from unnest(private.chosen(filters -> 'owner')) as owner)))
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
    or (sorting.key_column = 'created_at' and (filters ? 'owner' or words is null and filters ?| array[
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

create or replace function private.list_lead_page(
  filters jsonb, sort_column text, is_descending boolean, after jsonb, row_limit integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  few         constant integer := private.few_enough();
  words       constant text    := case when btrim(filters ->> 'search') <> '' then private.words_condition(filters ->> 'search') end;
  narrowing   constant text    := private.row_filters(filters);
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  -- Of one owner there is one group.
  sorting     constant private.lead_order := case when sort_column = 'owner' and cardinality(private.chosen(filters -> 'owner')) = 1
    then private.lead_order('created_at', true) else private.lead_order(sort_column, is_descending) end;
  -- Where all are found first, what a group says is a key of each.
  spread      private.lead_order := sorting;
  sorted_by   text    := format('entry.%I', sorting.key_column);
  facet_ids   integer[];
  ranks       text[];
  matching    bigint;
  entries     constant text    := 'from private.lead_list as entry';
  of_facets   text;
  listed      text;
  named       bigint;
  named_ids   uuid[];
  goes_on     text    := 'true';
  page        jsonb;
  counted     bigint;
begin
  select array_agg(kind.id),
         array_agg(case when sorting.ranked_by is null then '' else to_jsonb(kind) ->> sorting.ranked_by end),
         coalesce(sum(chosen.lead_count), 0)
    into facet_ids, ranks, matching
    from private.facets_of(filters) as chosen join private.lead_facets as kind on kind.id = chosen.facet_id;
  if matching = 0 then
    return '{"ids": [], "next": null, "count": 0}';
  end if;

  -- How many there are, as far as one index can tell.
  of_facets := concat_ws(' and ', format('where entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, ''));
  listed := entries || ' ' || of_facets;
  if narrowing <> '' then
    matching := private.count_some('select ' || listed);
  end if;
  if words is not null then
    select found.named, found.ids into named, named_ids from private.leads_named(filters ->> 'search') as found;
  end if;

  counted := case when words is null then matching when filters - 'search' = '{}' then named end;
  if least(matching, named) > few or words is null and narrowing = '' and sorting.key_column not in ('name', 'company', 'email') then
    page := case when sorting.grouped_by is null
      then private.walk_order(filters, sorting, after, facet_ids, ranks, words, null, row_limit + 1)
      else private.walk_groups(filters, sorting, after, facet_ids, ranks, words, row_limit + 1) end;
  end if;

  if page is null then
    -- Few enough, or none where the order begins: all are found, then sorted.
    if sorting.grouped_by is not null then
      select format('case %s end as rank, case %s end as key',
               string_agg(format('when %s then %L', condition, rank), ' '),
               string_agg(format('when %s then entry.%I', condition, key_column), ' '))
        into sorted_by from private.lead_groups(sorting);
      spread.ranked_by := 'rank';
      spread.key_column := 'key';
    end if;
    if after is not null then
      goes_on := private.beyond(spread, after, true);
    end if;
    execute format(
      'with found as materialized (%1$s)
       select (select count(*) from found), (%2$s)',
      case
        -- Each of them is looked up: nothing says to the planner how few they are.
        when named_ids is not null and named <= matching then format(
          'select entry.* from unnest($1) as named (lead_id)
           cross join lateral (
             select entry.facet_id, %1$s, entry.lead_id %2$s and entry.lead_id = named.lead_id offset 0
           ) as entry', sorted_by, listed)
        when named <= matching then format(
          'select entry.facet_id, %1$s, entry.lead_id %2$s
           join (select lead_id from private.lead_words as words where %3$s) as named using (lead_id) %4$s',
          sorted_by, entries, private.indexed_words(filters ->> 'search'), of_facets)
        else format('select entry.facet_id, %1$s, entry.lead_id %2$s', sorted_by, concat_ws(' and ', listed, asks_words))
      end,
      format(private.page_query(spread, row_limit + 1), case
        when sorting.grouped_by is null then format(
          'select facet.rank, entry.%1$I as key, entry.lead_id
           from found as entry join unnest(%2$L::integer[], %3$L::text[]) as facet (id, rank) on facet.id = entry.facet_id
           where %4$s',
          sorting.key_column, facet_ids, ranks, goes_on)
        else format(
          'select facet.rank, entry.key, entry.lead_id
           from found as entry cross join lateral (select entry.rank) as facet where %s', goes_on)
        end))
      into counted, page using named_ids;
    counted := least(counted, few + 1);
  end if;

  return jsonb_build_object(
    'ids', (select coalesce(jsonb_agg(entry -> 'id' order by place), '[]')
            from jsonb_array_elements(page) with ordinality as listed (entry, place) where place <= row_limit),
    'next', case when jsonb_array_length(page) > row_limit then page -> row_limit - 1 end,
    'count', counted);
end
$$;
comment on function private.list_lead_page is
  'ids: of at most row_limit leads after the place `after`, which is the `next` of the page before. count: exact, of all that match; of words or dates one more than private.few_enough() when there are more; null when nobody counted.';

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
  'expires_before, owner (an id, me or none), search; funnel_origin, lead_status, inactive_reason and owner are one value '
  'or an array of several. Administrators only.';

do $$
begin
  perform private.write_lead_list(lead) from public.leads as lead where inactive_reason is not null;
end
$$;
