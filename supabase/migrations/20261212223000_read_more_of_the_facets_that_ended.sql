-- Where the leads that come first have few facets, more is read of these, and not of all (docs/decisions/0111).

create or replace function private.walk_facets(
  facet_ids integer[], ranks text[], counts bigint[], owners uuid[], sorting private.lead_order, after jsonb, on_key text, beside text, asks_words text,
  share double precision, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  most_read constant double precision := 3 * private.few_enough();
  in_order  constant text := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  by_key    constant text := format('entry.%1$I %2$s, entry.lead_id %2$s', sorting.key_column, sorting.key_direction);
  query     constant text := format(
    'with next as materialized (
       select facet.rank, facet.number, first.*, first.place = facet.depth as is_end
       from unnest(%1$L::integer[], %2$L::text[], $1) with ordinality as facet (id, rank, depth, number) %3$s
       cross join lateral (
         select entry.%4$I as key, entry.lead_id, %5$s as fits, row_number() over (order by %6$s) as place
         from private.lead_list as entry
         where entry.facet_id = facet.id and %7$s
         order by %6$s limit facet.depth
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
