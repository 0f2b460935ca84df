-- At a million leads a search took as long as the letters it shares with others are frequent, not as what it finds: the index
-- of three letters knows no « @ » (« bar@ » read every name that ends in « bar »), and of two letters that nobody has every
-- lead was asked, for seconds. It reads one word of letters and digits now, made of the signs too (docs/decisions/0050).

create function private.search_key(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(translate(folded, '@.- ', 'qxkw'), '[^a-z0-9]', 'w', 'g');
comment on function private.search_key is
  'One letter or digit for each character, rare letters for the frequent signs: what contains a text has its key in its own.';

create function private.key_pattern(search text) returns text
  language sql immutable parallel safe
  return (
    select case char_length(key) when 0 then '' when 1 then '' when 2 then key || '[a-z0-9]' else key end
    from (values (private.search_key(coalesce(private.folded(search), '')))) as known (key)
  );
comment on function private.key_pattern is
  'A regular expression that the key of what contains this search matches. Two letters have three with the next one, whichever it is; one letter says nothing.';

drop index private.lead_words_trigrams;
-- A key ends with one sign more, so that every two have a next one.
alter table private.lead_words
  add column keys text not null generated always as (private.search_key(words || E'\n' || phone || E'\n')) stored;
comment on column private.lead_words.keys is 'The words and the phone as the index compares them: see private.search_key.';
-- Without fastupdate: the embedded engine never vacuums, so what waits to be indexed would be read whole by each search.
create index lead_words_trigrams on private.lead_words
  using gin (keys extensions.gin_trgm_ops, phone_digits extensions.gin_trgm_ops) with (fastupdate = off);

create function private.indexed_words(search text) returns text
  language sql stable set search_path = ''
  return (
    select format('%s and (words.keys %s %L or words.phone_digits like %L)',
      private.words_condition(search),
      -- What is at least three letters is found sooner without the machine of regular expressions.
      case when char_length(pattern) = char_length(key) then 'like' else '~' end,
      case when char_length(pattern) = char_length(key) then '%' || key || '%' else pattern end,
      private.phone_pattern(search))
    from (values (private.key_pattern(search), private.search_key(coalesce(private.folded(search), '')))) as known (pattern, key)
  );
comment on function private.indexed_words is
  'private.words_condition, with what the index of private.lead_words can answer. Of one letter it can answer nothing.';

create or replace function public.search_leads(query_param text) returns setof public.admin_dashboard
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

create function private.some_named(condition text) returns uuid[]
  language plpgsql stable set search_path = ''
  as $$
declare
  ids uuid[];
begin
  execute format('select array(select words.lead_id from private.lead_words as words where %s limit %s)',
    condition, private.few_enough() + 1) into ids;
  return ids;
end
$$;
comment on function private.some_named is 'The leads of this condition about private.lead_words, one more than private.few_enough() when there are more.';

create function private.read_all_named(condition text) returns uuid[]
  language sql stable set search_path = '' set enable_seqscan = on set enable_indexscan = off set enable_bitmapscan = off
  return private.some_named(condition);
comment on function private.read_all_named is 'private.some_named of what no index answers: the table is read, which is shorter than to ask each lead.';

create function private.count_sampled(condition text, sampled integer) returns integer
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  counted integer;
begin
  execute format(
    'select count(*) filter (where %s) from (select * from private.lead_words order by lead_id limit %s) as words', condition, sampled)
    into counted;
  return counted;
end
$$;
comment on function private.count_sampled is 'How many of so many leads match. Ids are random: those that come first are a sample of all.';

create function private.leads_named(search text, out named bigint, out ids uuid[])
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  few       constant integer := private.few_enough();
  condition constant text    := private.words_condition(search);
  is_letter constant boolean := private.key_pattern(search) = '' and private.phone_pattern(search) is null;
  first_few constant integer := 100;
  sampled   constant integer := 1000;
  among     integer;
  expected  double precision;
begin
  -- What hardly anybody has is not worth a sample.
  among := private.count_sampled(condition, first_few);
  if among > 0 then
    among := private.count_sampled(condition, sampled);
    select few::double precision * sampled / greatest(sum(lead_count), 1) into expected from private.lead_facets;
  end if;
  -- Were there no more than a few, so many would be in the sample less than once in a million searches.
  if among > expected + 8 * sqrt(expected) then
    named := few + 1;
  elsif is_letter and among >= 10 then
    -- Soon met, whatever the order; nobody counts.
    named := null;
  else
    ids := case when is_letter then private.read_all_named(condition) else private.some_named(private.indexed_words(search)) end;
    named := cardinality(ids);
    if named > few then
      ids := null;
    end if;
  end if;
end
$$;
comment on function private.leads_named is
  'How many leads this search names, or one more than private.few_enough() when there are more, or null when nobody counted; and which, when they are few.';

create or replace function private.list_lead_page(
  filters jsonb, sort_column text, is_descending boolean, after jsonb, row_limit integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  sorting     constant private.lead_order := private.lead_order(sort_column, is_descending);
  few         constant integer := private.few_enough();
  words       constant text    := case when btrim(filters ->> 'search') <> '' then private.words_condition(filters ->> 'search') end;
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
  named_ids   uuid[];
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
  if words is not null then
    select found.named, found.ids into named, named_ids from private.leads_named(filters ->> 'search') as found;
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
      'with found as materialized (%1$s)
       select (select count(*) from found), (%2$s)',
      case
        -- Each of them is looked up: nothing says to the planner how few they are.
        when named_ids is not null and named <= matching then format(
          'select entry.* from unnest($1) as named (lead_id)
           cross join lateral (
             select entry.facet_id, entry.%1$I, entry.lead_id %2$s and entry.lead_id = named.lead_id offset 0
           ) as entry', sorting.key_column, listed)
        when named <= matching then format(
          'select entry.facet_id, entry.%1$I, entry.lead_id %2$s', sorting.key_column,
          replace(listed, ' where ', format(
            ' join (select lead_id from private.lead_words as words where %s) as named using (lead_id) where ',
            private.indexed_words(filters ->> 'search'))))
        else format('select entry.facet_id, entry.%1$I, entry.lead_id %2$s', sorting.key_column, concat_ws(' and ', listed, asks_words))
      end,
      format(page_query, format(
        'select facet.rank, entry.%1$I as key, entry.lead_id
         from found as entry join unnest(%2$L::integer[], %3$L::text[]) as facet (id, rank) on facet.id = entry.facet_id
         where %4$s',
        sorting.key_column, facet_ids, ranks, goes_on)))
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

create or replace function private.newsletter_lines(
  state_param text, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.newsletter_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
begin
  return query
    select request.id, request.lead_id, request.email,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.company_name, profile.company_name),
           private.newsletter_state(request.confirmed_at, request.unsubscribed_at), request.requested_at, request.confirmed_at,
           request.confirmed_version, request.unsubscribed_at, request.unsubscribed_by
    from (
      select * from private.newsletter_requests as entry
      where (state_param is null or private.newsletter_state(entry.confirmed_at, entry.unsubscribed_at) = state_param)
        and (
          pattern = '%%' or entry.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern))
        and (before_at is null or (entry.requested_at, entry.id) < (before_at, before_id))
      order by entry.requested_at desc, entry.id desc
      limit count_param
    ) as request
    join public.leads as lead on lead.id = request.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by request.requested_at desc, request.id desc;
end
$$;

create or replace function private.conference_lines(
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
           coalesce(lead.company_name, profile.company_name), coalesce(lead.email, profile.email),
           coalesce(lead.phone, profile.phone), nullif(lead.extra_answers ->> 'commentaire', ''),
           lead.payment_status, lead.is_suspect
    from (
      select * from private.conference_entries(held_on_param) as listed
      where (waiting_param is null or listed.is_waiting = waiting_param)
        and (
          pattern = '%%' or listed.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern))
        and (before_at is null or (listed.registered_at, listed.lead_id) < (before_at, before_id))
      order by listed.registered_at desc, listed.lead_id desc
      limit count_param
    ) as entry
    join public.leads as lead on lead.id = entry.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by entry.registered_at desc, entry.lead_id desc;
end
$$;

revoke all on function
  private.search_key(text), private.key_pattern(text), private.indexed_words(text), private.some_named(text),
  private.read_all_named(text), private.count_sampled(text, integer), private.leads_named(text)
  from public, anon, authenticated, service_role;
