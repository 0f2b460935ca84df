-- Every month that is charged has an invoice, and the payment provider makes it: the site keeps what it said of each, and
-- shows it to whoever paid. An invoice and the payment it belongs to come in any order. See docs/decisions/0056.

alter table private.payment_events
  add column invoice      text,
  add column subscription text,
  add constraint payment_events_ids_are_short check (greatest(char_length(invoice), char_length(subscription)) <= 255);
comment on column private.payment_events.invoice      is 'The provider''s id of the invoice of this payment; null when it made none.';
comment on column private.payment_events.subscription is 'The provider''s id of what is charged again each month: its later invoices name it.';
create index payment_events_by_invoice      on private.payment_events (invoice)      where invoice is not null;
create index payment_events_by_subscription on private.payment_events (subscription) where subscription is not null;

create table private.invoices (
  id           text        not null,
  number       text,
  url          text,
  subscription text,
  amount_cents bigint      not null,
  currency     text        not null,
  paid_on      date        not null,
  received_at  timestamptz not null default now(),
  constraint invoices_pkey              primary key (id),
  constraint invoices_are_of_something  check (amount_cents > 0),
  constraint invoices_address_is_a_page check (url ~ '^https?://' and char_length(url) <= 2048),
  constraint invoices_texts_are_short   check (
    greatest(char_length(id), char_length(number), char_length(subscription), char_length(currency)) <= 255)
);
comment on table  private.invoices              is 'Invoices that were paid, by the provider''s own id. Whose they are, their payment says: it names the invoice, or its subscription.';
comment on column private.invoices.url          is 'The provider''s page of it: whoever has the address reads it, for 30 days. Null when it gave none.';
comment on column private.invoices.amount_cents is 'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.invoices.paid_on      is 'The day of the site on which it came.';
create index invoices_by_subscription on private.invoices (subscription) where subscription is not null;
create index invoices_by_time         on private.invoices (received_at);

alter table private.invoices enable row level security;
alter table private.invoices force  row level security;
revoke all on private.invoices from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the invoices" on private.invoices
  for all to current_user using (true) with check (true);

create function private.record_invoice(invoice private.invoices) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
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
comment on function private.record_invoice is
  'Keeps an invoice whose signature was checked, once: kept, known already, or of somebody who was erased, whose invoices the provider has.';

create function private.payments_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    with events as (
      select * from private.payment_events where lead_id = lead_id_param and state = 'applied'
    ), own as (
      select invoice.* from private.invoices as invoice join events as event on event.invoice = invoice.id
      union
      select invoice.* from private.invoices as invoice join events as event on event.subscription = invoice.subscription
    ), payments as (
      select event.id, event.amount_cents, event.currency, event.paid_on, event.received_at, own.number, own.url
      from events as event left join own on own.id = event.invoice
      union all
      select own.id, own.amount_cents, own.currency, own.paid_on, own.received_at, own.number, own.url
      from own where not exists (select from events as event where event.invoice = own.id)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'amount_cents', amount_cents, 'currency', currency, 'paid_on', paid_on, 'received_at', received_at,
        'invoice_number', number, 'invoice_url', url) order by received_at, id), '[]')
    from payments
  $$;
comment on function private.payments_of is
  'What a lead paid, oldest first: the payments that came, and of each month after the first its invoice.';

-- An erased person's payments stay, without them, for the accounts; the page of an invoice names whoever paid.
create function private.forget_invoices() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  delete from private.invoices where id = old.invoice;
  delete from private.invoices where subscription = old.subscription;
  return null;
end
$$;

create trigger forget_invoices after update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.forget_invoices();
create trigger forget_invoices_of_nobody after delete on private.payment_events
  for each row execute function private.forget_invoices();

create or replace function private.record_payment_event(event private.payment_events) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission_key uuid := case
    when event.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid
  end;
begin
  event.reference := coalesce(submission_key::text, event.reference);
  perform private.take_payment_turn(event.reference);
  insert into private.payment_events (id, type, reference, email, amount_cents, currency, right_for, link_offer, link_volume, paid_on,
    invoice, subscription)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on, event.invoice, event.subscription)
    on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  return (select state from private.payment_events where id = event.id);
end
$$;

create or replace function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'schedule', private.kept_schedule(lead.id),
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', private.payments_of(lead.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
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
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'terms', (
        select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
        from private.submissions as submission
        join private.payment_starts as start on start.reference = submission.idempotency_key
        where submission.lead_id = lead.id
        order by start.started_at desc limit 1),
      'newsletter', (
        select jsonb_build_object(
          'requestedAt',    request.requested_at,
          'expiresAt',      request.requested_at + interval '7 days',
          'isExpired',      request.requested_at <= now() - interval '7 days',
          'confirmedAt',    request.confirmed_at,
          'version',        request.confirmed_version,
          'text',           request.confirmed_text,
          'unsubscribedAt', request.unsubscribed_at)
        from private.newsletter_requests as request where request.lead_id = lead.id),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;

revoke all on function private.record_invoice(private.invoices), private.payments_of(uuid), private.forget_invoices()
  from public, anon, authenticated, service_role;
