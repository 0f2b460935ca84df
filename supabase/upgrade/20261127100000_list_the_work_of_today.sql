-- The work of today in one request: whom to call, whom to call back, who stopped on the way, what is about to be erased, and
-- how much went astray. Each group is read in the order of an index, and only as far as it is shown.

create index leads_by_callback on public.leads (callback_at, id) where callback_at is not null;

create type private.work_item as (part text, lead_id uuid, since timestamptz);

create function private.calls_to_make(row_limit integer) returns setof private.work_item
  language sql stable rows 100 set search_path = ''
  as $$
    -- Who configured an offer may still be on the way to its payment: after an hour, they stopped.
    with kinds as (
      select kind.id, part.name, part.created_from, part.created_before
      from private.facets_of('{"lead_status": "to_contact", "call_consent": true, "is_suspect": false}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
      cross join lateral (
        select kind.funnel_origin in ('secretariat', 'suiviclient', 'marketing') and not kind.payment_status as may_stop
      ) as asked
      cross join lateral (
        select 'to_call' as name, case when asked.may_stop then now() - interval '1 hour' else '-infinity' end as created_from,
               'infinity'::timestamptz as created_before
        union all
        select 'unfinished', '-infinity', now() - interval '1 hour' where asked.may_stop
      ) as part
    )
    select kinds.name, first.lead_id, first.created_at
    from kinds
    cross join lateral (
      select entry.lead_id, entry.created_at
      from private.lead_list as entry
      join public.leads as lead on lead.id = entry.lead_id
      where entry.facet_id = kinds.id and entry.created_at >= kinds.created_from and entry.created_at < kinds.created_before
        and lead.callback_at is null
        and (kinds.name = 'to_call' or not exists (
          select from private.submissions as submission
          join private.payment_starts as start on start.reference = submission.idempotency_key
          where submission.lead_id = lead.id and start.started_at >= now() - interval '14 days'))
      order by entry.created_at, entry.lead_id limit row_limit
    ) as first
  $$;
comment on function private.calls_to_make is
  'Leads that agreed to be called and were not: of each facet the oldest. unfinished: they configured an offer and did not go to pay.';

create function private.payments_not_made(row_limit integer) returns setof private.work_item
  language sql stable rows 30 set search_path = ''
  as $$
    select 'payment', lead.id, start.started_at
    from private.payment_starts as start
    join private.submissions as submission on submission.idempotency_key = start.reference
    join public.leads as lead on lead.id = submission.lead_id
    where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
      and not lead.payment_status and not lead.is_suspect and lead.callback_at is null
      and (lead.lead_status = 'to_contact' or lead.lead_status = 'contacted' and lead.last_contact_at < start.started_at)
      and not exists (select from private.lead_notes where lead_id = lead.id and written_at > start.started_at)
      and not exists (
        select from private.submissions as other
        join private.payment_starts as later on later.reference = other.idempotency_key
        where other.lead_id = lead.id
          and (later.started_at, later.reference, later.terms_version) > (start.started_at, start.reference, start.terms_version))
    order by start.started_at desc limit row_limit
  $$;
comment on function private.payments_not_made is
  'Leads that went to pay an hour ago at least, within a fortnight, and have not paid nor been spoken to since: the newest first, who still remember.';

create function private.leads_about_to_expire(row_limit integer) returns setof private.work_item
  language sql stable rows 100 set search_path = ''
  as $$
    select 'expiring', first.lead_id, first.expires_at
    from private.facets_of('{"payment_status": false, "is_suspect": false}') as chosen
    join private.lead_facets as kind on kind.id = chosen.facet_id
    cross join lateral (
      select entry.lead_id, entry.expires_at
      from private.lead_list as entry
      join public.leads as lead on lead.id = entry.lead_id
      where entry.facet_id = kind.id and entry.expires_at < now() + interval '15 days' and lead.callback_at is null
        and not exists (
          select from private.lead_notes where lead_id = lead.id and written_at > entry.expires_at - interval '15 days')
      order by entry.expires_at, entry.lead_id limit row_limit
    ) as first
    where kind.lead_status = 'contacted' or kind.lead_status = 'to_contact' and not kind.call_consent
  $$;
comment on function private.leads_about_to_expire is
  'Leads erased within 15 days of whom nobody has written since that began, the first to go first. Who is still to be called is among the calls; who is inactive may go.';

create function private.callbacks_due(row_limit integer) returns setof private.work_item
  language sql stable rows 30 set search_path = ''
  as $$
    select 'callback', id, callback_at
    from public.leads
    where callback_at < ((now() at time zone 'Europe/Paris')::date + 1)::timestamp at time zone 'Europe/Paris'
    order by callback_at, id limit row_limit
  $$;
comment on function private.callbacks_due is 'Those of before, and of today in Paris.';

create function public.worklist() returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  shown constant integer := 30;
  parts jsonb;
begin
  perform private.require_admin();
  with found as (
    select * from private.callbacks_due(shown + 1)
    union all select * from private.calls_to_make(shown + 1)
    union all select * from private.payments_not_made(shown + 1)
    union all select * from private.leads_about_to_expire(shown + 1)
  ), placed as (
    select found.*, row_number() over (
      partition by part order by case part when 'payment' then -extract(epoch from since) else extract(epoch from since) end, lead_id
    ) as place
    from found
  ), listed as (
    select placed.part,
           coalesce(jsonb_agg(jsonb_build_object('since', placed.since, 'lead', jsonb_strip_nulls(to_jsonb(dashboard))) order by placed.place)
             filter (where placed.place <= shown), '[]') as items,
           max(placed.place) > shown as has_more
    from placed
    join public.admin_dashboard as dashboard on dashboard.lead_id = placed.lead_id
    where placed.place <= shown + 1
    group by placed.part
  )
  select coalesce(jsonb_object_agg(part, jsonb_build_object('items', items, 'has_more', has_more)), '{}') into parts from listed;
  return jsonb_build_object('parts', parts, 'astray', public.count_admin_alerts());
end
$$;
comment on function public.worklist is
  'What waits for the team now. parts: callback, to_call, payment, unfinished, expiring, each with 30 leads at most as rows of admin_dashboard without nulls, since when or until when, and whether there are more; a part without leads is missing. Administrators only.';

revoke all on function
  private.calls_to_make(integer), private.payments_not_made(integer), private.leads_about_to_expire(integer),
  private.callbacks_due(integer), public.worklist()
  from public, anon, authenticated, service_role;
grant execute on function public.worklist() to authenticated;
