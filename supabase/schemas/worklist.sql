-- The work of today: each lead that is to be acted on, once, with its most urgent reason (docs/decisions/0096).

create type private.work_line as (
  reason  text,
  lead_id uuid,
  due_at  timestamptz,
  owner   uuid
);

create function private.awaits_setup(lead public.leads) returns boolean
  language sql stable
  return lead.paid_at is not null and lead.setup_at is null and lead.funnel_origin <> 'conferences'
    and not private.is_closed(lead.lead_status);
comment on function private.awaits_setup is 'Paid, and its service is not said to run. A place at the conference needs none.';

create function private.is_free_today(lead public.leads) returns boolean
  language sql stable
  return lead.callback_at is null and lead.newer_answers_at is null and not private.awaits_setup(lead);
comment on function private.is_free_today is
  'Its own row names nothing more urgent than a first contact, and no call is promised for another day.';

create function private.unpaid_since(lead public.leads) returns timestamptz
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select latest.started_at
    from (
      select max(start.started_at) as started_at
      from private.submissions as submission join private.payment_starts as start on start.reference = submission.idempotency_key
      where submission.lead_id = lead.id
    ) as latest
    where not lead.payment_status and lead.lead_status = 'contacted' and not lead.is_suspect
      and latest.started_at >= now() - interval '14 days' and latest.started_at < now() - interval '1 hour'
      and lead.last_contact_at < latest.started_at
      and not exists (select from private.lead_notes where lead_id = lead.id and written_at > latest.started_at)
  );
end
$$;
comment on function private.unpaid_since is
  'When a lead that was contacted went to pay: an hour ago at least, within a fortnight, and it has not paid nor been spoken to since. Else null.';

create function private.first_debit(lead_id_param uuid) returns date
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select greatest((line.value ->> 'date')::date, (kept ->> 'heldUntil')::date)
    from (select private.kept_schedule(lead_id_param) as kept) as agreed
    cross join lateral jsonb_array_elements(kept -> 'lines') with ordinality as line (value, place)
    where (kept #>> '{lines,0,amount,includingTax}')::bigint = 0 and (line.value #>> '{amount,includingTax}')::bigint > 0
      and ((kept ->> 'endsOn')::date > (line.value ->> 'date')::date) is not false
    order by line.place limit 1
  );
end
$$;
comment on function private.first_debit is
  'Of an order that began free, as it was agreed with its payment or moved at the provider since; null of any other.';

create function private.payments_about_leads() returns table (lead_id uuid, since timestamptz)
  language plpgsql stable rows 10 set search_path = '' set enable_seqscan = off
  as $$
#variable_conflict use_column
begin
  return query
    select lead.id, min(event.received_at)
    from private.payment_events as event
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    join public.leads as lead on lead.id = coalesce(event.lead_id, submission.lead_id)
    where event.state <> 'dismissed' and (event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}')
    group by lead.id;
end
$$;
comment on function private.payments_about_leads is
  'The leads that payments to look at belong to or name, and since when: see private.open_payments.';

create function private.is_of(owner uuid, wanted uuid) returns boolean
  language sql immutable parallel safe
  return coalesce(owner = wanted, wanted is null);
comment on function private.is_of is
  'Of anybody where nobody is wanted. No index answers it: of one owner there are more leads than of one reason.';

create function private.work_of_today(owner_param uuid, row_limit integer) returns setof private.work_line
  language plpgsql stable rows 100 set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
  as $$
declare
  reasons constant text[] := array['payment', 'debit', 'setup', 'answers', 'callback', 'call', 'write', 'unpaid', 'suspect', 'delivery', 'expiry'];
  today   constant date := (now() at time zone 'Europe/Paris')::date;
  paying  constant uuid[] := array(select about.lead_id from private.payments_about_leads() as about);
  asked   constant uuid[] := paying || array(select about.lead_id from private.billing_about_leads() as about);
  dead    constant uuid[] := array(
    select delivery.lead_id from private.deliveries as delivery where delivery.status = 'dead' and delivery.lead_id is not null);
  unpaid  constant uuid[] := array(
    select lead.id
    from private.payment_starts as start
    join private.submissions as submission on submission.idempotency_key = start.reference
    join public.leads as lead on lead.id = submission.lead_id
    where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
      and private.unpaid_since(lead) = start.started_at);
begin
  return query
    with kinds as materialized (
      select kind.id, case when kind.is_suspect then 'suspect' when kind.call_consent then 'call' else 'write' end as reason
      from private.facets_of('{"lead_status": "to_contact"}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
    ), waiting as materialized (
      select lead.id, lead.paid_at, private.first_debit(lead.id) as debit_on
      from public.leads as lead
      where private.awaits_setup(lead) and lead.id <> all (asked) and private.is_of(lead.owner, owner_param)
      order by lead.paid_at, lead.id limit 2 * row_limit
    ), lines (reason, lead_id, due_at) as (
      select 'payment', lead.id, about.since
      from private.payments_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where owner_param is null or lead.owner = owner_param
      union all
      select 'debit', lead.id, about.since
      from private.billing_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where lead.id <> all (paying) and private.is_of(lead.owner, owner_param)
      union all
      -- Seven days before it, as `debitBeforeService` of subjects/orders/rules/late-opening.ts says it in the file.
      select case when debit_on <= today + 7 then 'debit' else 'setup' end, id,
             case when debit_on <= today + 7 then private.start_of_day(debit_on) else paid_at end
      from waiting
      union all
      (select 'answers', lead.id, lead.newer_answers_at
       from public.leads as lead
       where lead.newer_answers_at is not null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.newer_answers_at, lead.id limit row_limit)
      union all
      (select 'callback', lead.id, lead.callback_at
       from public.leads as lead
       where lead.callback_at < private.start_of_day(today + 1)
         and lead.newer_answers_at is null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.callback_at, lead.id limit row_limit)
      union all
      -- Of each kind from its index alone; whose they are is read of those that are shown.
      select known.reason, first.lead_id, first.created_at
      from (values ('call'), ('write'), ('suspect')) as known (reason)
      cross join lateral (
        select oldest.lead_id, oldest.created_at
        from kinds
        cross join lateral (
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where owner_param is null and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
          union all
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where entry.owner = owner_param and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
        ) as oldest
        where kinds.reason = known.reason
        order by oldest.created_at, oldest.lead_id limit row_limit
      ) as first
      union all
      (select 'unpaid', lead.id, private.unpaid_since(lead)
       from public.leads as lead
       where lead.id = any (unpaid) and private.is_free_today(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by private.unpaid_since(lead), lead.id limit row_limit)
      union all
      (select 'delivery', lead.id, delivery.created_at
       from private.deliveries as delivery join public.leads as lead on lead.id = delivery.lead_id
       where delivery.status = 'dead' and lead.lead_status <> 'to_contact' and private.is_free_today(lead) and lead.id <> all (asked)
         and lead.id <> all (unpaid) and private.is_of(lead.owner, owner_param)
         and not exists (
           select from private.deliveries as earlier
           where earlier.lead_id = lead.id and earlier.status = 'dead'
             and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))
       order by delivery.created_at, delivery.id limit row_limit)
      union all
      -- All of these days from their index alone; as many of them are asked as are shown.
      (select 'expiry', near.lead_id, near.expires_at
       from (
         select entry.lead_id, entry.expires_at
         from private.facets_of('{"lead_status": "contacted", "payment_status": false, "is_suspect": false}') as chosen
         join private.lead_list as entry on entry.facet_id = chosen.facet_id
         where entry.expires_at < now() + interval '15 days'
         order by entry.expires_at, entry.lead_id
       ) as near
       cross join lateral (
         select from private.lead_list as entry
         where entry.lead_id = near.lead_id
           and entry.callback_at is null and not entry.is_taken and private.is_of(entry.owner, owner_param)
           and entry.lead_id <> all (asked)
           and entry.lead_id not in (select unnest(unpaid)) and entry.lead_id not in (select unnest(dead))
           and not exists (
             select from private.lead_notes as note
             where note.lead_id = near.lead_id and note.written_at > near.expires_at - interval '15 days')
         offset 0
       ) as fits
       order by near.expires_at, near.lead_id limit row_limit)
    ), placed as (
      select lines.*, row_number() over (partition by lines.reason order by lines.due_at, lines.lead_id) as place from lines
    )
    select placed.reason, placed.lead_id, placed.due_at, lead.owner
    from placed join public.leads as lead on lead.id = placed.lead_id
    where place <= row_limit
    order by array_position(reasons, placed.reason), placed.due_at, placed.lead_id;
end
$$;
comment on function private.work_of_today is
  'So many of each reason, the most urgent reason first, then what is due first. Each lead has one line: a branch leaves out what an earlier one names. Who is inactive, or promised a call on another day, has none.';

create function public.list_today(mine_param boolean default false)
  returns table (lead_id uuid, reason text, due_at timestamptz, owner uuid)
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select line.lead_id, line.reason, line.due_at, line.owner
    from private.work_of_today(case when mine_param then auth.uid() end, 1000) as line;
end
$$;
comment on function public.list_today is
  'Each lead to act on, once: of each reason the thousand that are due first. reason: payment, debit, setup, answers, callback, call, write, unpaid, suspect, delivery or expiry. Administrators only.';
revoke all on function public.list_today from public, anon, authenticated, service_role;
grant execute on function public.list_today to authenticated;

create function private.count_astray() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'deliveries', (select count(*) from private.deliveries where status = 'dead'),
      'payments', (select count(*) from private.payment_events
                     where state <> 'dismissed' and (state = 'waiting' or email is not null or payer_differs <> '{}'))
                + (select count(*) from private.billing_events where is_open and lead_id is null))
  $$;

create function public.count_admin_alerts() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.count_astray() || private.count_notifications()
    || jsonb_build_object('today', (select count(*) from private.work_of_today(null, 100)));
end
$$;
comment on function public.count_admin_alerts is
  'The figures beside « Aujourd’hui » (of each reason a hundred at most), « Livraisons » and « Paiements » in the bar of the admin; one''s own notifications, and those that wait for a browser.';
revoke all on function public.count_admin_alerts from public, anon, authenticated, service_role;
grant execute on function public.count_admin_alerts to authenticated;

create function public.worklist(mine_param boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  shown constant integer := 30;
  told  jsonb;
begin
  perform private.require_admin();
  with lines as materialized (
    select line.*, row_number() over (partition by line.reason order by line.ordinality) as place
    from private.work_of_today(case when mine_param then auth.uid() end, shown + 1) with ordinality as line
  )
  select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object(
        'reason', lines.reason, 'due_at', lines.due_at, 'lead', jsonb_strip_nulls(to_jsonb(dashboard)),
        'billing', case when lines.reason = 'debit' then private.open_billing_of(lines.lead_id) end) order by ordinality)
        filter (where place <= shown), '[]'),
      'more', coalesce(jsonb_agg(lines.reason) filter (where place > shown), '[]'))
    into told
    from lines join public.admin_dashboard as dashboard on dashboard.lead_id = lines.lead_id;
  return told || jsonb_build_object('astray', private.count_astray());
end
$$;
comment on function public.worklist is
  'What public.list_today names, with rows of admin_dashboard without nulls: thirty of each reason, and the reasons that have more; and what went astray. Administrators only.';
revoke all on function public.worklist from public, anon, authenticated, service_role;
grant execute on function public.worklist to authenticated;
