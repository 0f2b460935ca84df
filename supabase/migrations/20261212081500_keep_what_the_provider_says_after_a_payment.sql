-- What the payment provider says after a payment is kept: debits that fail, refunds, disputes, credit notes, changes and ends of
-- subscriptions (docs/decisions/0100).

create index payment_events_by_payment_intent on private.payment_events (payment_intent) where payment_intent is not null;
create index payment_events_by_customer on private.payment_events (customer) where customer is not null;

create table private.billing_events (
  id             text        not null,
  kind           text        not null,
  object         text        not null,
  version        text        not null,
  happened_at    timestamptz not null,
  told_on        date        not null,
  received_at    timestamptz not null default now(),
  amount_cents   bigint,
  currency       text,
  invoice        text,
  subscription   text,
  payment_intent text,
  customer       text,
  detail         jsonb       not null default '{}',
  lead_id        uuid,
  is_open        boolean     not null default false,
  settled_at     timestamptz,
  settled_by     uuid,
  constraint billing_events_pkey          primary key (id),
  constraint billing_events_say_it_once   unique (kind, object, version),
  constraint billing_events_lead          foreign key (lead_id) references public.leads (id) on delete set null,
  constraint billing_events_kind_is_known check (
    kind in ('failed_debit', 'refund', 'dispute', 'credit_note', 'subscription_changed', 'subscription_ended')),
  constraint billing_events_texts_are_short check (
    greatest(char_length(id), char_length(object), char_length(version), char_length(currency), char_length(invoice),
             char_length(subscription), char_length(payment_intent), char_length(customer)) <= 255),
  constraint billing_events_detail_is_short check (octet_length(detail::text) <= 2048)
);
comment on table  private.billing_events is
  'What the provider said after a payment, by its own event id: ids, amounts, days and codes, nothing of a person. Whose it is, their payment says.';
comment on column private.billing_events.object is
  'The provider''s id of what it is about: the invoice, charge, dispute, credit note or subscription.';
comment on column private.billing_events.version is
  'What tells two events about one object apart, such as the number of the try; the same event may come under two ids.';
comment on column private.billing_events.happened_at is 'By the clock of the provider: events come in any order.';
comment on column private.billing_events.told_on is
  'The day of the site on which it came: in the demonstration, the one it shows.';
comment on column private.billing_events.amount_cents is
  'What failed, is disputed or credited, or was refunded so far; tax included, in the smallest unit of the currency.';
comment on column private.billing_events.detail is
  'Days and codes, as `BillingDetail` of subjects/payments/rules/billing.ts.';
comment on column private.billing_events.lead_id is
  'Null while its payment is not known, and once the lead was erased.';
comment on column private.billing_events.is_open is
  'To act on: a debit that failed, a dispute or an end, until it is paid or somebody says that it is settled.';
comment on column private.billing_events.settled_by is
  'The administrator who said so; null where the provider did. No foreign key: it outlives the account.';

create index billing_events_by_lead on private.billing_events (lead_id, happened_at) where lead_id is not null;
create index billing_events_open on private.billing_events (received_at, id) where is_open;
create index billing_events_by_time on private.billing_events (received_at);
create index billing_events_by_invoice on private.billing_events (invoice) where invoice is not null;
create index billing_events_by_subscription on private.billing_events (subscription) where subscription is not null;
create index billing_events_by_payment_intent on private.billing_events (payment_intent) where payment_intent is not null;
create index billing_events_by_customer on private.billing_events (customer) where customer is not null;

alter table private.billing_events enable row level security, force row level security;
revoke all on private.billing_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the billing events" on private.billing_events
  for all to current_user using (true) with check (true);

create function private.take_billing_turn() returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('billing', 0)) $$;
comment on function private.take_billing_turn is
  'An event and its payment, or a failed debit and its invoice, that arrive at the same moment do not see each other: the second waits here until it can.';

create function private.lead_of_billing(told private.billing_events) returns uuid
  language sql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
    select coalesce(
      (select lead_id from private.payment_events
       where subscription = told.subscription and lead_id is not null order by received_at desc limit 1),
      (select lead_id from private.payment_events
       where payment_intent = told.payment_intent and lead_id is not null order by received_at desc limit 1),
      (select lead_id from private.payment_events
       where invoice = told.invoice and lead_id is not null order by received_at desc limit 1),
      (select event.lead_id
       from private.invoices as invoice join private.payment_events as event on event.subscription = invoice.subscription
       where invoice.id = told.invoice and event.lead_id is not null order by event.received_at desc limit 1),
      (select min(lead_id::text)::uuid from private.payment_events
       where customer = told.customer and lead_id is not null having count(distinct lead_id) = 1))
  $$;
comment on function private.lead_of_billing is
  'By the subscription, the money or the invoice that it names; by who paid only where they paid for one lead. Null: not known.';

create function private.record_billing_event(told private.billing_events) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.take_billing_turn();
  told.is_open := case told.kind
    when 'failed_debit' then
      not exists (select from private.invoices where id = told.object)
      and not exists (
        select from private.billing_events
        where kind = told.kind and object = told.object and version::integer > told.version::integer)
    else told.kind in ('dispute', 'subscription_ended')
  end;
  insert into private.billing_events (id, kind, object, version, happened_at, told_on, amount_cents, currency, invoice, subscription,
    payment_intent, customer, detail, lead_id, is_open)
    values (told.id, told.kind, told.object, told.version, told.happened_at, told.told_on, told.amount_cents, told.currency,
            told.invoice, told.subscription, told.payment_intent, told.customer, coalesce(told.detail, '{}'),
            private.lead_of_billing(told), told.is_open)
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  if told.kind = 'failed_debit' and told.is_open then
    -- The newest try is the one to act on.
    update private.billing_events set is_open = false, settled_at = now()
      where kind = told.kind and object = told.object and is_open and id <> told.id;
  end if;
  return 'kept';
end
$$;
comment on function private.record_billing_event is
  'Keeps an event whose signature was checked, once, whatever came before it: kept, or known already.';

create function private.settle_paid_debit(invoice_id text) returns void
  language sql volatile set search_path = ''
  as $$
    update private.billing_events set is_open = false, settled_at = now()
      where kind = 'failed_debit' and object = invoice_id and is_open
  $$;

create function private.settle_billing(event_id text, is_settled boolean) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  told private.billing_events;
begin
  select * into told from private.billing_events where id = event_id for no key update;
  if not found or told.kind not in ('failed_debit', 'dispute', 'subscription_ended') then
    return 'unknown_event';
  end if;
  -- What the provider settled stays so: only the word of the team is taken back.
  if told.is_open <> is_settled or (not is_settled and told.settled_by is null) then
    return 'unchanged';
  end if;
  update private.billing_events
    set is_open    = not is_settled,
        settled_at = case when is_settled then now() end,
        settled_by = case when is_settled then auth.uid() end
    where id = told.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case when is_settled then 'billing.settled' else 'billing.reopened' end, told.lead_id,
            jsonb_build_object('event', told.id, 'kind', told.kind));
  return 'changed';
end
$$;
comment on function private.settle_billing is 'changed, unchanged or unknown_event.';

-- A payment that finds its lead, moves to another one or leaves it takes what was said of it along.
create function private.follow_payment() returns trigger
  language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
begin
  -- Not where a lead is erased: whoever holds the turn may wait for that lead.
  if new.lead_id is not null then
    perform private.take_billing_turn();
  end if;
  -- What was known by its customer stays, should that one pay for another lead as well.
  update private.billing_events as told
    set lead_id = coalesce(private.lead_of_billing(told), nullif(told.lead_id, old.lead_id))
    where told.id = any (array(
        select id from private.billing_events where subscription = new.subscription
        union select id from private.billing_events where payment_intent = new.payment_intent
        union select id from private.billing_events where invoice = new.invoice
        union select id from private.billing_events where customer = new.customer
        union select event.id
          from private.invoices as invoice join private.billing_events as event on event.invoice = invoice.id
          where invoice.subscription = new.subscription))
      and told.lead_id is distinct from coalesce(private.lead_of_billing(told), nullif(told.lead_id, old.lead_id));
  return null;
end
$$;

create trigger follow_payment after update of lead_id on private.payment_events
  for each row when (old.lead_id is distinct from new.lead_id) execute function private.follow_payment();

create function private.follow_invoice() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.billing_events as told set lead_id = private.lead_of_billing(told) where invoice = new.id and lead_id is null;
  return null;
end
$$;

create trigger follow_invoice after insert on private.invoices
  for each row execute function private.follow_invoice();

create function private.billing_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'kind', kind, 'object', object, 'told_on', told_on, 'amount_cents', amount_cents, 'currency', currency,
        'detail', detail, 'is_open', is_open) order by happened_at, id), '[]')
    from private.billing_events where lead_id = lead_id_param
  $$;
comment on function private.billing_of is 'What the provider said of the payments of a lead, oldest first.';

create function private.changed_debits(subscription_param text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select jsonb_strip_nulls(jsonb_build_object('endsOn', detail -> 'ends_on', 'heldUntil', detail -> 'trial_ends_on'))
      from private.billing_events
      where subscription = subscription_param and kind in ('subscription_changed', 'subscription_ended')
      order by kind = 'subscription_ended' desc, happened_at desc, id desc limit 1), '{}')
  $$;
comment on function private.changed_debits is
  'As the newest state of a subscription says: the day from which nothing is charged any more, and that until which nothing is.';

create function private.open_billing_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'kind', kind, 'told_on', told_on, 'amount_cents', amount_cents, 'currency', currency,
             'detail', detail, 'is_open', is_open)
    from private.billing_events where lead_id = lead_id_param and is_open order by received_at, id limit 1
  $$;
comment on function private.open_billing_of is 'What is to act on first of a lead; null where nothing is.';

create function private.billing_about_leads() returns table (lead_id uuid, since timestamptz)
  language sql stable rows 10 set search_path = ''
  as $$
    select lead_id, min(received_at) from private.billing_events where is_open and lead_id is not null group by lead_id
  $$;
comment on function private.billing_about_leads is 'The leads with something to act on, and since when.';

create function public.list_open_billing()
  returns table (event_id text, kind text, object text, amount_cents bigint, currency text, received_at timestamptz, told_on date,
                 customer text, detail jsonb)
  language sql stable security definer set search_path = ''
  as $$
    select private.require_admin();
    select id, kind, object, amount_cents, currency, received_at, told_on, customer, detail
    from private.billing_events where is_open and lead_id is null order by received_at, id limit 200
  $$;
comment on function public.list_open_billing is
  'What the provider said of payments that no lead is known for, and that is to act on; oldest first. Administrators only.';
revoke all on function public.list_open_billing from public, anon, authenticated, service_role;
grant execute on function public.list_open_billing to authenticated;

create or replace function private.kept_schedule(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select schedule || private.changed_debits(subscription) from private.payment_events
    where lead_id = lead_id_param and state = 'applied' and schedule is not null
    order by received_at desc, id limit 1
  $$;
comment on function private.kept_schedule is
  'What was agreed with the newest payment of a lead, and what the provider changed of its debits since.';

create or replace function private.record_invoice(invoice private.invoices) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.take_billing_turn();
  perform private.settle_paid_debit(invoice.id);
  if exists (
    select from private.payment_events as event
    where (event.invoice = invoice.id or event.subscription = invoice.subscription)
      and event.state = 'applied' and event.lead_id is null
  ) then
    return 'erased';
  end if;
  insert into private.invoices (id, number, url, subscription, amount_cents, currency, paid_on)
    values (invoice.id, invoice.number, invoice.url, invoice.subscription, invoice.amount_cents, invoice.currency, invoice.paid_on)
    on conflict (id) do nothing;
  return case when found then 'kept' else 'known' end;
end
$$;

create or replace function private.first_debit(lead_id_param uuid) returns date
  language sql stable set search_path = ''
  as $$
    select greatest((line.value ->> 'date')::date, (kept ->> 'heldUntil')::date)
    from (select private.kept_schedule(lead_id_param) as kept) as agreed
    cross join lateral jsonb_array_elements(kept -> 'lines') with ordinality as line (value, place)
    where (kept #>> '{lines,0,amount,includingTax}')::bigint = 0 and (line.value #>> '{amount,includingTax}')::bigint > 0
      and ((kept ->> 'endsOn')::date > (line.value ->> 'date')::date) is not false
    order by line.place limit 1
  $$;
comment on function private.first_debit is
  'Of an order that began free, as it was agreed with its payment or moved at the provider since; null of any other.';

create or replace function private.work_of_today(owner_param uuid, row_limit integer) returns setof private.work_line
  language plpgsql stable rows 100 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  reasons constant text[] := array['payment', 'debit', 'setup', 'answers', 'callback', 'call', 'write', 'unpaid', 'suspect', 'delivery', 'expiry'];
  today   constant date := (now() at time zone 'Europe/Paris')::date;
  paying  constant uuid[] := array(select about.lead_id from private.payments_about_leads() as about);
  asked   constant uuid[] := paying || array(select about.lead_id from private.billing_about_leads() as about);
begin
  return query
    with kinds as materialized (
      select kind.id, case when kind.is_suspect then 'suspect' when kind.call_consent then 'call' else 'write' end as reason
      from private.facets_of('{"lead_status": "to_contact"}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
    ), waiting as materialized (
      select lead.id, lead.paid_at, lead.owner, private.first_debit(lead.id) as debit_on
      from public.leads as lead
      where private.awaits_setup(lead) and lead.id <> all (asked) and (owner_param is null or lead.owner = owner_param)
      order by lead.paid_at, lead.id limit 2 * row_limit
    ), lines (reason, lead_id, due_at, owner) as (
      select 'payment', lead.id, about.since, lead.owner
      from private.payments_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where owner_param is null or lead.owner = owner_param
      union all
      select 'debit', lead.id, about.since, lead.owner
      from private.billing_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where lead.id <> all (paying) and (owner_param is null or lead.owner = owner_param)
      union all
      -- Seven days before it, as `debitBeforeService` of subjects/orders/rules/late-opening.ts says it in the file.
      select case when debit_on <= today + 7 then 'debit' else 'setup' end, id,
             case when debit_on <= today + 7 then private.start_of_day(debit_on) else paid_at end, waiting.owner
      from waiting
      union all
      (select 'answers', lead.id, lead.newer_answers_at, lead.owner
       from public.leads as lead
       where lead.newer_answers_at is not null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and (owner_param is null or lead.owner = owner_param)
       order by lead.newer_answers_at, lead.id limit row_limit)
      union all
      (select 'callback', lead.id, lead.callback_at, lead.owner
       from public.leads as lead
       where lead.callback_at < private.start_of_day(today + 1)
         and lead.newer_answers_at is null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and (owner_param is null or lead.owner = owner_param)
       order by lead.callback_at, lead.id limit row_limit)
      union all
      select kinds.reason, first.lead_id, first.created_at, first.owner
      from kinds
      cross join lateral (
        (select entry.lead_id, entry.created_at, lead.owner
         from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
         where owner_param is null and entry.facet_id = kinds.id and private.is_free_today(lead) and lead.id <> all (asked)
         order by entry.created_at, entry.lead_id limit row_limit)
        union all
        (select entry.lead_id, entry.created_at, lead.owner
         from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
         where entry.owner = owner_param and entry.facet_id = kinds.id and private.is_free_today(lead) and lead.id <> all (asked)
         order by entry.created_at, entry.lead_id limit row_limit)
      ) as first
      union all
      (select 'unpaid', lead.id, start.started_at, lead.owner
       from private.payment_starts as start
       join private.submissions as submission on submission.idempotency_key = start.reference
       join public.leads as lead on lead.id = submission.lead_id
       where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
         and private.is_free_today(lead) and lead.id <> all (asked) and private.unpaid_since(lead) = start.started_at
         and (owner_param is null or lead.owner = owner_param)
       order by start.started_at, lead.id limit row_limit)
      union all
      (select 'delivery', lead.id, delivery.created_at, lead.owner
       from private.deliveries as delivery join public.leads as lead on lead.id = delivery.lead_id
       where delivery.status = 'dead' and lead.lead_status <> 'to_contact' and private.is_free_today(lead) and lead.id <> all (asked)
         and private.unpaid_since(lead) is null and (owner_param is null or lead.owner = owner_param)
         and not exists (
           select from private.deliveries as earlier
           where earlier.lead_id = lead.id and earlier.status = 'dead'
             and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))
       order by delivery.created_at, delivery.id limit row_limit)
      union all
      select 'expiry', first.lead_id, first.expires_at, first.owner
      from private.facets_of('{"lead_status": "contacted", "payment_status": false, "is_suspect": false}') as chosen
      cross join lateral (
        select entry.lead_id, entry.expires_at, lead.owner
        from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
        where entry.facet_id = chosen.facet_id and entry.expires_at < now() + interval '15 days'
          and private.is_free_today(lead) and lead.id <> all (asked) and private.unpaid_since(lead) is null
          and (owner_param is null or lead.owner = owner_param)
          and not exists (select from private.deliveries as delivery where delivery.lead_id = lead.id and delivery.status = 'dead')
          and not exists (
            select from private.lead_notes where lead_id = lead.id and written_at > entry.expires_at - interval '15 days')
        order by entry.expires_at, entry.lead_id limit row_limit
      ) as first
    ), placed as (
      select lines.*, row_number() over (partition by lines.reason order by lines.due_at, lines.lead_id) as place from lines
    )
    select placed.reason, placed.lead_id, placed.due_at, placed.owner
    from placed where place <= row_limit
    order by array_position(reasons, placed.reason), placed.due_at, placed.lead_id;
end
$$;

create or replace function private.count_astray() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'deliveries', (select count(*) from private.deliveries where status = 'dead'),
      'payments', (select count(*) from private.payment_events
                     where state = 'waiting' or email is not null or payer_differs <> '{}')
                + (select count(*) from private.billing_events where is_open and lead_id is null))
  $$;

create or replace function public.worklist(mine_param boolean default false) returns jsonb
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

create or replace function private.facts_of_log(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with known as (
      select id, created_at from public.leads where id = lead_id_param
      union all
      select lead_id, (before #>> '{lead,created_at}')::timestamptz from private.merged_leads
      where into_lead_id = lead_id_param and lead_id <> lead_id_param
    ), lines as (
      select line.*,
             coalesce(lag(line.at) over (partition by line.lead_id, line.action order by line.id), known.created_at) as since
      from known join private.audit_log as line on line.lead_id = known.id
    )
    select 'log-' || line.id, kinds.kind, line.at, account.email,
           case
             when line.action = 'lead.status_changed' then line.detail || jsonb_build_object('lasted_seconds', extract(epoch from line.at - line.since)::bigint)
             when kinds.kind = 'owner' then line.detail || jsonb_build_object(
               'from_name', (select email from auth.users where id = (line.detail ->> 'from')::uuid),
               'to_name',   (select email from auth.users where id = (line.detail ->> 'to')::uuid))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'), ('lead.setup_changed', 'payment'),
      ('lead.reason_changed', 'status'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'),
      ('billing.settled', 'payment'), ('billing.reopened', 'payment'),
      ('account.created', 'account'), ('account.invited', 'account'), ('account.attached', 'account')
    ) as kinds (action, kind) on kinds.action = line.action
    left join auth.users as account on account.id = line.actor
  $$;

create or replace function private.facts_of_payments(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with asked as (
      select idempotency_key from private.submissions where lead_id = lead_id_param
    ), events as (
      select * from private.payment_events where lead_id = lead_id_param
      union
      select * from private.payment_events
      where state = 'waiting' and reference = any (array(select idempotency_key::text from asked))
    )
    select 'payment-' || event.id, 'payment', event.received_at, null::text, jsonb_build_object(
             'fact', 'received', 'payment_id', event.id, 'state', event.state, 'amount_cents', event.amount_cents,
             'currency', event.currency)
    from events as event
    union all
    select 'start-' || start.reference || '-' || start.terms_version, 'payment', start.started_at, null,
           jsonb_build_object('fact', 'started', 'terms_version', start.terms_version)
    from asked join private.payment_starts as start on start.reference = asked.idempotency_key
    union all
    select 'billing-' || told.id, 'payment', told.received_at, null, told.detail || jsonb_build_object(
             'fact', told.kind, 'told_on', told.told_on, 'amount_cents', told.amount_cents, 'currency', told.currency)
    from private.billing_events as told where told.lead_id = lead_id_param
  $$;

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'setup', case when lead.paid_at is not null and lead.funnel_origin <> 'conferences' then jsonb_build_object(
        'since', lead.paid_at, 'at', lead.setup_at, 'by', (select email from auth.users where id = lead.setup_by)) end,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'payers', private.payers_of(lead.id),
      'billing', private.billing_of(lead.id),
      'terms', private.accepted_terms(lead.id),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;

create or replace function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'schedule', private.kept_schedule(lead.id),
      'terms', private.accepted_terms(lead.id),
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', private.payments_of(lead.id),
      'billing', private.billing_of(lead.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;

create trigger tell_added after insert on private.billing_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();

create trigger tell_updated after update on private.billing_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();

create trigger tell_alerts after insert or update or delete on private.billing_events
  for each statement execute function private.tell_alerts();
