-- What a list is filtered by reaches its SQL as a value of its type, spelt by the database, and never as a part of a
-- format: PostgreSQL reads '2025-01-01 %s 5' as an instant, whose percent sign then asked for an argument.

create or replace function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', (filters ->> 'created_from')::timestamptz)),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', (filters ->> 'created_to')::timestamptz)),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', (filters ->> 'expires_before')::timestamptz)),
      (filters ->> 'owner',          format('entry.owner = %L::uuid', case filters ->> 'owner'
                                       when 'none' then private.nobody()::text
                                       when 'me'   then auth.uid()::text
                                       else (filters ->> 'owner')::uuid::text end))
    ) as known (value, condition)
    where value is not null
  $$;

create or replace function private.walk_facets(
  facet_ids integer[], ranks text[], sorting private.lead_order, after jsonb, on_key text, beside text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  most_asked constant integer := 2 * private.few_enough();
  in_order   constant text := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  -- What this condition and this range leave of each facet, in the order of all. It is a format itself: a percent sign
  -- of a value is written twice.
  of_facets  constant text := format(
    'select facet.rank, next.key, next.lead_id from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
     cross join lateral (
       select entry.%3$I as key, entry.lead_id from private.lead_list as entry
       where entry.facet_id = facet.id %4$s and %%s
       order by entry.%3$I %5$s, entry.lead_id %5$s %%s
     ) as next
     order by %6$s',
    facet_ids, replace(ranks::text, '%', '%%'), sorting.key_column, 'and ' || replace(nullif(on_key, ''), '%', '%%'), sorting.key_direction, in_order);
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
  sorting     constant private.lead_order := case when sort_column = 'owner' and filters ? 'owner'
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
