-- What the payment provider says after a payment: debits that fail, refunds, disputes, credit notes, and subscriptions that
-- change or end (docs/decisions/0100).

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
    -- A refund of money that no lead is known for was made by hand at the provider, or is another shop's.
    when 'refund' then
      private.lead_of_billing(told) is null
      and not exists (select from private.payment_events where payment_intent = told.payment_intent)
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
  if told.kind = 'refund' then
    perform private.dismiss_refunded(told.payment_intent);
  end if;
  if told.kind in ('failed_debit', 'refund') and told.is_open then
    -- The newest try is the one to act on, and so is what was refunded so far.
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
  if not found or told.kind not in ('failed_debit', 'refund', 'dispute', 'subscription_ended')
     or told.kind = 'refund' and not told.is_open and told.settled_by is null then
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

create function private.close_known_refund() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.is_open    := false;
  new.settled_at := now();
  return new;
end
$$;
comment on function private.close_known_refund is 'Once its lead is known a refund stands in its file: there is nothing to find out any more.';

create trigger close_known_refund before update of lead_id on private.billing_events
  for each row when (new.kind = 'refund' and new.is_open and new.lead_id is not null)
  execute function private.close_known_refund();

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
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select coalesce((
      select jsonb_strip_nulls(jsonb_build_object('endsOn', detail -> 'ends_on', 'heldUntil', detail -> 'trial_ends_on'))
      from private.billing_events
      where subscription = subscription_param and kind in ('subscription_changed', 'subscription_ended')
      order by kind = 'subscription_ended' desc, happened_at desc, id desc limit 1), '{}')
  );
end
$$;
comment on function private.changed_debits is
  'As the newest state of a subscription says: the day from which nothing is charged any more, and that until which nothing is.';

create function private.open_billing_of(lead_id_param uuid) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select jsonb_build_object('id', id, 'kind', kind, 'told_on', told_on, 'amount_cents', amount_cents, 'currency', currency,
             'detail', detail, 'is_open', is_open)
    from private.billing_events where lead_id = lead_id_param and is_open order by received_at, id limit 1
  );
end
$$;
comment on function private.open_billing_of is 'What is to act on first of a lead; null where nothing is.';

create function private.billing_about_leads() returns table (lead_id uuid, since timestamptz)
  language plpgsql stable rows 10 set search_path = '' set enable_seqscan = off
  as $$
#variable_conflict use_column
begin
  return query
    select lead_id, min(received_at) from private.billing_events where is_open and lead_id is not null group by lead_id;
end
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
