-- Figures of leads and of the steps of the funnels, by day; whole months stand in one row each (docs/decisions/0050).

create table private.lead_figure_changes (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null
);
comment on table private.lead_figure_changes is 'What private.lead_figures does not count yet.';

alter table private.lead_figure_changes enable row level security, force row level security;
revoke all on private.lead_figure_changes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps their changes" on private.lead_figure_changes
  for all to current_user using (true) with check (true);

create table private.lead_figures (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_figures_pkey primary key (day, funnel_origin, volume)
);
comment on table  private.lead_figures is
  'Leads by the day they came, in Paris: aggregates only, without private.lead_figure_changes.';
comment on column private.lead_figures.volume is
  'What its price depends on, as a number or a range; empty when it does not say.';
comment on column private.lead_figures.contact_seconds is 'From creation to first call, of all that were called.';
comment on column private.lead_figures.within_hour is 'Called within an hour.';

alter table private.lead_figures enable row level security, force row level security;
revoke all on private.lead_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of leads" on private.lead_figures
  for all to current_user using (true) with check (true);

create table private.lead_day_figures (
  day             date    not null,
  funnel_origin   text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_day_figures_pkey primary key (day, funnel_origin)
);
comment on table private.lead_day_figures is 'The sums of private.lead_figures over all volumes, kept by its triggers.';

alter table private.lead_day_figures enable row level security, force row level security;
revoke all on private.lead_day_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of days" on private.lead_day_figures
  for all to current_user using (true) with check (true);

create table private.lead_month_figures (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_month_figures_pkey primary key (day, funnel_origin, volume)
);
comment on table  private.lead_month_figures is
  'The sums of private.lead_figures over whole months, kept by its triggers.';
comment on column private.lead_month_figures.day is 'The first of the month.';

alter table private.lead_month_figures enable row level security, force row level security;
revoke all on private.lead_month_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of months" on private.lead_month_figures
  for all to current_user using (true) with check (true);

create table private.step_counts (
  day    date     not null,
  funnel text     not null,
  step   smallint not null,
  event  text     not null,
  field  text     not null default '',
  source text     not null,
  device text     not null,
  shard  smallint not null default 0,
  count  bigint   not null,
  constraint step_counts_pkey            primary key (day, funnel, step, event, field, source, device, shard),
  constraint step_counts_funnel_is_known check (funnel = any (private.funnels())),
  constraint step_counts_step_is_a_step  check (step between 1 and 5),
  constraint step_counts_event_is_known  check (event in ('seen', 'done', 'refused')),
  constraint step_counts_field_refuses   check (event = 'refused' or field = ''),
  constraint step_counts_words_are_short check (greatest(char_length(field), char_length(source), char_length(device)) <= 40),
  constraint step_counts_shard_is_known  check (shard between 0 and 7),
  constraint step_counts_count_something check (count > 0)
);
comment on table  private.step_counts is
  'How often a step was seen, done or refused: aggregates only. Source: CNIL, measurement of audience without consent.';
comment on column private.step_counts.day is 'In Paris.';
comment on column private.step_counts.field is 'Which answer was refused; empty for what refuses nothing.';
comment on column private.step_counts.shard is
  'Visitors of one moment count in different rows and do not wait for each other; added up once the day is over.';

create index step_counts_to_add_up on private.step_counts (day) where shard <> 0;

alter table private.step_counts enable row level security, force row level security;
revoke all on private.step_counts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the counts of steps" on private.step_counts
  for all to current_user using (true) with check (true);

create table private.step_months (
  day    date     not null,
  funnel text     not null,
  step   smallint not null,
  event  text     not null,
  field  text     not null,
  source text     not null,
  device text     not null,
  count  bigint   not null,
  constraint step_months_pkey primary key (day, funnel, step, event, field, source, device)
);
comment on table  private.step_months is
  'The sums of private.step_counts over months that are over. A month is there with all of its days, or not at all.';
comment on column private.step_months.day is 'The first of the month.';

alter table private.step_months enable row level security, force row level security;
revoke all on private.step_months from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the counts of months" on private.step_months
  for all to current_user using (true) with check (true);

create function private.add_figures(lead public.leads, times integer) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.lead_figure_changes
    (day, funnel_origin, volume, leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
  select (lead.created_at at time zone 'Europe/Paris')::date, lead.funnel_origin, private.volume_in_words(lead), times,
         case when wait is null then 0 else times end,
         case when wait is null then 0 else times * wait end,
         case when wait <= 3600 then times else 0 end,
         case when wait <= 86400 then times else 0 end,
         case when lead.lead_status = 'client' then times else 0 end,
         case when lead.payment_status then times else 0 end
  from (values (
    case when lead.contacted_at is not null then greatest(0, extract(epoch from lead.contacted_at - lead.created_at))::bigint end
  )) as called (wait);
end
$$;

create function private.count_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    perform private.add_figures(old, -1);
  end if;
  perform private.add_figures(new, 1);
  return null;
end
$$;

create trigger count_new_lead after insert on public.leads
  for each row execute function private.count_lead();
create trigger count_other_lead
  after update of lead_status, payment_status, contacted_at, created_at, funnel_origin, extra_answers, calls_per_month,
                  active_clients_per_month, prospects_per_month, prospects_count on public.leads
  for each row when (
    (old.lead_status, old.payment_status, old.contacted_at, old.created_at, old.funnel_origin, old.extra_answers,
     old.calls_per_month, old.active_clients_per_month, old.prospects_per_month, old.prospects_count)
    is distinct from
    (new.lead_status, new.payment_status, new.contacted_at, new.created_at, new.funnel_origin, new.extra_answers,
     new.calls_per_month, new.active_clients_per_month, new.prospects_per_month, new.prospects_count)
  )
  execute function private.count_lead();

create function private.uncount_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.add_figures(old, -1);
  return null;
end
$$;
comment on function private.uncount_lead is
  'What a program sent is no lead: once it is erased it counts in no conversion. Other leads that go stay in the figures.';

create trigger uncount_suspect after delete on public.leads
  for each row when (old.is_suspect and old.contacted_at is null and not old.payment_status)
  execute function private.uncount_lead();

create function private.add_up_lead_figures(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_figure_changes where ctid = any (array(
        select ctid from private.lead_figure_changes limit at_most for update skip locked
      )) returning *
    ), added as (
      insert into private.lead_figures as total
        select day, funnel_origin, volume, sum(leads), sum(contacted), sum(contact_seconds), sum(within_hour), sum(within_day),
               sum(clients), sum(paid)
        from taken group by day, funnel_origin, volume
        on conflict (day, funnel_origin, volume) do update
          set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
            = (total.leads + excluded.leads, total.contacted + excluded.contacted,
               total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
               total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid)
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_up_lead_figures is
  'How many changes were added; readers see the same sums before and after.';

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
comment on function private.sum_up_lead_figures is
  'Adds what changed, as often as its argument says, -1 for what was before.';

create trigger sum_up_new after insert on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_before after update on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');
create trigger sum_up_since after update on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_gone after delete on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');

create function private.add_up_step_counts(before date, at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.step_counts where ctid = any (array(
        select ctid from private.step_counts where day < before and shard <> 0 limit at_most for update skip locked
      )) returning *
    ), added as (
      insert into private.step_counts as total (day, funnel, step, event, field, source, device, count)
        select day, funnel, step, event, field, source, device, sum(count) from taken
        group by day, funnel, step, event, field, source, device
        on conflict (day, funnel, step, event, field, source, device, shard) do update set count = total.count + excluded.count
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_up_step_counts is 'One row where there were as many as shards; how many went.';

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
comment on function private.sum_up_step_months is
  'Of the months before that of today; how many rows they have. What counts statistics keeps it for 25 months.';

-- Without the compiler, whose price is higher than that of a year.
create function public.funnel_statistics(from_param date, to_param date) returns jsonb
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
        ) as each),
      'reasons', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select inactive_reason as name, count(*) as count from public.leads
          where inactive_reason is not null
            and created_at >= from_param::timestamp at time zone 'Europe/Paris'
            and created_at < (to_param + 1)::timestamp at time zone 'Europe/Paris'
          group by inactive_reason order by count(*) desc, inactive_reason
        ) as each)
    )
  );
end
$$;
comment on function public.funnel_statistics is
  'Both days included, in Paris: leads by the day they came, and what the steps of the funnels counted. Aggregates only. Administrators only.';
revoke all on function public.funnel_statistics from public, anon, authenticated, service_role;
grant execute on function public.funnel_statistics to authenticated;

-- Of what the provider said that it took, and gave back; not of what the team set (docs/decisions/0101).
create function public.payment_figures(from_param date, to_param date) returns jsonb
  language plpgsql stable security definer
  set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan' set max_parallel_workers_per_gather = 0
  as $$
declare
  since constant timestamptz := private.start_of_day(from_param);
  until constant timestamptz := private.start_of_day(to_param + 1);
begin
  perform private.require_admin();
  if coalesce(from_param > to_param or to_param - from_param > 800, true) then
    raise exception 'Choisissez deux dates dans l’ordre, séparées de % jours au plus.', 800 using errcode = 'P0001';
  end if;
  return (
    with moved as materialized (
      select event.lead_id, event.received_at as at, event.amount_cents as taken, 0::bigint as refunded,
             coalesce(event.schedule #>> '{purchase,offer}', event.link_offer) as sold
      from private.payment_events as event
      where event.state = 'applied' and event.amount_cents > 0 and event.currency = 'eur'
        and event.received_at >= since and event.received_at < until
      union all
      -- Of each month after the first. Whose subscription it is, its payment says.
      select event.lead_id, invoice.received_at, invoice.amount_cents, 0, coalesce(event.schedule #>> '{purchase,offer}', event.link_offer)
      from private.invoices as invoice
      cross join lateral (
        select * from private.payment_events as paid
        where paid.subscription = invoice.subscription and paid.state = 'applied' order by paid.received_at limit 1
      ) as event
      where invoice.received_at >= since and invoice.received_at < until and invoice.currency = 'eur'
        and not exists (select from private.payment_events as own where own.invoice = invoice.id and own.amount_cents > 0)
      union all
      -- A later refund of one charge says what was refunded so far.
      select told.lead_id, told.received_at, 0, told.amount_cents - coalesce((
          select max(earlier.amount_cents) from private.billing_events as earlier
          where earlier.kind = 'refund' and earlier.object = told.object and earlier.amount_cents < told.amount_cents), 0), null
      from private.billing_events as told
      where told.kind = 'refund' and told.currency = 'eur' and told.lead_id is not null
        and told.received_at >= since and told.received_at < until
    ), placed as (
      select moved.taken, moved.refunded,
             to_char(moved.at at time zone 'Europe/Paris', 'YYYY-MM-01') as month,
             coalesce(lead.funnel_origin, moved.sold, '') as offer,
             coalesce(entry.source, '') as source,
             coalesce(account.email, '') as owner
      from moved
      left join public.leads as lead on lead.id = moved.lead_id
      left join private.lead_list as entry on entry.lead_id = moved.lead_id
      left join auth.users as account on account.id = lead.owner
    )
    select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
      select case when grouping(month) = 0 then 'month' when grouping(offer) = 0 then 'offer'
                  when grouping(source) = 0 then 'source' else 'owner' end as "by",
             coalesce(month, offer, source, owner) as name,
             count(*) filter (where taken > 0) as payments, sum(taken) as taken, sum(refunded) as refunded
      from placed group by grouping sets ((month), (offer), (source), (owner))
      order by 1, sum(taken) desc, 2
    ) as each);
end
$$;
comment on function public.payment_figures is
  'Both days included, in Paris, by the day each payment came: how many, cents taken and refunded, tax included, by month, offer, source and owner. Empty names: of an erased lead, or of none known. Euros alone. Administrators only.';
revoke all on function public.payment_figures from public, anon, authenticated, service_role;
grant execute on function public.payment_figures to authenticated;

create function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
  language plpgsql stable security definer rows 6 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  today    constant date := (now() at time zone 'Europe/Paris')::date;
  since    constant timestamptz := private.start_of_day(today - 30);
  -- A lead is called within two days, and a delivery is tried again for a while.
  too_late constant timestamptz := private.start_of_day(today - 2);
  a_while  constant interval := '1 hour';
  received bigint;
  waiting  bigint;
  leads    bigint;
  astray   bigint;
  -- And came in these days themselves.
  leads_astray bigint;
begin
  perform private.require_role('manager');
  select count(*) into received from private.submissions where created_at >= since;
  select count(*) into waiting from private.payment_starts as start
    where start.started_at >= since
      and not exists (select from private.submissions where idempotency_key = start.reference);
  select count(*) into leads from private.lead_list where created_at >= since;
  select count(*), count(entry.lead_id) into astray, leads_astray
    from (
      select distinct lead_id from private.deliveries
      where lead_id is not null and created_at >= since
        and (status = 'dead' or status = 'waiting' and created_at < now() - a_while)
    ) as gone
    left join private.lead_list as entry on entry.lead_id = gone.lead_id and entry.created_at >= since;

  return query values
    ('browser', received + waiting, 0::bigint),
    ('received', received, waiting),
    -- No submission is stored without its lead: a foreign key says so.
    ('lead', leads, 0::bigint),
    ('delivered', leads - leads_astray, astray),
    ('contacted',
      (select pg_catalog.count(*) from public.leads where created_at >= since and contacted_at is not null),
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.lead_status = 'to_contact' and entry.created_at >= since and entry.created_at < too_late)),
    ('paid',
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.payment_status and entry.created_at >= since),
      (select pg_catalog.count(*) from private.payment_events where state = 'waiting' and received_at >= since));
end
$$;
comment on function public.lead_ledger is
  'Of today and the 30 days before, in Paris. browser: answers that left a browser, or went to pay without arriving; missing of received: those; of delivered: leads with an event that gave up or waits for an hour; of contacted: to contact for more than two whole days; of paid: payments without a lead. Administrators only.';
revoke all on function public.lead_ledger from public, anon, authenticated, service_role;
grant execute on function public.lead_ledger to authenticated;
