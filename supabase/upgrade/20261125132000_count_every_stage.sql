-- The ledger of the last 30 days: what a browser promised, what was received, and what became of it. Each stage says how
-- many are there and how many are missing, so that nothing gets lost without a number that says so. Whoever follows a number
-- comes to a list that holds as many leads: the list knows days, so the ledger counts days.

create index submissions_by_creation on private.submissions (created_at);

create function private.start_of_day(day date) returns timestamptz
  language sql stable parallel safe
  return day::timestamp at time zone 'Europe/Paris';
comment on function private.start_of_day is 'Midnight in Paris.';
revoke all on function private.start_of_day(date) from public, anon, authenticated, service_role;

create function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
  language plpgsql stable security definer rows 6 set search_path = ''
  as $$
declare
  today    constant date := (now() at time zone 'Europe/Paris')::date;
  since    constant timestamptz := private.start_of_day(today - 30);
  -- A lead is called within two days, and a delivery is tried again for a while.
  too_late constant timestamptz := private.start_of_day(today - 2);
  a_while  constant interval := '1 hour';
  received bigint;
  waiting  bigint;
begin
  perform private.require_admin();
  select count(*) into received from private.submissions where created_at >= since;
  select count(*) into waiting from private.payment_starts as start
    where start.started_at >= since
      and not exists (select from private.submissions where idempotency_key = start.reference);

  return query
    with recent as materialized (
      select id, contacted_at, lead_status, payment_status, created_at from public.leads where created_at >= since
    ), astray as materialized (
      select distinct lead_id from private.deliveries
      where lead_id is not null and created_at >= since
        and (status = 'dead' or status = 'waiting' and created_at < now() - a_while)
    )
    values
      ('browser', received + waiting, 0::bigint),
      ('received', received, waiting),
      ('lead', (select pg_catalog.count(*) from recent), (
        select pg_catalog.count(*) from private.submissions as submission
        where submission.created_at >= since and not exists (select from public.leads where id = submission.lead_id))),
      ('delivered', (select pg_catalog.count(*) from recent where id not in (select lead_id from astray)), (select pg_catalog.count(*) from astray)),
      ('contacted', (select pg_catalog.count(*) from recent where contacted_at is not null), (
        select pg_catalog.count(*) from recent where lead_status = 'to_contact' and created_at < too_late)),
      ('paid', (select pg_catalog.count(*) from recent where payment_status), (
        select pg_catalog.count(*) from private.payment_events where state = 'waiting' and received_at >= since));
end
$$;
comment on function public.lead_ledger is
  'Of today and the 30 days before, in Paris. browser: answers that left a browser, or went to pay without arriving; missing of received: those; of delivered: leads with an event that gave up or waits for an hour; of contacted: to contact for more than two whole days; of paid: payments without a lead. Administrators only.';

revoke all on function public.lead_ledger() from public, anon, authenticated, service_role;
grant execute on function public.lead_ledger() to authenticated;
