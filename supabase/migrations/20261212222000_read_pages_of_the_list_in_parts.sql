-- A page of the list is read from a part of each facet, by how many leads it has (docs/decisions/0111).

drop index private.lead_list_in_time;
create index lead_list_in_time on private.lead_list (created_at, lead_id)
  include (facet_id, expires_at, updated_at, volume);

drop function private.walk_facets(integer[], text[], private.lead_order, jsonb, text, text, integer);
drop function private.walk_order(jsonb, private.lead_order, jsonb, integer[], text[], text, text, integer);
drop function private.walk_groups(jsonb, private.lead_order, jsonb, integer[], text[], text, integer);

create or replace function private.chosen_owners(filters jsonb) returns uuid[]
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

create or replace function private.share_of(condition text) returns double precision
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

create or replace function private.row_filters(filters jsonb) returns text
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
       select facet.rank, first.*, first.place = facet.depth as is_end
       from unnest(%1$L::integer[], %2$L::text[], $1) as facet (id, rank, depth) %3$s
       cross join lateral (
         select entry.%4$I as key, entry.lead_id, %5$s as fits, row_number() over (order by %6$s) as place
         from private.lead_list as entry
         where entry.facet_id = facet.id and %7$s
         order by %6$s limit facet.depth
       ) as first
     ), found as (
       select rank, key, lead_id
       from (
         select next.*, sum(is_end::integer) over (order by %8$s rows between unbounded preceding and 1 preceding) as ends from next
       ) as entry
       where coalesce(ends, 0) = 0 and fits %9$s
       order by %8$s limit %10$s
     )
     select (select coalesce(bool_or(is_end), false) from next),
            (select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %8$s), ''[]'') from found)',
    facet_ids, ranks, case when owners is not null then format('cross join unnest(%L::uuid[]) as whose (owner)', owners) end, sorting.key_column,
    coalesce(nullif(beside, ''), 'true'), by_key,
    concat_ws(' and ', case when owners is not null then 'entry.owner = whose.owner' end,
      case when after is null then 'true' else private.beyond(sorting, after, true) end, nullif(on_key, '')),
    in_order, 'and ' || asks_words, wanted);
  -- Leads of the first facets that hold the page, if what is asked beside the key is spread evenly.
  reach     double precision := 1.3 * wanted / greatest(share, 0.001);
  depths    integer[];
  has_more  boolean;
  page      jsonb;
begin
  loop
    -- Chance gives hardly one of a thousand facets more than this.
    select array_agg(ceil(mean + 4 * sqrt(mean) + 3)::integer order by place)
      into depths
      from (
        select place, reach * lead_count / sum(lead_count) over (partition by rank) as mean
        from unnest(counts, ranks) with ordinality as facet (lead_count, rank, place)
      ) as expected;
    execute query into has_more, page using depths;
    if not has_more or jsonb_array_length(page) >= wanted then
      return page;
    end if;
    reach := 4 * reach;
    if (beside <> '' or asks_words is not null) and reach > most_read then
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
  -- Of one facet and one owner the index is in the order of age.
  owners      constant uuid[]  := case when sorting.key_column = 'created_at' and in_group is null then private.chosen_owners(filters) end;
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
    or (sorting.key_column = 'created_at' and words is null and filters ?| array[
      'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting',
      'inactive_reason']);
  page        jsonb;
begin
  if by_facet then
    return private.walk_facets(facet_ids, ranks, counts, owners, sorting, after, on_key, off_key, asks_words,
      case when off_key = '' then 1 else share end * case when words is null then 1 else 0.1 end, wanted);
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

create or replace function private.walk_groups(
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
  -- Fewer are found and sorted sooner than they are met in an order that may begin elsewhere; of days, which one index
  -- holds with these keys, more: leads expire in the order of their age, and hardly change in it.
  of_days     constant boolean := filters ?| array['created_from', 'created_to'] and not filters ?| array['owner', 'tags', 'expires_before'];
  most_sorted constant double precision := few * case
    when of_days and sorting.key_column = 'expires_at' then 15
    when of_days and sorting.key_column in ('updated_at', 'volume') then 5
    else 2.5 end;
begin
  select array_agg(kind.id),
         array_agg(case when sorting.ranked_by is null then '' else to_jsonb(kind) ->> sorting.ranked_by end),
         array_agg(chosen.lead_count), coalesce(sum(chosen.lead_count), 0)
    into facet_ids, ranks, counts, matching
    from private.facets_of(filters) as chosen join private.lead_facets as kind on kind.id = chosen.facet_id;
  if matching = 0 then
    return '{"ids": [], "next": null, "count": 0}';
  end if;

  -- How many there are, as far as one index can tell.
  of_facets := concat_ws(' and ', format('where entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, ''));
  listed := entries || ' ' || of_facets;
  if narrowing <> '' then
    select sum(lead_count) into total from private.facets_of('{}');
    expected := total * private.share_of(substr(of_facets, 7));
    share := least(1, expected / matching);
    -- Were there no more than a few, so many would be in the sample once in ten thousand lists.
    matching := case when words is null and expected <= most_sorted then 0
                     when expected > 2.5 * few then few + 1
                     else private.count_some('select ' || listed) end;
  end if;
  if words is not null then
    select found.named, found.ids into named, named_ids from private.leads_named(filters ->> 'search') as found;
  end if;

  counted := case when words is null then matching when filters - 'search' = '{}' then named end;
  if least(matching, named) > few or words is null and narrowing = '' and sorting.key_column not in ('name', 'company', 'email') then
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

create or replace function private.work_of_today(owner_param uuid, row_limit integer) returns setof private.work_line
  language plpgsql stable rows 100 set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
  as $$
declare
  reasons constant text[] := array['payment', 'debit', 'setup', 'answers', 'callback', 'call', 'write', 'unpaid', 'suspect', 'delivery', 'expiry'];
  today   constant date := (now() at time zone 'Europe/Paris')::date;
  paying  constant uuid[] := array(select about.lead_id from private.payments_about_leads() as about);
  asked   constant uuid[] := paying || array(select about.lead_id from private.billing_about_leads() as about);
  dead    constant uuid[] := array(
    select delivery.lead_id from private.deliveries as delivery where delivery.status = 'dead' and delivery.lead_id is not null);
  unpaid  constant uuid[] := array(
    select lead.id
    from private.payment_starts as start
    join private.submissions as submission on submission.idempotency_key = start.reference
    join public.leads as lead on lead.id = submission.lead_id
    where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
      and private.unpaid_since(lead) = start.started_at);
begin
  return query
    with kinds as materialized (
      select kind.id, case when kind.is_suspect then 'suspect' when kind.call_consent then 'call' else 'write' end as reason
      from private.facets_of('{"lead_status": "to_contact"}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
    ), waiting as materialized (
      select lead.id, lead.paid_at, private.first_debit(lead.id) as debit_on
      from public.leads as lead
      where private.awaits_setup(lead) and lead.id <> all (asked) and private.is_of(lead.owner, owner_param)
      order by lead.paid_at, lead.id limit 2 * row_limit
    ), lines (reason, lead_id, due_at) as (
      select 'payment', lead.id, about.since
      from private.payments_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where owner_param is null or lead.owner = owner_param
      union all
      select 'debit', lead.id, about.since
      from private.billing_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where lead.id <> all (paying) and private.is_of(lead.owner, owner_param)
      union all
      -- Seven days before it, as `debitBeforeService` of subjects/orders/rules/late-opening.ts says it in the file.
      select case when debit_on <= today + 7 then 'debit' else 'setup' end, id,
             case when debit_on <= today + 7 then private.start_of_day(debit_on) else paid_at end
      from waiting
      union all
      (select 'answers', lead.id, lead.newer_answers_at
       from public.leads as lead
       where lead.newer_answers_at is not null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.newer_answers_at, lead.id limit row_limit)
      union all
      (select 'callback', lead.id, lead.callback_at
       from public.leads as lead
       where lead.callback_at < private.start_of_day(today + 1)
         and lead.newer_answers_at is null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.callback_at, lead.id limit row_limit)
      union all
      -- Of each kind from its index alone; whose they are is read of those that are shown.
      select known.reason, first.lead_id, first.created_at
      from (values ('call'), ('write'), ('suspect')) as known (reason)
      cross join lateral (
        select oldest.lead_id, oldest.created_at
        from kinds
        cross join lateral (
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where owner_param is null and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
          union all
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where entry.owner = owner_param and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
        ) as oldest
        where kinds.reason = known.reason
        order by oldest.created_at, oldest.lead_id limit row_limit
      ) as first
      union all
      (select 'unpaid', lead.id, private.unpaid_since(lead)
       from public.leads as lead
       where lead.id = any (unpaid) and private.is_free_today(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by private.unpaid_since(lead), lead.id limit row_limit)
      union all
      (select 'delivery', lead.id, delivery.created_at
       from private.deliveries as delivery join public.leads as lead on lead.id = delivery.lead_id
       where delivery.status = 'dead' and lead.lead_status <> 'to_contact' and private.is_free_today(lead) and lead.id <> all (asked)
         and lead.id <> all (unpaid) and private.is_of(lead.owner, owner_param)
         and not exists (
           select from private.deliveries as earlier
           where earlier.lead_id = lead.id and earlier.status = 'dead'
             and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))
       order by delivery.created_at, delivery.id limit row_limit)
      union all
      -- All of these days from their index alone; as many of them are asked as are shown.
      (select 'expiry', near.lead_id, near.expires_at
       from (
         select entry.lead_id, entry.expires_at
         from private.facets_of('{"lead_status": "contacted", "payment_status": false, "is_suspect": false}') as chosen
         join private.lead_list as entry on entry.facet_id = chosen.facet_id
         where entry.expires_at < now() + interval '15 days'
         order by entry.expires_at, entry.lead_id
       ) as near
       cross join lateral (
         select from private.lead_list as entry
         where entry.lead_id = near.lead_id
           and entry.callback_at is null and not entry.is_taken and private.is_of(entry.owner, owner_param)
           and entry.lead_id <> all (asked)
           and entry.lead_id not in (select unnest(unpaid)) and entry.lead_id not in (select unnest(dead))
           and not exists (
             select from private.lead_notes as note
             where note.lead_id = near.lead_id and note.written_at > near.expires_at - interval '15 days')
         offset 0
       ) as fits
       order by near.expires_at, near.lead_id limit row_limit)
    ), placed as (
      select lines.*, row_number() over (partition by lines.reason order by lines.due_at, lines.lead_id) as place from lines
    )
    select placed.reason, placed.lead_id, placed.due_at, lead.owner
    from placed join public.leads as lead on lead.id = placed.lead_id
    where place <= row_limit
    order by array_position(reasons, placed.reason), placed.due_at, placed.lead_id;
end
$$;
