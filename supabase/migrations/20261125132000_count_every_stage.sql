-- The ledger of the last 30 days: what a browser promised, what was received, and what became of it. Each stage says how
-- many are there and how many are missing, so that nothing gets lost without a number that says so.

create index submissions_by_creation on private.submissions (created_at);

create function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
  language plpgsql stable security definer rows 6 set search_path = ''
  as $$
declare
  since    constant timestamptz := now() - interval '30 days';
  -- A delivery is tried again for a while, and a lead is called within two days.
  a_while  constant interval := '1 hour';
  two_days constant interval := '2 days';
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
        select pg_catalog.count(*) from recent where lead_status = 'to_contact' and created_at < now() - two_days)),
      ('paid', (select pg_catalog.count(*) from recent where payment_status), (
        select pg_catalog.count(*) from private.payment_events where state = 'waiting' and received_at >= since));
end
$$;
comment on function public.lead_ledger is
  'Of the last 30 days. browser: answers that left a browser, or went to pay without arriving; missing of received: those; of delivered: leads with an event that gave up or waits for an hour; of contacted: to contact for two days; of paid: payments without a lead. Administrators only.';

revoke all on function public.lead_ledger() from public, anon, authenticated, service_role;
grant execute on function public.lead_ledger() to authenticated;
