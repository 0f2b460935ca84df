-- Pages of the list are read from its indexes alone (docs/decisions/0121).

drop index private.lead_list_by_update;
create index lead_list_by_update on private.lead_list (facet_id, updated_at, lead_id)
  include (owner, tags, created_at, expires_at);
drop index private.lead_list_by_expiry;
create index lead_list_by_expiry on private.lead_list (facet_id, expires_at, lead_id)
  include (owner, tags, created_at);
drop index private.lead_list_by_volume;
create index lead_list_by_volume on private.lead_list (facet_id, volume, lead_id)
  include (owner, tags, created_at, expires_at);
drop index private.lead_list_in_time;
create index lead_list_in_time on private.lead_list (created_at, lead_id)
  include (facet_id, expires_at, updated_at, volume, owner, tags);
drop index private.lead_list_by_name;
create index lead_list_by_name on private.lead_list (name, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
drop index private.lead_list_by_company;
create index lead_list_by_company on private.lead_list (company, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
drop index private.lead_list_by_email;
create index lead_list_by_email on private.lead_list (email, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
drop index private.lead_list_by_creation;
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id)
  include (callback_at, is_taken, owner, tags, expires_at);
drop index private.lead_list_by_owner;
create index lead_list_by_owner on private.lead_list (owner, facet_id, created_at, lead_id)
  include (callback_at, is_taken, tags, expires_at);
drop index private.lead_list_by_source;
create index lead_list_by_source on private.lead_list (source, facet_id, created_at, lead_id)
  include (owner, tags, expires_at);
drop index private.lead_list_by_callback;
create index lead_list_by_callback on private.lead_list (facet_id, callback_at, lead_id)
  include (owner, tags, created_at, expires_at) where callback_at is not null;

create function private.chooses_facets(filters jsonb) returns boolean
  language sql immutable parallel safe
  return filters ?| array[
    'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting',
    'inactive_reason'];
comment on function private.chooses_facets is 'Whether some facets are left out.';

create or replace function private.walk_facets(
  facet_ids integer[], ranks text[], counts bigint[], owners uuid[], sorting private.lead_order, after jsonb, on_key text, beside text, asks_words text,
  share double precision, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  most_read constant double precision := 6 * private.few_enough();
  in_order  constant text := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  by_key    constant text := format('entry.%1$I %2$s, entry.lead_id %2$s', sorting.key_column, sorting.key_direction);
  query     constant text := format(
    'with next as materialized (
       select facet.rank, facet.number, first.*
       from unnest(%1$L::integer[], %2$L::text[], $1) with ordinality as facet (id, rank, depth, number) %3$s
       cross join lateral (
         select read.* from (
           select entry.%4$I as key, entry.lead_id, %5$s as fits, row_number() over (order by %6$s) = facet.depth as is_end
           from private.lead_list as entry
           where entry.facet_id = facet.id and %7$s
           order by %6$s limit facet.depth
         ) as read where read.fits or read.is_end
       ) as first
     ), placed as materialized (
       select next.*, sum(is_end::integer) over before as ends, sum(fits::integer) over before as fitting
       from next window before as (order by %8$s rows between unbounded preceding and 1 preceding)
     ), found as (
       select rank, key, lead_id from placed as entry
       where coalesce(ends, 0) = 0 and fits %9$s
       order by %8$s limit %10$s
     )
     select array(select distinct number from placed where is_end and (coalesce(fitting, 0) < %10$s or %11$L)),
            (select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %8$s), ''[]'') from found)',
    facet_ids, ranks, case when owners is not null then format('cross join unnest(%L::uuid[]) as whose (owner)', owners) end, sorting.key_column,
    coalesce(nullif(beside, ''), 'true'), by_key,
    concat_ws(' and ', case when owners is not null then 'entry.owner = whose.owner' end,
      case when after is null then 'true' else private.beyond(sorting, after, true) end, nullif(on_key, '')),
    in_order, 'and ' || asks_words, wanted, asks_words is not null);
  -- Leads of the first facets that hold the page, if what is asked beside the key is spread evenly.
  reach     constant double precision := 1.3 * wanted / greatest(share, 0.001);
  depths    integer[];
  ended     bigint[];
  page      jsonb;
begin
  -- Chance gives hardly one of a thousand facets more than this.
  select array_agg(ceil(mean + 4 * sqrt(mean) + 3)::integer order by place)
    into depths
    from (
      select place, reach * lead_count / sum(lead_count) over (partition by rank) as mean
      from unnest(counts, ranks) with ordinality as facet (lead_count, rank, place)
    ) as expected;
  loop
    execute query into ended, page using depths;
    if ended = '{}' or jsonb_array_length(page) >= wanted then
      return page;
    end if;
    -- Those whose part ended before the page did.
    select array_agg(case when place = any (ended) then 4 * depth else depth end order by place)
      into depths from unnest(depths) with ordinality as read (depth, place);
    if (beside <> '' or asks_words is not null) and (select sum(depth) from unnest(depths) as depth) > most_read then
      return null;
    end if;
  end loop;
end
$$;
comment on function private.walk_facets is
  'A page in the order of all facets (and owners) together. Of each a part of its leads is read, in the order of an index that begins with it; what stands before the first of these parts ends is in order, and more of each is read until it holds the page. null when too many were read in vain: what matches is elsewhere.';

create or replace function private.walk_order(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], counts bigint[], words text,
  in_group text, share double precision, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- Of one facet and one owner an index is in the order of age; leads that many are of are met sooner where all are.
  owners      constant uuid[]  := case when sorting.key_column = 'created_at' and in_group is null and share < 0.02
    then private.chosen_owners(filters) end;
  -- What bounds the key of this order bounds what is read of its index; what does not is asked about each lead.
  key_filters constant text[]  := (case sorting.key_column when 'expires_at' then '{expires_before}'
                                    when 'created_at' then '{created_from,created_to}' else '{}' end)::text[]
                                  || case when owners is not null then array['owner'] else '{}' end;
  on_key      constant text    := concat_ws(' and ', in_group, nullif(private.row_filters(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filters) where key = any (key_filters) and key <> 'owner')), ''));
  off_key     constant text    := private.row_filters(filters - key_filters);
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  goes_on     constant text    := case when after is null then 'true' else private.beyond(sorting, after, true) end;
  -- Whose order goes with the facets: each facet is read in its own. The age of all leads has an index of its own.
  by_facet    constant boolean := sorting.ranked_by is not null or in_group is not null or owners is not null
    or sorting.key_column in ('updated_at', 'expires_at', 'volume')
    or (sorting.key_column = 'created_at' and filters ? 'expires_before')
    or (sorting.key_column = 'created_at' and words is null and private.chooses_facets(filters));
  page        jsonb;
begin
  if by_facet then
    return private.walk_facets(facet_ids, ranks, counts, owners, sorting, after, on_key, off_key, asks_words,
      case when off_key = '' then 1 when owners is not null then private.share_of(off_key) else share end
        * case when words is null then 1 else 0.1 end, wanted);
  end if;
  execute format(private.page_query(sorting, wanted), format(
    'select '''' as rank, entry.%1$I as key, entry.lead_id from private.lead_list as entry
     where entry.facet_id = any (%2$L::integer[]) and %3$s
     order by entry.%1$I %4$s, entry.lead_id %4$s limit %5$s',
    sorting.key_column, facet_ids,
    concat_ws(' and ', goes_on, nullif(on_key, ''), nullif(off_key, ''), asks_words), sorting.key_direction, wanted))
    into page;
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
  counts      bigint[];
  matching    bigint;
  entries     constant text    := 'from private.lead_list as entry';
  of_facets   text;
  listed      text;
  named       bigint;
  named_ids   uuid[];
  goes_on     text    := 'true';
  page        jsonb;
  counted     bigint;
  total       bigint;
  expected    double precision;
  share       double precision := 1;
  finds_all   boolean := false;
  -- Fewer are found and sorted sooner than they are met in an order that may begin elsewhere; of days, which one index
  -- holds with these keys, more: leads expire in the order of their age, and hardly change in it.
  of_days     constant boolean := filters ?| array['created_from', 'created_to'] and not filters ?| array['owner', 'tags', 'expires_before'];
  most_sorted constant double precision := few * case
    when of_days and sorting.key_column = 'expires_at' then 15 else 0.25 end;
begin
  select array_agg(kind.id),
         array_agg(case sorting.ranked_by
           when 'funnel_origin' then kind.funnel_origin when 'lead_status' then kind.lead_status
           when 'payment_status' then kind.payment_status::text when 'call_consent' then kind.call_consent::text else '' end),
         array_agg(chosen.lead_count), coalesce(sum(chosen.lead_count), 0)
    into facet_ids, ranks, counts, matching
    from private.facets_of(filters) as chosen join private.lead_facets as kind on kind.id = chosen.facet_id;
  if matching = 0 then
    return '{"ids": [], "next": null, "count": 0}';
  end if;

  -- How many there are, as far as one index can tell.
  of_facets := 'where ' || concat_ws(' and ',
    -- Days, owners and tags have indexes that do not begin with the facets: all of these need not be named.
    case when narrowing = '' or filters ? 'expires_before' or private.chooses_facets(filters)
      then format('entry.facet_id = any (%L::integer[])', facet_ids) end,
    nullif(narrowing, ''));
  listed := entries || ' ' || of_facets;
  if narrowing <> '' then
    total := case when private.chooses_facets(filters)
      then (select sum(lead_count) from private.facets_of('{}')) else matching end;
    expected := total * private.share_of(substr(of_facets, 7));
    share := least(1, expected / matching);
    -- Were there no more than a few, so many would be in the sample once in ten thousand lists.
    finds_all := words is null and expected <= most_sorted;
    matching := case when expected > 2.5 * few then few + 1
                     when finds_all then 0
                     else private.count_some('select ' || listed) end;
  end if;
  if words is not null then
    select found.named, found.ids into named, named_ids from private.leads_named(filters ->> 'search') as found;
  end if;

  counted := case when words is null then matching when filters - 'search' = '{}' then named end;
  if words is not null and least(matching, named) > few
     and of_days and sorting.key_column = 'expires_at' and expected <= most_sorted then
    -- Those of the days are sorted, then asked for the words until the page is full.
    if after is not null then
      goes_on := private.beyond(sorting, after, true);
    end if;
    execute format(private.page_query(sorting, row_limit + 1), format(
      'select '''' as rank, entry.key, entry.lead_id
       from (
         select entry.expires_at as key, entry.lead_id %1$s and %2$s
         order by entry.expires_at %3$s, entry.lead_id %3$s offset 0
       ) as entry where %4$s limit %5$s',
      listed, goes_on, sorting.key_direction, asks_words, row_limit + 1)) into page;
  elsif not finds_all and (
      least(matching, named) > few or words is null and narrowing = '' and sorting.key_column not in ('name', 'company', 'email')) then
    page := case when sorting.grouped_by is null
      then private.walk_order(filters, sorting, after, facet_ids, ranks, counts, words, null, share, row_limit + 1)
      else private.walk_groups(filters, sorting, after, facet_ids, ranks, counts, words, share, row_limit + 1) end;
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
    if counted > few and words is null and sorting.grouped_by is null then
      -- How many is known: they are sorted as they are read.
      execute format(private.page_query(sorting, row_limit + 1), case
        when sorting.ranked_by is null then format(
          'select '''' as rank, entry.%1$I as key, entry.lead_id %2$s and %3$s', sorting.key_column, listed, goes_on)
        else format(
          'select facet.rank, entry.%1$I as key, entry.lead_id %2$s
           join unnest(%3$L::integer[], %4$L::text[]) as facet (id, rank) on facet.id = entry.facet_id %5$s and %6$s',
          sorting.key_column, entries, facet_ids, ranks, of_facets, goes_on)
        end) into page;
    else
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
    end if;
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
