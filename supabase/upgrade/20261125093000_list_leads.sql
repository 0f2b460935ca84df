-- The list of leads at a million rows. What it filters and sorts by stands in narrow rows of its own, kept by triggers;
-- each combination of the few-valued filters is a facet, with its count. A page reads as many rows as it shows from the
-- facets that match, whatever is filtered and however deep it lies (docs/decisions/0030).

create table private.lead_facets (
  id             integer not null generated always as identity,
  funnel_origin  text    not null,
  lead_status    text    not null,
  payment_status boolean not null,
  call_consent   boolean not null,
  is_suspect     boolean not null,
  is_duplicate   boolean not null,
  has_account    boolean not null,
  is_waiting     boolean not null,
  lead_count     bigint  not null default 0,
  constraint lead_facets_pkey         primary key (id),
  constraint lead_facets_one_of_a_kind unique (
    funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting
  )
);
comment on table  private.lead_facets              is 'Each combination of the filters with few values that some lead has or had.';
comment on column private.lead_facets.is_duplicate is 'Another contact has the same e-mail, phone or company.';
comment on column private.lead_facets.has_account  is 'Its contact has an account, or its e-mail has one.';
comment on column private.lead_facets.is_waiting   is 'On the waiting list of a conference.';
comment on column private.lead_facets.lead_count   is 'Without private.lead_facet_changes, which are added now and then.';

-- Insert-only, so that two leads that arrive together never wait for one row that counts both.
create table private.lead_facet_changes (
  facet_id integer not null,
  change   integer not null
);
comment on table private.lead_facet_changes is 'What private.lead_facets.lead_count does not count yet.';

create table private.lead_list (
  lead_id    uuid        not null,
  profile_id uuid        not null,
  facet_id   integer     not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  volume     integer     not null,
  name       text        collate "C" not null,
  company    text        collate "C" not null,
  email      text        collate "C" not null,
  phone      text,
  owner      uuid,
  constraint lead_list_pkey primary key (lead_id),
  constraint lead_list_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.lead_list            is 'What the list of leads filters and sorts by, kept by triggers. No key is null, so that pages can go on from any of them.';
comment on column private.lead_list.expires_at is 'infinity: it stays.';
comment on column private.lead_list.volume     is 'The number that the price of its offer depends on; -1 when none was given.';
comment on column private.lead_list.name       is 'Last name, then first name, folded; without them the last character there is.';
comment on column private.lead_list.phone      is 'E.164.';

-- Those whose order goes with a facet, such as the age of what is still to contact.
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id);
create index lead_list_by_update   on private.lead_list (facet_id, updated_at, lead_id);
create index lead_list_by_expiry   on private.lead_list (facet_id, expires_at, lead_id);
create index lead_list_by_volume   on private.lead_list (facet_id, volume, lead_id);
-- Those whose order has nothing to do with it.
create index lead_list_in_time     on private.lead_list (created_at, lead_id) include (facet_id);
create index lead_list_by_name     on private.lead_list (name, lead_id) include (facet_id);
create index lead_list_by_company  on private.lead_list (company, lead_id) include (facet_id);
create index lead_list_by_email    on private.lead_list (email, lead_id) include (facet_id);

create index lead_list_by_phone on private.lead_list (phone) where phone is not null;
create index lead_list_by_owner on private.lead_list (owner, created_at, lead_id) where owner is not null;

alter table private.lead_facets        enable row level security;
alter table private.lead_facets        force  row level security;
alter table private.lead_facet_changes enable row level security;
alter table private.lead_facet_changes force  row level security;
alter table private.lead_list          enable row level security;
alter table private.lead_list          force  row level security;
revoke all on private.lead_facets, private.lead_facet_changes, private.lead_list from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the facets" on private.lead_facets
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps their changes" on private.lead_facet_changes
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the list" on private.lead_list
  for all to current_user using (true) with check (true);

-- Keeping it ----------------------------------------------------------------------------------------------------------

create function private.sort_key(value text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(private.folded(value), ''), U&'\FFFF');
comment on function private.sort_key is 'What is empty comes after what is not.';

create function private.first_number(answer text) returns integer
  language sql immutable parallel safe
  return left(regexp_replace(substring(answer from '[0-9][0-9\s]*'), '\s', '', 'g'), 9)::integer;

create function private.facet_of(wanted private.lead_facets) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  found_id integer;
begin
  loop
    select id into found_id from private.lead_facets as facet
      where (facet.funnel_origin, facet.lead_status, facet.payment_status, facet.call_consent)
              = (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent)
        and (facet.is_suspect, facet.is_duplicate, facet.has_account, facet.is_waiting)
              = (wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting);
    if found then
      return found_id;
    end if;
    insert into private.lead_facets
        (funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting)
      values (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent,
              wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting)
      on conflict do nothing;
  end loop;
end
$$;

-- Plans outlive a table's youth, in which reading it whole is cheapest; and the compiler looks at what they would cost.
create function private.write_lead_list(lead public.leads) returns void
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

  written.lead_id    := lead.id;
  written.profile_id := lead.user_profile_id;
  written.created_at := lead.created_at;
  written.updated_at := lead.updated_at;
  written.expires_at := case when lead.payment_status or lead.lead_status = 'client' then 'infinity'
                             else lead.last_contact_at + interval '6 months' end;
  written.volume     := coalesce(private.first_number(
                          coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name       := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company    := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email      := private.sort_key(coalesce(lead.email, profile.email));
  written.phone      := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner      := lead.owner;

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
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner)
      where entry is distinct from excluded;
end
$$;

-- At the end of the transaction: a submission writes its lead several times, and the last of them counts.
create function private.list_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = new.id;
  if lead is not distinct from new then
    perform private.write_lead_list(lead);
  end if;
  return null;
end
$$;
create constraint trigger list_lead after insert or update on public.leads
  deferrable initially deferred for each row execute function private.list_lead();

create function private.list_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead) from public.leads as lead where lead.user_profile_id = new.id;
  return null;
end
$$;
create constraint trigger list_leads_of_profile
  after update of user_id, first_name, last_name, email, phone, company_name on public.user_profiles
  deferrable initially deferred for each row
  when ((old.user_id, old.first_name, old.last_name, old.email, old.phone, old.company_name)
        is distinct from (new.user_id, new.first_name, new.last_name, new.email, new.phone, new.company_name))
  execute function private.list_leads_of_profile();

create function private.count_facets() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.lead_facet_changes (facet_id, change)
    select facet_id, change
    from (values (case when tg_op <> 'INSERT' then old.facet_id end, -1), (case when tg_op <> 'DELETE' then new.facet_id end, 1))
      as counted (facet_id, change)
    where facet_id is not null;
  return null;
end
$$;
create trigger count_new_facet after insert or delete on private.lead_list
  for each row execute function private.count_facets();
create trigger count_other_facet after update of facet_id on private.lead_list
  for each row when (old.facet_id <> new.facet_id) execute function private.count_facets();

create function private.rewrite_alike(entry private.lead_list, is_gone boolean) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- All leads of one contact, and one more.
  enough constant integer := 7;
begin
  -- Whoever is busy with one of them compares it anyway.
  perform private.write_lead_list(lead)
  from public.leads as lead
  where lead.id in (
    select other.lead_id
    from private.lead_list as other
    join private.lead_facets as facet on facet.id = other.facet_id
    where other.lead_id = any (
        array(select lead_id from private.lead_list where email = entry.email and entry.email <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where phone = entry.phone
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where company = entry.company and entry.company <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough))
      and facet.is_duplicate = is_gone
    for update of other skip locked
  );
end
$$;
comment on function private.rewrite_alike is
  'Only the first contact that comes beside another, and the last that leaves it alone, change what the other is.';

create function private.compare_alike() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What is alike is in its facet already: mostly nobody is.
  if tg_op <> 'INSERT' and (select is_duplicate from private.lead_facets where id = old.facet_id) then
    perform private.rewrite_alike(old, true);
  end if;
  if tg_op <> 'DELETE' and (select is_duplicate from private.lead_facets where id = new.facet_id) then
    perform private.rewrite_alike(new, false);
  end if;
  return null;
end
$$;
create trigger compare_new_alike after insert or delete on private.lead_list
  for each row execute function private.compare_alike();
create trigger compare_other_alike after update of email, phone, company, profile_id on private.lead_list
  for each row when ((old.email, old.phone, old.company, old.profile_id) is distinct from (new.email, new.phone, new.company, new.profile_id))
  execute function private.compare_alike();

create function private.add_facet_changes(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_facet_changes where ctid = any (array(
        select ctid from private.lead_facet_changes limit at_most for update skip locked
      )) returning facet_id, change
    ), added as (
      update private.lead_facets as facet set lead_count = facet.lead_count + total.change
      from (select facet_id, sum(change) as change from taken group by facet_id) as total
      where facet.id = total.facet_id
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_facet_changes is 'How many were added; readers see the same sums before and after.';

select private.write_lead_list(lead) from public.leads as lead;
select private.add_facet_changes(1000000000);

-- Reading it ----------------------------------------------------------------------------------------------------------

create function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language sql stable rows 100 set search_path = ''
  as $$
    with facet_filters as (
      select coalesce(jsonb_object_agg(key, value), '{}') as wanted
      from jsonb_each(filters) where key in (
        'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting')
    )
    select facet.id, facet.lead_count + coalesce(sum(change.change), 0)
    from private.lead_facets as facet
    cross join facet_filters
    left join private.lead_facet_changes as change on change.facet_id = facet.id
    where to_jsonb(facet) @> facet_filters.wanted
    group by facet.id
    having facet.lead_count + coalesce(sum(change.change), 0) > 0
  $$;
comment on function private.facets_of is 'The facets that these filters leave, and how many leads have each: exact.';

create function private.words_condition(search text) returns text
  language plpgsql stable set search_path = ''
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(search), '')) || '%';
  digits_pattern text := private.phone_pattern(search);
begin
  return format('(words.words like %1$L or words.phone like %2$L or words.phone_digits like %3$L)',
    words_pattern,
    case when digits_pattern is null then words_pattern end, -- a number as typed has these digits too
    digits_pattern);
end
$$;
comment on function private.words_condition is
  'SQL about private.lead_words as "words". Patterns are constants in it: only so does the planner know which index they can use.';

create or replace function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query execute format(
    'select dashboard.* from public.admin_dashboard as dashboard
     where dashboard.lead_id in (select words.lead_id from private.lead_words as words where %s)',
    private.words_condition(query_param));
end
$$;

create function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', filters ->> 'created_from')),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', filters ->> 'created_to')),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', filters ->> 'expires_before')),
      (filters ->> 'owner',          case filters ->> 'owner' when 'none' then 'entry.owner is null'
                                       else format('entry.owner = %L::uuid', filters ->> 'owner') end)
    ) as known (value, condition)
    where value is not null
  $$;
comment on function private.row_filters is 'SQL about private.lead_list as "entry", for the filters that are no facet; empty when there are none.';

create function private.few_enough() returns integer
  language sql immutable parallel safe
  return 10000;
comment on function private.few_enough is 'So many leads are found, counted and sorted in 20 ms; beyond, nobody counts.';

create type private.lead_order as (key_column text, key_type text, ranked_by text, key_direction text, rank_direction text);

create function private.lead_order(sort_column text, is_descending boolean) returns private.lead_order
  language sql immutable parallel safe
  return (
    select row(
      coalesce(key_column, 'created_at'), coalesce(key_type, 'timestamptz'),
      case when key_column is null then facet.name end,
      -- Of one status, the newest come first, whichever status does.
      case when is_descending or facet.name is not null then 'desc' else 'asc' end,
      case when is_descending then 'desc' else 'asc' end
    )::private.lead_order
    from (values (1)) as one (row)
    left join (values
      ('created_at', 'created_at', 'timestamptz'), ('updated_at', 'updated_at', 'timestamptz'),
      ('expires_at', 'expires_at', 'timestamptz'), ('volume', 'volume', 'integer'),
      ('last_name', 'name', 'text'), ('company_name', 'company', 'text'), ('email', 'email', 'text')
    ) as keyed (name, key_column, key_type) on keyed.name = sort_column
    left join (values ('funnel_origin'), ('lead_status'), ('payment_status'), ('call_consent')) as facet (name)
      on facet.name = sort_column
  );
comment on function private.lead_order is 'How a column of the list sorts: by a key of private.lead_list, or by a facet and then by age. Unknown columns sort by age.';

-- Without sequential scans, and without the compiler that their price would call: a million rows are never read.
create function private.list_lead_page(
  filters jsonb, sort_column text, is_descending boolean, after jsonb, row_limit integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  sorting    constant private.lead_order := private.lead_order(sort_column, is_descending);
  narrowing  constant text    := private.row_filters(filters);
  words      constant text    := case when btrim(filters ->> 'search') <> '' then private.words_condition(filters ->> 'search') end;
  -- The index of words begins at three letters.
  is_short   constant boolean := words is not null and char_length(private.folded(filters ->> 'search')) < 3;
  in_order   constant text    := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  page_query constant text    := format(
    'select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %1$s), ''[]'')
     from (select rank, key, lead_id from (%%s) as candidate order by %1$s limit %2$s) as page', in_order, row_limit + 1);
  -- Whose order goes with the facets: each facet is read in its own.
  by_facet   constant boolean := sorting.ranked_by is not null or sorting.key_column in ('updated_at', 'expires_at', 'volume')
    or (sorting.key_column = 'created_at' and words is null and not filters ? 'owner');
  facet_ids  integer[];
  ranks      text[];
  matching   bigint;
  conditions text;
  goes_on    text := 'true';
  page       jsonb;
  counted    bigint;
begin
  select array_agg(kind.id), array_agg(coalesce(to_jsonb(kind) ->> sorting.ranked_by, '')), coalesce(sum(chosen.lead_count), 0)
    into facet_ids, ranks, matching
    from private.facets_of(filters) as chosen join private.lead_facets as kind on kind.id = chosen.facet_id;
  if matching = 0 then
    return '{"ids": [], "next": null, "count": 0}';
  end if;

  if after is not null then
    goes_on := format('(entry.%I, entry.lead_id) %s (%s, %L::uuid)',
      sorting.key_column,
      case sorting.key_direction when 'desc' then '<' else '>' end,
      case when sorting.ranked_by is null then format('%L::%s', after ->> 'key', sorting.key_type)
           else format('case facet.rank when %L then %L::timestamptz else ''infinity'' end', after ->> 'rank', after ->> 'key') end,
      after ->> 'id');
    if sorting.ranked_by is not null then
      goes_on := format('facet.rank %s %L and %s', case sorting.rank_direction when 'desc' then '<=' else '>=' end, after ->> 'rank', goes_on);
    end if;
  end if;

  if narrowing = '' and words is null then
    counted := matching;
  end if;
  if not is_short and (counted is null or not by_facet and matching <= private.few_enough()) then
    -- Few enough are found, counted and sorted at once.
    execute format(
      'with found as materialized (
         select facet.rank, entry.%1$I, entry.lead_id
         from private.lead_list as entry
         join unnest(%2$L::integer[], %3$L::text[]) as facet (id, rank) on facet.id = entry.facet_id
         %4$s where %5$s limit %6$s
       )
       select (select count(*) from found), (%7$s)',
      sorting.key_column, facet_ids, ranks,
      case when words is not null then 'join private.lead_words as words on words.lead_id = entry.lead_id and ' || words end,
      coalesce(nullif(narrowing, ''), 'true'), private.few_enough() + 1,
      format(page_query, format(
        'select facet.rank, entry.%1$I as key, entry.lead_id from found as entry cross join lateral (select entry.rank) as facet where %2$s',
        sorting.key_column, goes_on)))
      into counted, page;
  end if;

  if page is null or counted > private.few_enough() then
    conditions := concat_ws(' and ', goes_on, nullif(narrowing, ''),
      case when words is not null
        then '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)' end);
    execute format(page_query, case when by_facet
      then format(
        'select facet.rank, first.key, first.lead_id
         from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
         cross join lateral (
           select entry.%3$I as key, entry.lead_id from private.lead_list as entry
           where entry.facet_id = facet.id and %4$s
           order by entry.%3$I %5$s, entry.lead_id %5$s limit %6$s
         ) as first',
        facet_ids, ranks, sorting.key_column, conditions, sorting.key_direction, row_limit + 1)
      else format(
        'select '''' as rank, entry.%1$I as key, entry.lead_id from private.lead_list as entry
         where entry.facet_id = any (%2$L::integer[]) and %3$s
         order by entry.%1$I %4$s, entry.lead_id %4$s limit %5$s',
        sorting.key_column, facet_ids, conditions, sorting.key_direction, row_limit + 1)
      end)
      into page;
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
    select coalesce(jsonb_agg(to_jsonb(dashboard) order by listed.place), '[]')
    from jsonb_array_elements_text(page -> 'ids') with ordinality as listed (lead_id, place)
    join public.admin_dashboard as dashboard on dashboard.lead_id = listed.lead_id::uuid
  ));
end
$$;
comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard, the place where the next page begins, and how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, expires_before, owner (an id or none), search. Administrators only.';

create or replace function public.count_leads() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'to_contact', coalesce(sum(chosen.lead_count) filter (where lead_status = 'to_contact'), 0),
      'contacted',  coalesce(sum(chosen.lead_count) filter (where lead_status = 'contacted'), 0),
      'clients',    coalesce(sum(chosen.lead_count) filter (where lead_status = 'client'), 0),
      'inactive',   coalesce(sum(chosen.lead_count) filter (where lead_status = 'inactive'), 0),
      'paid',       coalesce(sum(chosen.lead_count) filter (where payment_status), 0),
      'total',      coalesce(sum(chosen.lead_count), 0)
    )
    from private.facets_of('{}') as chosen join private.lead_facets as facet on facet.id = chosen.facet_id
  );
end
$$;

revoke all on function
  private.sort_key(text), private.first_number(text), private.facet_of(private.lead_facets),
  private.write_lead_list(public.leads), private.rewrite_alike(private.lead_list, boolean), private.add_facet_changes(integer),
  private.facets_of(jsonb), private.words_condition(text), private.row_filters(jsonb), private.few_enough(),
  private.lead_order(text, boolean), private.list_lead_page(jsonb, text, boolean, jsonb, integer),
  public.list_leads(jsonb, text, boolean, jsonb, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_leads(jsonb, text, boolean, jsonb, integer) to authenticated;
