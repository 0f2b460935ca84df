-- Statistics of a year at a million leads: what they add up stands in one row a day, kind of lead and volume, by the day
-- the lead came. Two leads that arrive together never wait for one row: each leaves its change, added up now and then.
-- A lead that is erased stays counted, as the numbers hold nothing of it.

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
create table private.lead_figures (
  like private.lead_figure_changes,
  constraint lead_figures_pkey primary key (day, funnel_origin, volume)
);
comment on table  private.lead_figures                 is 'Leads by the day they came, in Paris: aggregates only, without private.lead_figure_changes.';
comment on table  private.lead_figure_changes          is 'What private.lead_figures does not count yet.';
comment on column private.lead_figures.volume          is 'What its price depends on, as a number or a range; empty when it does not say.';
comment on column private.lead_figures.contact_seconds is 'From creation to first call, of all that were called.';
comment on column private.lead_figures.within_hour     is 'Called within an hour.';

alter table private.lead_figures        enable row level security;
alter table private.lead_figures        force  row level security;
alter table private.lead_figure_changes enable row level security;
alter table private.lead_figure_changes force  row level security;
revoke all on private.lead_figures, private.lead_figure_changes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of leads" on private.lead_figures
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps their changes" on private.lead_figure_changes
  for all to current_user using (true) with check (true);

create function private.volume_in_words(lead public.leads) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when lead.funnel_origin = 'conferences' then
        case when lead.extra_answers ->> 'kind' is not distinct from 'waitlist' then 'waitlist' else '' end
      else left(regexp_replace(
        coalesce(lead.calls_per_month::text, lead.active_clients_per_month::text, lead.prospects_per_month, lead.prospects_count, ''),
        '[^0-9+-]', '', 'g'), 12)
    end
  $$;
comment on function private.volume_in_words is 'The answer that the price depends on, without any word that was typed.';

create function private.add_figures(lead public.leads, times integer) returns void
  language sql volatile set search_path = ''
  as $$
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
    )) as called (wait)
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
comment on function private.add_up_lead_figures is 'How many changes were added; readers see the same sums before and after.';

select private.add_figures(lead, 1) from public.leads as lead;
select private.add_up_lead_figures(1000000000);

revoke all on function
  private.volume_in_words(public.leads), private.add_figures(public.leads, integer), private.count_lead(),
  private.add_up_lead_figures(integer)
  from public, anon, authenticated, service_role;

-- Without the compiler, whose price is higher than that of a year.
create function public.funnel_statistics(from_param date, to_param date) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  longest_days constant integer := 800;
begin
  perform private.require_admin();
  if coalesce(from_param > to_param or to_param - from_param > longest_days, true) then
    raise exception 'Choisissez deux dates dans l’ordre, séparées de % jours au plus.', longest_days using errcode = 'P0001';
  end if;
  return (
    with figures as materialized (
      select day, funnel_origin, volume, sum(leads) as leads, sum(contacted) as contacted, sum(contact_seconds) as seconds,
             sum(within_hour) as within_hour, sum(within_day) as within_day, sum(clients) as clients, sum(paid) as paid
      from (
        select * from private.lead_figures        where day between from_param and to_param
        union all
        select * from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by day, funnel_origin, volume
    ), steps as materialized (
      select funnel, step, event, field, source, device, sum(count) as count
      from private.step_counts where day between from_param and to_param
      group by funnel, step, event, field, source, device
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select day, funnel_origin as funnel, sum(leads) as leads, sum(contacted) as contacted, sum(seconds) as contact_seconds,
                 sum(within_hour) as within_hour, sum(within_day) as within_day, sum(clients) as clients, sum(paid) as paid
          from figures group by day, funnel_origin having sum(leads) <> 0 order by day, funnel_origin
        ) as each),
      'volumes', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel_origin as funnel, volume, sum(leads) as leads, sum(clients) as clients, sum(paid) as paid
          from figures group by funnel_origin, volume having sum(leads) <> 0 order by sum(leads) desc limit 500
        ) as each),
      'visits', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select day, funnel, sum(count) as count from private.step_counts
          where day between from_param and to_param and step = 1 and event = 'seen' group by day, funnel order by day, funnel
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
comment on function public.funnel_statistics is
  'Both days included, in Paris: leads by the day they came, and what the steps of the funnels counted. Aggregates only. Administrators only.';

revoke all on function public.funnel_statistics(date, date) from public, anon, authenticated, service_role;
grant execute on function public.funnel_statistics(date, date) to authenticated;
