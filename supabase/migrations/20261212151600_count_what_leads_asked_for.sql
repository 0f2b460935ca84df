-- What leads asked for is counted by facet and volume, for the sums of the board; the list says what was agreed with a payment.

lock table private.lead_list, private.lead_facet_changes in exclusive mode;
select private.add_facet_changes(2147483647);
alter table private.lead_facet_changes add column volume integer not null default -1;
comment on table private.lead_facet_changes is
  'What private.lead_facets.lead_count and private.lead_volumes do not count yet.';

create table private.lead_volumes (
  facet_id   integer not null,
  volume     integer not null,
  lead_count bigint  not null,
  constraint lead_volumes_pkey primary key (facet_id, volume)
);
comment on table private.lead_volumes is
  'How many leads of each facet asked for each volume, as private.lead_list has it: what the sums of the board are made of.';

alter table private.lead_volumes enable row level security, force row level security;
revoke all on private.lead_volumes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the volumes" on private.lead_volumes
  for all to current_user using (true) with check (true);

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
  -- Contacts that were chosen are more than the range of prospects that they came from, as private.order_of says.
  written.volume      := coalesce(
                           case when lead.funnel_origin = 'marketing' then
                             nullif(coalesce(lead.contacts_per_month, profile.contacts_per_month), 0) end,
                           private.first_number(
                             coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);
  written.tags        := lead.tags;

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
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source, tags)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source, excluded.tags)
      where entry is distinct from excluded;
end
$$;

update private.lead_list as entry set volume = lead.contacts_per_month
  from (
    select kept.id, coalesce(kept.contacts_per_month, profile.contacts_per_month) as contacts_per_month
    from public.leads as kept join public.user_profiles as profile on profile.id = kept.user_profile_id
    where kept.funnel_origin = 'marketing'
  ) as lead
  where lead.id = entry.lead_id and lead.contacts_per_month > 0 and entry.volume <> lead.contacts_per_month;

insert into private.lead_volumes (facet_id, volume, lead_count)
  select facet_id, volume, count(*) from private.lead_list group by facet_id, volume;

create or replace function private.count_facets() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.lead_facet_changes (facet_id, volume, change)
    select facet_id, volume, change
    from (values
      (case when tg_op <> 'INSERT' then old.facet_id end, case when tg_op <> 'INSERT' then old.volume end, -1),
      (case when tg_op <> 'DELETE' then new.facet_id end, case when tg_op <> 'DELETE' then new.volume end, 1)
    ) as counted (facet_id, volume, change)
    where facet_id is not null;
  return null;
end
$$;

drop trigger count_other_facet on private.lead_list;
create trigger count_other_facet after update of facet_id, volume on private.lead_list
  for each row when ((old.facet_id, old.volume) <> (new.facet_id, new.volume)) execute function private.count_facets();

create or replace function private.add_facet_changes(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_facet_changes where ctid = any (array(
        select ctid from private.lead_facet_changes limit at_most for update skip locked
      )) returning facet_id, change, volume
    ), volumes as (
      insert into private.lead_volumes as total (facet_id, volume, lead_count)
        select facet_id, volume, sum(change) from taken group by facet_id, volume
        on conflict (facet_id, volume) do update set lead_count = total.lead_count + excluded.lead_count
    ), added as (
      update private.lead_facets as facet set lead_count = facet.lead_count + total.change
      from (select facet_id, sum(change) as change from taken group by facet_id) as total
      where facet.id = total.facet_id
    )
    select count(*)::integer from taken
  $$;

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
