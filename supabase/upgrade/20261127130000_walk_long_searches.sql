-- A search or a range that many leads match cost up to a second at a million: ten thousand of them were put together
-- with all they are sorted by before it was known that they are too many; then each facet looked for a whole page of
-- its own. They are counted first now, from one index, and walked in the order that is shown (docs/decisions/0030).

create or replace function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language sql stable rows 100 set search_path = ''
  as $$
    select facet.id, facet.lead_count + coalesce(change.change, 0)
    from private.lead_facets as facet
    left join (
      select facet_id, sum(change) as change from private.lead_facet_changes group by facet_id
    ) as change on change.facet_id = facet.id
    -- What is not filtered by is null, and leaves all.
    where coalesce(facet.funnel_origin = filters ->> 'funnel_origin', true)
      and coalesce(facet.lead_status = filters ->> 'lead_status', true)
      and coalesce(facet.payment_status::text = filters ->> 'payment_status', true)
      and coalesce(facet.call_consent::text = filters ->> 'call_consent', true)
      and coalesce(facet.is_suspect::text = filters ->> 'is_suspect', true)
      and coalesce(facet.is_duplicate::text = filters ->> 'is_duplicate', true)
      and coalesce(facet.has_account::text = filters ->> 'has_account', true)
      and coalesce(facet.is_waiting::text = filters ->> 'is_waiting', true)
      and facet.lead_count + coalesce(change.change, 0) > 0
  $$;
comment on function private.facets_of is 'The facets that these filters leave, and how many leads have each: exact.';

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
comment on function private.count_some is 'How many rows this query has, or one more than private.few_enough() when it has more.';

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
             -- Of one rank, the newest come first.
             else format('case facet.rank when %L then %L::timestamptz else %L end',
               place ->> 'rank', place ->> 'key', case when is_beyond then 'infinity' else '-infinity' end) end,
        place ->> 'id'))
  );
comment on function private.beyond is
  'SQL about an entry of private.lead_list and its "facet": that it comes after this place in this order, or else that it does not.';

create function private.walk_facets(
  facet_ids integer[], ranks text[], sorting private.lead_order, after jsonb, on_key text, beside text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  most_asked constant integer := 2 * private.few_enough();
  in_order   constant text := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  -- What this condition and this range leave of each facet, in the order of all.
  of_facets  constant text := format(
    'select facet.rank, next.key, next.lead_id from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
     cross join lateral (
       select entry.%3$I as key, entry.lead_id from private.lead_list as entry
       where entry.facet_id = facet.id %4$s and %%s
       order by entry.%3$I %5$s, entry.lead_id %5$s %%s
     ) as next
     order by %6$s',
    facet_ids, ranks, sorting.key_column, 'and ' || nullif(on_key, ''), sorting.key_direction, in_order);
  goes_on    text    := case when after is null then 'true' else private.beyond(sorting, after, true) end;
  batch      integer := wanted;
  asked      integer := 0;
  page       jsonb   := '[]';
  horizon    jsonb;
  found      jsonb;
  passed     integer;
begin
  loop
    execute format('select jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) from (%s limit 1) as horizon',
      format(of_facets, goes_on, format('limit 1 offset %s', batch - 1)))
      into horizon;
    execute format(
      'with next as materialized (%1$s)
       select (select count(*) from next),
         (select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %2$s), ''[]'')
          from (select * from next
                where exists (select from private.lead_list as entry where entry.lead_id = next.lead_id and %3$s offset 0)
                limit %4$s) as found)',
      format(of_facets, concat_ws(' and ', goes_on, case when horizon is not null then private.beyond(sorting, horizon, false) end), ''),
      in_order, beside, wanted - jsonb_array_length(page))
      into passed, found;
    page := page || found;
    if horizon is null or jsonb_array_length(page) >= wanted then
      return page;
    end if;
    asked := asked + passed;
    if asked > most_asked then
      return null;
    end if;
    goes_on := private.beyond(sorting, horizon, true);
    batch := batch * 2;
  end loop;
end
$$;
comment on function private.walk_facets is
  'A page in the order of all facets together. The horizon is the first place that some facet reaches with a whole batch: up to it, each lead is asked, in order, about what is beside the key. null when too many were asked in vain: what matches is elsewhere.';

create or replace function private.list_lead_page(
  filters jsonb, sort_column text, is_descending boolean, after jsonb, row_limit integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  sorting     constant private.lead_order := private.lead_order(sort_column, is_descending);
  few         constant integer := private.few_enough();
  words       constant text    := case when btrim(filters ->> 'search') <> '' then private.words_condition(filters ->> 'search') end;
  -- The index of words begins at three letters.
  is_short    constant boolean := words is not null and char_length(private.folded(filters ->> 'search')) < 3;
  -- What bounds the key of this order bounds what is read of its index; what does not is asked about each lead.
  key_filters constant text[]  := case sorting.key_column when 'created_at' then '{created_from,created_to}'
                                    when 'expires_at' then '{expires_before}' else '{}' end;
  on_key      constant text    := private.row_filters(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filters) where key = any (key_filters)));
  off_key     constant text    := private.row_filters(filters - key_filters);
  narrowing   constant text    := concat_ws(' and ', nullif(on_key, ''), nullif(off_key, ''));
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  beside      constant text    := concat_ws(' and ', nullif(off_key, ''), asks_words);
  in_order    constant text    := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  page_query  constant text    := format(
    'select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %1$s), ''[]'')
     from (select rank, key, lead_id from (%%s) as candidate order by %1$s limit %2$s) as page', in_order, row_limit + 1);
  -- Whose order goes with the facets: each facet is read in its own. The age of all leads has an index of its own.
  by_facet    constant boolean := sorting.ranked_by is not null or sorting.key_column in ('updated_at', 'expires_at', 'volume')
    or (sorting.key_column = 'created_at' and words is null and not filters ? 'owner' and filters ?| array[
      'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting']);
  facet_ids   integer[];
  ranks       text[];
  matching    bigint;
  listed      text;
  named       bigint;
  goes_on     text := 'true';
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

  if after is not null then
    goes_on := private.beyond(sorting, after, true);
  end if;

  -- How many there are, as far as one index can tell.
  listed := concat_ws(' and ', format('from private.lead_list as entry where entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, ''));
  if narrowing <> '' then
    matching := private.count_some('select ' || listed);
  end if;
  if words is not null and not is_short then
    named := private.count_some('select from private.lead_words as words where ' || words);
  end if;

  counted := case when words is null then matching when filters - 'search' = '{}' then named end;
  if least(matching, named) > few or words is null and narrowing = '' and sorting.key_column not in ('name', 'company', 'email') then
    if by_facet and beside <> '' then
      page := private.walk_facets(facet_ids, ranks, sorting, after, on_key, beside, row_limit + 1);
    elsif by_facet then
      execute format(page_query, format(
        'select facet.rank, first.key, first.lead_id
         from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
         cross join lateral (
           select entry.%3$I as key, entry.lead_id from private.lead_list as entry
           where entry.facet_id = facet.id and %4$s
           order by entry.%3$I %5$s, entry.lead_id %5$s limit %6$s
         ) as first',
        facet_ids, ranks, sorting.key_column, concat_ws(' and ', goes_on, nullif(on_key, '')), sorting.key_direction, row_limit + 1))
        into page;
    else
      execute format(page_query, format(
        'select '''' as rank, entry.%1$I as key, entry.lead_id %2$s and %3$s
         order by entry.%1$I %4$s, entry.lead_id %4$s limit %5$s',
        sorting.key_column, listed, concat_ws(' and ', goes_on, asks_words), sorting.key_direction, row_limit + 1))
        into page;
    end if;
  end if;

  if page is null then
    -- Few enough, or none where the order begins: all are found, then sorted.
    execute format(
      'with named as materialized (%1$s),
            found as materialized (select entry.facet_id, entry.%2$I, entry.lead_id %3$s)
       select (select count(*) from found), (%4$s)',
      case when named <= matching then 'select lead_id from private.lead_words as words where ' || words else 'select' end,
      sorting.key_column,
      case when named <= matching then replace(listed, ' where ', ' join named using (lead_id) where ')
           else concat_ws(' and ', listed, asks_words) end,
      format(page_query, format(
        'select facet.rank, entry.%1$I as key, entry.lead_id
         from found as entry join unnest(%2$L::integer[], %3$L::text[]) as facet (id, rank) on facet.id = entry.facet_id
         where %4$s',
        sorting.key_column, facet_ids, ranks, goes_on)))
      into counted, page;
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

revoke all on function
  private.count_some(text),
  private.beyond(private.lead_order, jsonb, boolean),
  private.walk_facets(integer[], text[], private.lead_order, jsonb, text, text, integer)
  from public, anon, authenticated, service_role;
