-- Invoices of the payment provider, beside the payments they are for.

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
  constraint invoices_texts_are_short check (
    greatest(char_length(id), char_length(number), char_length(subscription), char_length(currency)) <= 255)
);
comment on table  private.invoices is
  'Invoices that were paid, by the provider''s own id. Whose they are, their payment says: it names the invoice, or its subscription.';
comment on column private.invoices.url is
  'The provider''s page of it: whoever has the address reads it, for 30 days. Null when it gave none.';
comment on column private.invoices.amount_cents is 'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.invoices.paid_on is 'The day of the site on which it came.';

create index invoices_by_subscription on private.invoices (subscription) where subscription is not null;
create index invoices_by_time on private.invoices (received_at);

alter table private.invoices enable row level security, force row level security;
revoke all on private.invoices from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the invoices" on private.invoices
  for all to current_user using (true) with check (true);

create function private.record_invoice(invoice private.invoices) returns text
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
comment on function private.record_invoice is
  'Keeps an invoice whose signature was checked, once: kept, known already, or of somebody who was erased, whose invoices the provider has.';

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
  for each row when (old.lead_id is not null and new.lead_id is null and new.state = 'applied') execute function private.forget_invoices();
create trigger forget_invoices_of_nobody after delete on private.payment_events
  for each row execute function private.forget_invoices();
