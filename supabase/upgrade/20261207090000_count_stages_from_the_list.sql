-- The ledger read every lead of a month whole: half a second at a million. Its numbers are those of lists, so they are
-- counted where the lists are read.

create index leads_contacted_by_creation on public.leads (created_at) where contacted_at is not null;

create or replace function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
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
  perform private.require_admin();
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
