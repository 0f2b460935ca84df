-- Statistics of a year at a million leads read 260,000 sums of a day and volume and 130,000 of a day and step, in half a
-- second. Those of a whole month stand in one row each now; only the days at both ends are read one by one
-- (docs/decisions/0050).

create table private.lead_day_figures (
  like private.lead_figures,
  constraint lead_day_figures_pkey primary key (day, funnel_origin)
);
alter table private.lead_day_figures drop column volume;
create table private.lead_month_figures (
  like private.lead_figures,
  constraint lead_month_figures_pkey primary key (day, funnel_origin, volume)
);
create table private.step_months (
  like private.step_counts,
  constraint step_months_pkey primary key (day, funnel, step, event, field, source, device)
);
alter table private.step_months drop column shard;
comment on table  private.lead_day_figures       is 'The sums of private.lead_figures over all volumes, kept by its triggers.';
comment on table  private.lead_month_figures     is 'The sums of private.lead_figures over whole months, kept by its triggers.';
comment on column private.lead_month_figures.day is 'The first of the month.';
comment on table  private.step_months            is 'The sums of private.step_counts over months that are over. A month is there with all of its days, or not at all.';
comment on column private.step_months.day        is 'The first of the month.';

alter table private.lead_day_figures   enable row level security;
alter table private.lead_day_figures   force  row level security;
alter table private.lead_month_figures enable row level security;
alter table private.lead_month_figures force  row level security;
alter table private.step_months        enable row level security;
alter table private.step_months        force  row level security;
revoke all on private.lead_day_figures, private.lead_month_figures, private.step_months
  from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of days" on private.lead_day_figures
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the figures of months" on private.lead_month_figures
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the counts of months" on private.step_months
  for all to current_user using (true) with check (true);

create function private.first_of_month(day date) returns date
  language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;

-- Leads change what a day of months ago counts, so their months are never over --------------------------------------

create function private.sum_up_lead_figures() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  times constant integer := tg_argv[0];
begin
  insert into private.lead_day_figures as total
    select day, funnel_origin, times * sum(leads), times * sum(contacted), times * sum(contact_seconds),
           times * sum(within_hour), times * sum(within_day), times * sum(clients), times * sum(paid)
    from changed group by day, funnel_origin order by day, funnel_origin
    on conflict (day, funnel_origin) do update
      set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
        = (total.leads + excluded.leads, total.contacted + excluded.contacted,
           total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
           total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid);
  insert into private.lead_month_figures as total
    select private.first_of_month(day) as month, funnel_origin, volume, times * sum(leads), times * sum(contacted),
           times * sum(contact_seconds), times * sum(within_hour), times * sum(within_day), times * sum(clients),
           times * sum(paid)
    from changed group by month, funnel_origin, volume order by month, funnel_origin, volume
    on conflict (day, funnel_origin, volume) do update
      set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
        = (total.leads + excluded.leads, total.contacted + excluded.contacted,
           total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
           total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid);
  if tg_op = 'DELETE' then
    -- They end with the days that they add up.
    delete from private.lead_day_figures where day in (select day from changed)
      and (leads, contacted, contact_seconds, within_hour, within_day, clients, paid) = (0, 0, 0, 0, 0, 0, 0);
    delete from private.lead_month_figures where day in (select private.first_of_month(day) from changed)
      and (leads, contacted, contact_seconds, within_hour, within_day, clients, paid) = (0, 0, 0, 0, 0, 0, 0);
  end if;
  return null;
end
$$;
comment on function private.sum_up_lead_figures is 'Adds what changed, as often as its argument says, -1 for what was before.';
create trigger sum_up_new after insert on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_before after update on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');
create trigger sum_up_since after update on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_gone after delete on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');

insert into private.lead_day_figures
  select day, funnel_origin, sum(leads), sum(contacted), sum(contact_seconds), sum(within_hour), sum(within_day),
         sum(clients), sum(paid)
  from private.lead_figures group by day, funnel_origin;
insert into private.lead_month_figures
  select private.first_of_month(day) as month, funnel_origin, volume, sum(leads), sum(contacted), sum(contact_seconds),
         sum(within_hour), sum(within_day), sum(clients), sum(paid)
  from private.lead_figures group by month, funnel_origin, volume;

-- Steps are counted on the day, and never changed after it ------------------------------------------------------------

create function private.sum_up_step_months(today date) returns integer
  language sql volatile set search_path = ''
  as $$
    with over as (
      select month::date
      -- Of a month that ended before, some days may have ended already.
      from generate_series(
        private.first_of_month(today) - interval '24 months', private.first_of_month(today) - interval '1 month', interval '1 month'
      ) as month
      where not exists (select from private.step_months where day = month::date)
    ), added as (
      insert into private.step_months (day, funnel, step, event, field, source, device, count)
        select over.month, funnel, step, event, field, source, device, sum(count)
        from over
        join private.step_counts as counted
          on counted.day >= over.month and counted.day < (over.month + interval '1 month')::date
        group by over.month, funnel, step, event, field, source, device
      returning 1
    )
    select count(*)::integer from added
  $$;
comment on function private.sum_up_step_months is 'Of the months before that of today; how many rows they have. What counts statistics keeps it for 25 months.';
select private.sum_up_step_months((now() at time zone 'Europe/Paris')::date);

create function private.months_between(from_day date, to_day date)
  returns table (month date, since date, until date, last_day date, is_whole boolean, is_half boolean)
  language sql immutable rows 13 set search_path = ''
  as $$
    select month, since, until, last_day, (since, until) = (month, last_day), 2 * (until - since + 1) > last_day - month + 1
    from generate_series(private.first_of_month(from_day), to_day, interval '1 month') as first,
         lateral (select first::date as month, (first + interval '1 month - 1 day')::date as last_day) as known,
         lateral (select greatest(month, from_day) as since, least(last_day, to_day) as until) as meant
  $$;
comment on function private.months_between is
  'Each month of which some day is meant, and which days of it are, both included. is_half: or more than half of it.';

revoke all on function
  private.first_of_month(date), private.sum_up_lead_figures(), private.sum_up_step_months(date),
  private.months_between(date, date)
  from public, anon, authenticated, service_role;

-- Without the compiler, whose price is higher than that of a year.
create or replace function public.funnel_statistics(from_param date, to_param date) returns jsonb
  language plpgsql stable security definer
  set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan' set max_parallel_workers_per_gather = 0
  as $$
declare
  longest_days constant integer := 800;
begin
  perform private.require_admin();
  if coalesce(from_param > to_param or to_param - from_param > longest_days, true) then
    raise exception 'Choisissez deux dates dans l’ordre, séparées de % jours au plus.', longest_days using errcode = 'P0001';
  end if;
  return (
    with months as materialized (
      select * from private.months_between(from_param, to_param)
    ), by_day as materialized (
      select day, funnel_origin, sum(leads) as leads, sum(contacted) as contacted, sum(contact_seconds) as seconds,
             sum(within_hour) as within_hour, sum(within_day) as within_day, sum(clients) as clients, sum(paid) as paid
      from (
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_day_figures where day between from_param and to_param
        union all
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by day, funnel_origin
    ), by_volume as materialized (
      select funnel_origin, volume, sum(leads) as leads, sum(clients) as clients, sum(paid) as paid
      from (
        select funnel_origin, volume, leads, clients, paid
        from months join private.lead_month_figures as figures on figures.day = month where is_half
        union all
        -- Without the days of it that are not meant; or else those that are.
        select funnel_origin, volume, times * leads, times * clients, times * paid
        from months
        cross join lateral (
          values (month, since - 1, -1, is_half), (until + 1, last_day, -1, is_half), (since, until, 1, not is_half)
        ) as part (first, last, times, is_read)
        join private.lead_figures as figures on figures.day between part.first and part.last
        where is_read
        union all
        select funnel_origin, volume, leads, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by funnel_origin, volume
    ), summed as materialized (
      select month from months where is_whole and exists (select from private.step_months where day = month)
    ), steps as materialized (
      select funnel, step, event, field, source, device, sum(count) as count
      from (
        select funnel, step, event, field, source, device, count
        from summed join private.step_months as counted on counted.day = summed.month
        union all
        select funnel, step, event, field, source, device, count
        from months join private.step_counts as counted on counted.day between since and until
        where month not in (select month from summed)
      ) as counted
      group by funnel, step, event, field, source, device
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select day, funnel_origin as funnel, leads, contacted, seconds as contact_seconds, within_hour, within_day, clients, paid
          from by_day where leads <> 0 order by day, funnel_origin
        ) as each),
      'volumes', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel_origin as funnel, volume, leads, clients, paid
          from by_volume where leads <> 0 order by leads desc limit 500
        ) as each),
      'visits', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          -- A few rows of each day and funnel, which are looked up: next to all that each day has.
          select number::date as day, seen.funnel, visits.count
          from generate_series(from_param, to_param, interval '1 day') as number
          cross join (select distinct funnel from steps) as seen
          cross join lateral (
            select sum(count) as count from private.step_counts as counted
            where counted.day = number::date and counted.funnel = seen.funnel and step = 1 and event = 'seen'
          ) as visits
          where visits.count is not null order by 1, 2
        ) as each),
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, event, sum(count) as count from steps group by funnel, step, event order by funnel, step, event
        ) as each),
      'refusals', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, field, sum(count) as count from steps where event = 'refused'
          group by funnel, step, field order by sum(count) desc, funnel, step, field
        ) as each),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select source as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by source order by 2 desc, source
        ) as each),
      'devices', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select device as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by device order by 2 desc, device
        ) as each)
    )
  );
end
$$;
