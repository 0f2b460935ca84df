-- Pages of the list: each goes on behind the last lead of the one before, in the order and with the filters that are
-- asked for.

create type private.lead_order as (
  key_column     text,
  key_type       text,
  ranked_by      text,
  key_direction  text,
  rank_direction text,
  grouped_by     text
);

create function private.few_enough() returns integer
  language sql immutable parallel safe
  return 10000;
comment on function private.few_enough is
  'So many leads are found, counted and sorted in 20 ms; beyond, nobody counts.';

create function private.count_some(rows_query text) returns integer
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  counted integer;
begin
  execute format('select count(*) from (%s limit %s) as found', rows_query, private.few_enough() + 1) into counted;
  return counted;
end
$$;
comment on function private.count_some is
  'How many rows this query has, or one more than private.few_enough() when it has more.';

create function private.share_of(condition text) returns double precision
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  share double precision;
begin
  execute format(
    'select count(*) filter (where %s)::float / greatest(count(*), 1)
     from (select * from private.lead_list order by lead_id limit 1000) as entry', condition) into share;
  return share;
end
$$;
comment on function private.share_of is
  'Of private.lead_list as "entry", by a thousand of them. Ids are random: those that come first are a sample of all.';

create function private.chosen(value jsonb) returns text[]
  language sql immutable strict parallel safe
  return case jsonb_typeof(value)
    when 'array' then array(select jsonb_array_elements_text(value))
    when 'null' then null
    else array[value #>> '{}'] end;
comment on function private.chosen is 'The values of a filter, which are one or several; null when nothing is chosen.';

create function private.chooses_facets(filters jsonb) returns boolean
  language sql immutable parallel safe
  return filters ?| array[
    'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting',
    'inactive_reason'];
comment on function private.chooses_facets is 'Whether some facets are left out.';

-- A search or a range that many leads match is counted first, from one index, and walked in the order that is shown
-- (docs/decisions/0030).
create function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language plpgsql stable rows 100 set search_path = ''
  as $$
#variable_conflict use_column
begin
  return query
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
      and facet.lead_count + coalesce(change.change, 0) > 0;
end
$$;
comment on function private.facets_of is 'The facets that these filters leave, and how many leads have each: exact.';

create function private.chosen_owners(filters jsonb) returns uuid[]
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select array_agg(distinct case owner
      when 'none' then private.nobody()
      when 'me'   then auth.uid()
      else owner::uuid end)
    from unnest(private.chosen(filters -> 'owner')) as owner
  );
end
$$;
comment on function private.chosen_owners is 'As private.lead_list.owner has them; null when none is chosen.';

-- What a list is filtered by reaches its SQL as a value of its type, spelt by the database, and never as a part of a
-- format: PostgreSQL reads '2025-01-01 %s 5' as an instant, whose percent sign would ask for an argument.
create function private.row_filters(filters jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', (filters ->> 'created_from')::timestamptz)),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', (filters ->> 'created_to')::timestamptz)),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', (filters ->> 'expires_before')::timestamptz)),
      (filters ->> 'owner',          format('entry.owner = any (%L::uuid[])', private.chosen_owners(filters))),
      (filters ->> 'tags',           format('entry.tags && %L::integer[] and entry.tags <> ''{}''',
                                       private.tags_named(private.chosen(filters -> 'tags'))))
    ) as known (value, condition)
    where value is not null
  );
end
$$;
comment on function private.row_filters is
  'SQL about private.lead_list as "entry", for the filters that are no facet; empty when there are none.';

create function private.lead_order(sort_column text, is_descending boolean) returns private.lead_order
  language sql immutable parallel safe
  return (
    select row(
      coalesce(key_column, 'created_at'), coalesce(key_type, 'timestamptz'),
      case when key_column is null then facet.name end,
      -- Of one status, owner or source the newest come first, whichever does.
      case when is_descending or facet.name is not null or grouped_by in ('owner', 'source') then 'desc' else 'asc' end,
      case when is_descending and grouped_by is distinct from 'callback_at' then 'desc' else 'asc' end,
      grouped_by
    )::private.lead_order
    from (values (1)) as one (row)
    left join (values
      ('created_at', 'created_at', 'timestamptz'), ('updated_at', 'updated_at', 'timestamptz'),
      ('expires_at', 'expires_at', 'timestamptz'), ('volume', 'volume', 'integer'),
      ('last_name', 'name', 'text'), ('company_name', 'company', 'text'), ('email', 'email', 'text')
    ) as keyed (name, key_column, key_type) on keyed.name = sort_column
    left join (values ('funnel_origin'), ('lead_status'), ('payment_status'), ('call_consent')) as facet (name)
      on facet.name = sort_column
    left join (values ('owner', 'owner'), ('callback_at', 'callback_at'), ('first_visit', 'source')) as grouped (name, grouped_by)
      on grouped.name = sort_column
  );
comment on function private.lead_order is
  'How a column of the list sorts: by a key of private.lead_list, or by a facet or a group and then by age. Unknown columns sort by age.';

create function private.lead_groups(sorting private.lead_order)
  returns table (rank text, condition text, key_column text)
  language sql stable rows 10 set search_path = ''
  as $$
    select known.rank, known.condition, known.key_column
    from (values (case sorting.rank_direction when 'desc' then '0' else '2' end)) as at_last (rank)
    cross join lateral (
      select 'owner', concat('1', lower(coalesce(nullif(administrator.name, ''), account.email)), ' ', account.id), format('entry.owner = %L', account.id), 'created_at'
      from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
      where exists (select from private.lead_list as entry where entry.owner = account.id)
      union all
      select 'owner', at_last.rank, format('entry.owner = %L', private.nobody()), 'created_at'
      union all
      -- As the names that the list shows are spelt: accès direct, autre, e-mail, moteur de recherche, publicité, réseau social.
      select 'source', concat('1', place), format('entry.source = %L', name), 'created_at'
      from unnest('{direct,autre,courriel,recherche,publicite,reseaux}'::text[]) with ordinality as listed (name, place)
      union all
      select 'source', at_last.rank, format('entry.source = %L', ''), 'created_at'
      union all
      select 'callback_at', '1', 'entry.callback_at is not null', 'callback_at'
      union all
      select 'callback_at', at_last.rank, 'entry.callback_at is null', 'created_at'
    ) as known (grouped_by, rank, condition, key_column)
    where known.grouped_by = sorting.grouped_by
  $$;
comment on function private.lead_groups is
  'The groups of an order, each with a condition about an entry of private.lead_list and the key it is sorted by. Those without a value come last, whichever direction.';

create function private.beyond(sorting private.lead_order, place jsonb, is_beyond boolean) returns text
  language sql immutable set search_path = ''
  return (
    select concat_ws(' and ',
      case when sorting.ranked_by is not null then
        format('facet.rank %s %L', case sorting.rank_direction = 'desc' when is_beyond then '<=' else '>=' end, place ->> 'rank') end,
      format('(entry.%I, entry.lead_id) %s (%s, %L::uuid)',
        sorting.key_column,
        case when is_beyond then case sorting.key_direction when 'desc' then '<' else '>' end
             else case sorting.key_direction when 'desc' then '>=' else '<=' end end,
        case when sorting.ranked_by is null then format('%L::%s', place ->> 'key', sorting.key_type)
             -- Of another rank, all of them.
             else format('case facet.rank when %L then %L::timestamptz else %L end',
               place ->> 'rank', place ->> 'key',
               case when (sorting.key_direction = 'desc') = is_beyond then 'infinity' else '-infinity' end) end,
        place ->> 'id'))
  );
comment on function private.beyond is
  'SQL about an entry of private.lead_list and its "facet": that it comes after this place in this order, or else that it does not.';

create function private.page_query(sorting private.lead_order, wanted integer) returns text
  language sql immutable set search_path = ''
  return (
    select format(
      'select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %1$s), ''[]'')
       from (select rank, key, lead_id from (%%s) as candidate order by %1$s limit %2$s) as page', in_order, wanted)
    from (values (format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction))) as known (in_order)
  );
comment on function private.page_query is
  'The first of some candidates as places of a page; a format that takes their query.';

create function private.walk_facets(
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

create function private.walk_order(
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

create function private.walk_groups(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], counts bigint[], words text,
  share double precision, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  is_descending constant boolean := sorting.rank_direction = 'desc';
  in_group      private.lead_order := sorting;
  -- Each group of an owner is of that owner: of those that are not chosen nothing is asked.
  owners        constant uuid[] := case sorting.grouped_by when 'owner' then private.chosen_owners(filters) end;
  others        constant jsonb  := case when owners is null then filters else filters - 'owner' end;
  chosen        record;
  page          jsonb := '[]';
  next          jsonb;
begin
  for chosen in
    select * from private.lead_groups(sorting)
    where (after is null or case when is_descending then rank <= after ->> 'rank' else rank >= after ->> 'rank' end)
      and (owners is null or condition = any (array(select format('entry.owner = %L', owner) from unnest(owners) as owner)))
    order by case when is_descending then rank end desc, rank
  loop
    in_group.key_column := chosen.key_column;
    next := private.walk_order(others, in_group, case when after ->> 'rank' = chosen.rank then after end,
      facet_ids, ranks, counts, words, chosen.condition, share, wanted - jsonb_array_length(page));
    if next is null then
      return null;
    end if;
    page := page || (
      select coalesce(jsonb_agg(entry || jsonb_build_object('rank', chosen.rank) order by place), '[]')
      from jsonb_array_elements(next) with ordinality as listed (entry, place));
    exit when jsonb_array_length(page) >= wanted;
  end loop;
  return page;
end
$$;
comment on function private.walk_groups is 'private.walk_order of one group after the other, until the page is full.';

-- Without sequential scans, and without the compiler that their price would call: a million rows are never read.
create function private.list_lead_page(
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

create function public.list_leads(
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
    ), 'schedule', case when dashboard.payment_status then private.kept_schedule(dashboard.lead_id) end) order by listed.place), '[]')
    from jsonb_array_elements_text(page -> 'ids') with ordinality as listed (lead_id, place)
    join public.admin_dashboard as dashboard on dashboard.lead_id = listed.lead_id::uuid
  ));
end
$$;
comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard with the first visit of each and what was agreed with its payment, the place where the next page begins, and '
  'how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, '
  'expires_before, owner (an id, me or none), tags (names), search; funnel_origin, lead_status, inactive_reason, owner and '
  'tags are one value or an array of several. Administrators only.';
revoke all on function public.list_leads from public, anon, authenticated, service_role;
grant execute on function public.list_leads to authenticated;

create function public.count_volumes(filters_param jsonb default '{}') returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  filters   constant jsonb := coalesce(filters_param, '{}');
  narrowing constant text  := private.row_filters(filters);
  few       constant integer := private.few_enough();
  facet_ids constant integer[] := array(select facet_id from private.facets_of(filters));
  is_search constant boolean := coalesce(btrim(filters ->> 'search'), '') <> '';
  named_ids uuid[];
  counted   jsonb;
begin
  perform private.require_admin();
  if is_search then
    select found.ids into named_ids from private.leads_named(filters ->> 'search') as found;
    if named_ids is null then
      return null;
    end if;
  end if;
  if narrowing = '' and not is_search then
    select jsonb_agg(jsonb_build_object('facet', facet_id, 'volume', volume, 'leads', leads)) into counted
      from (
        select facet_id, volume, sum(leads) as leads
        from (
          select facet_id, volume, lead_count as leads from private.lead_volumes where facet_id = any (facet_ids)
          union all
          select facet_id, volume, change from private.lead_facet_changes where facet_id = any (facet_ids)
        ) as each
        group by facet_id, volume having sum(leads) <> 0
      ) as summed;
  else
    -- At most a few thousand and one are read: of more there is no sum.
    execute format(
      'with found as materialized (
         select entry.facet_id, entry.volume from private.lead_list as entry where %s limit %s)
       select case when (select count(*) from found) <= %s then coalesce(jsonb_agg(
         jsonb_build_object(''facet'', facet_id, ''volume'', volume, ''leads'', leads)), ''[]'') end
       from (select facet_id, volume, count(*) as leads from found group by facet_id, volume) as summed',
      concat_ws(' and ', case when is_search then 'entry.lead_id = any ($1)' end,
        format('entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, '')), few + 1, few)
      into counted using named_ids;
    if counted is null then
      return null;
    end if;
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(each)), '[]')
    from (
      select kind.lead_status as status, kind.funnel_origin as funnel, kind.is_waiting, line.volume, sum(line.leads) as leads
      from jsonb_to_recordset(coalesce(counted, '[]')) as line (facet integer, volume integer, leads bigint)
      join private.lead_facets as kind on kind.id = line.facet
      group by kind.lead_status, kind.funnel_origin, kind.is_waiting, line.volume
      order by 1, 2, 3, 4
    ) as each);
end
$$;
comment on function public.count_volumes is
  'How many leads of each status and offer asked for which volume (-1: none), of all that these filters of list_leads leave; null where words or days leave more than private.few_enough(). Administrators only.';
revoke all on function public.count_volumes from public, anon, authenticated, service_role;
grant execute on function public.count_volumes to authenticated;

create function public.count_leads() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'statuses', coalesce(jsonb_object_agg(lead_status, leads), '{}'),
      'paid',     coalesce(sum(paid), 0),
      'total',    coalesce(sum(leads), 0)
    )
    from (
      select lead_status, sum(chosen.lead_count) as leads,
             coalesce(sum(chosen.lead_count) filter (where payment_status), 0) as paid
      from private.facets_of('{}') as chosen join private.lead_facets as facet on facet.id = chosen.facet_id
      group by lead_status
    ) as counted
  );
end
$$;
comment on function public.count_leads is
  'How many leads are where, over all of them; a status without leads is left out. Administrators only.';
revoke all on function public.count_leads from public, anon, authenticated, service_role;
grant execute on function public.count_leads to authenticated;
