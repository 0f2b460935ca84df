-- The list sorts by owner, call back and first visit too. Each of these orders is a row of groups, one of an owner after the
-- other, and each group a list that an index keeps in order: whoever changes their e-mail moves no lead
-- (docs/decisions/0054).

-- Keeping it ----------------------------------------------------------------------------------------------------------

create function private.visit_source(touch jsonb) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
declare
  said   constant jsonb := private.read_touch(touch);
  medium constant text  := lower(said ->> 'utm_medium');
  host   constant text  := lower(said ->> 'referrer');
begin
  return case
    when coalesce(said - 'at', '{}') = '{}' then ''
    when medium ~ '^(cpc|ppc|paid.*|display|ads?|banner|sea)$' then 'publicite'
    when medium ~ '^(e-?mail|courriel|newsletter|lettre)$' then 'courriel'
    when medium ~ '^(social.*|reseaux.*)$' then 'reseaux'
    when medium ~ '^(organic|seo)$' then 'recherche'
    when medium is not null then 'autre'
    when host ~ '(^|\.)(mail\.google\.com|outlook\.(com|live\.com|office\.com)|mail\.[a-z-]+\.[a-z]{2,4})$' then 'courriel'
    when host ~ '(^|\.)(linkedin\.com|lnkd\.in|facebook\.com|instagram\.com|tiktok\.com|youtube\.com|x\.com|t\.co)$' then 'reseaux'
    when host ~ '(^|\.)(google|bing|qwant|ecosia|duckduckgo|yahoo|startpage|brave|lilo)\.[a-z.]{2,6}$' then 'recherche'
    when host is not null or said ? 'utm_source' then 'autre'
    else 'direct'
  end;
end
$$;
comment on function private.visit_source is
  'What the column of the list says of a visit, empty of none: sourceOf in domain/leads/visit-source.ts says the same.';

create function private.source_of_lead(lead_id_param uuid) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce((
    select private.visit_source(submission.attribution -> 'first')
    from private.submissions as submission
    where submission.lead_id = lead_id_param and submission.attribution <> '{}'
    order by submission.created_at, submission.id limit 1
  ), '');
end
$$;

create function private.nobody() returns uuid
  language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

-- An index that begins with nulls is in order for nobody: the planner knows a column as constant by « = » only.
drop index private.lead_list_by_owner, private.lead_list_by_creation;
alter table private.lead_list add column source text collate "C" not null default '', add column callback_at timestamptz;
-- The rows and their indexes are written anew once, which is shorter than to change each row.
alter table private.lead_list
  alter column owner  type uuid using coalesce(owner, private.nobody()),
  alter column owner  set not null,
  alter column source type text collate "C" using private.source_of_lead(lead_id);
alter table private.lead_list alter column source drop default;
update private.lead_list as entry set callback_at = lead.callback_at
from public.leads as lead where lead.id = entry.lead_id and lead.callback_at is not null;

-- Of one owner or source each facet is read in its own order. Few leads wait for a call back: the others are found by
-- their age, without a look at their rows.
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id) include (callback_at);
create index lead_list_by_owner    on private.lead_list (owner, facet_id, created_at, lead_id);
create index lead_list_by_source   on private.lead_list (source, facet_id, created_at, lead_id);
create index lead_list_by_callback on private.lead_list (facet_id, callback_at, lead_id) where callback_at is not null;

comment on column private.lead_list.owner       is 'private.nobody() when anybody may look after it.';
comment on column private.lead_list.source      is 'Where its first visit came from, by private.visit_source; empty where none is known of.';
comment on column private.lead_list.callback_at is 'Null when nobody promised to call back: these are sorted by age.';

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
  written.email       := private.sort_key(coalesce(lead.email, profile.email));
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

create function private.list_visit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead)
  from public.leads as lead
  join private.lead_list as entry on entry.lead_id = lead.id
  where lead.id in (old.lead_id, new.lead_id) and entry.source <> private.source_of_lead(lead.id);
  return null;
end
$$;
comment on function private.list_visit is 'A lead that is written with its visit is listed with it; here come visits that move, arrive later or are erased.';
create constraint trigger list_new_visit after insert on private.submissions
  deferrable initially deferred for each row when (new.attribution <> '{}') execute function private.list_visit();
create constraint trigger list_moved_visit after update of lead_id, attribution on private.submissions
  deferrable initially deferred for each row execute function private.list_visit();
create constraint trigger list_visit_without after delete on private.submissions
  deferrable initially deferred for each row when (old.attribution <> '{}') execute function private.list_visit();

-- Reading it ----------------------------------------------------------------------------------------------------------

create or replace function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', filters ->> 'created_from')),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', filters ->> 'created_to')),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', filters ->> 'expires_before')),
      (filters ->> 'owner',          format('entry.owner = %L::uuid', case filters ->> 'owner'
                                       when 'none' then private.nobody()::text
                                       when 'me'   then auth.uid()::text
                                       else filters ->> 'owner' end))
    ) as known (value, condition)
    where value is not null
  $$;

alter type private.lead_order add attribute grouped_by text;

create or replace function private.lead_order(sort_column text, is_descending boolean) returns private.lead_order
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
      select 'owner', concat('1', lower(account.email), ' ', account.id), format('entry.owner = %L', account.id), 'created_at'
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

create or replace function private.beyond(sorting private.lead_order, place jsonb, is_beyond boolean) returns text
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

create function private.page_query(sorting private.lead_order, wanted integer) returns text
  language sql immutable set search_path = ''
  return (
    select format(
      'select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %1$s), ''[]'')
       from (select rank, key, lead_id from (%%s) as candidate order by %1$s limit %2$s) as page', in_order, wanted)
    from (values (format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction))) as known (in_order)
  );
comment on function private.page_query is 'The first of some candidates as places of a page; a format that takes their query.';

create function private.walk_order(
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
      'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting']));
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

create function private.walk_groups(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], words text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  is_descending constant boolean := sorting.rank_direction = 'desc';
  in_group      private.lead_order := sorting;
  chosen        record;
  page          jsonb := '[]';
  next          jsonb;
begin
  for chosen in
    select * from private.lead_groups(sorting)
    where after is null or case when is_descending then rank <= after ->> 'rank' else rank >= after ->> 'rank' end
    order by case when is_descending then rank end desc, rank
  loop
    in_group.key_column := chosen.key_column;
    next := private.walk_order(filters, in_group, case when after ->> 'rank' = chosen.rank then after end,
      facet_ids, ranks, words, chosen.condition, wanted - jsonb_array_length(page));
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
  sorting     constant private.lead_order := case when sort_column = 'owner' and filters ? 'owner'
    then private.lead_order('created_at', true) else private.lead_order(sort_column, is_descending) end;
  -- Where all are found first, what a group says is a key of each.
  spread      private.lead_order := sorting;
  sorted_by   text    := format('entry.%I', sorting.key_column);
  facet_ids   integer[];
  ranks       text[];
  matching    bigint;
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
  listed := concat_ws(' and ', format('from private.lead_list as entry where entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, ''));
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
          'select entry.facet_id, %1$s, entry.lead_id %2$s', sorted_by,
          replace(listed, ' where ', format(
            ' join (select lead_id from private.lead_words as words where %s) as named using (lead_id) where ',
            private.indexed_words(filters ->> 'search'))))
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

revoke all on function
  private.visit_source(jsonb), private.source_of_lead(uuid), private.nobody(), private.lead_groups(private.lead_order),
  private.walk_order(jsonb, private.lead_order, jsonb, integer[], text[], text, text, integer),
  private.page_query(private.lead_order, integer),
  private.walk_groups(jsonb, private.lead_order, jsonb, integer[], text[], text, integer)
  from public, anon, authenticated, service_role;
