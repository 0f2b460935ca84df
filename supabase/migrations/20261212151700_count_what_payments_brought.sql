-- What payments brought, by month, offer, source and owner (docs/decisions/0101).
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
