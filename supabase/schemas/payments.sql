-- Payments that the provider told of: compared with the order they are for, applied to its lead, or left open for an
-- administrator.

create table private.payment_events (
  id             text        not null,
  type           text        not null,
  reference      text,
  email          text,
  amount_cents   bigint,
  currency       text,
  received_at    timestamptz not null default now(),
  lead_id        uuid,
  state          text        not null default 'waiting',
  right_for      jsonb       not null default '[]',
  link_offer     text,
  link_volume    text,
  paid_on        date,
  schedule       jsonb,
  invoice        text,
  subscription   text,
  session        text,
  payment_intent text,
  customer       text,
  is_test        boolean     not null default false,
  is_second      boolean     not null default false,
  payer          jsonb,
  payer_differs  text[],
  dismissed_as   text,
  attached       jsonb,
  constraint payment_events_pkey                 primary key (id),
  constraint payment_events_lead                 foreign key (lead_id) references public.leads (id) on delete set null,
  constraint payment_events_state_is_known       check (state in ('waiting', 'applied', 'dismissed')),
  constraint payment_events_dismissed_for_a_reason check (
    (state = 'dismissed') = (dismissed_as is not null) and dismissed_as in ('refunded', 'not_ours', 'settled_otherwise', 'trial')),
  constraint payment_events_texts_are_short check (
    greatest(char_length(id), char_length(type), char_length(reference), char_length(email), char_length(currency)) <= 320
  ),
  constraint payment_events_right_for_is_a_list  check (jsonb_typeof(right_for) = 'array'),
  constraint payment_events_link_texts_are_short check (greatest(char_length(link_offer), char_length(link_volume)) <= 40),
  constraint payment_events_ids_are_short        check (greatest(char_length(invoice), char_length(subscription)) <= 255),
  constraint payment_events_provider_ids_are_short check (
    greatest(char_length(session), char_length(payment_intent), char_length(customer)) <= 255),
  constraint payment_events_payer_is_short       check (octet_length(payer::text) <= 8192)
);
comment on table  private.payment_events is
  'Payments the provider told us of, by its own event id. What stays waiting matches no lead, or is not what its lead owes: doctor lists it.';
comment on column private.payment_events.reference is
  'The idempotency key of the submission that was paid for, as the provider gives it back; null when it gives none.';
comment on column private.payment_events.email is
  'Of whoever paid, while no lead is found or the lead has another one; empty once an administrator said that it is right.';
comment on column private.payment_events.amount_cents is
  'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.payment_events.lead_id is 'Null too once the lead was erased.';
comment on column private.payment_events.right_for is
  'The orders that this is the right amount for, as private.order_of gives them, each with the schedule that is agreed by it. Empty: an administrator decides.';
comment on column private.payment_events.link_offer is
  'What the payment link says that it sells; null when it does not say.';
comment on column private.payment_events.link_volume is
  'The volume that the payment link says that it sells; null when it does not say.';
comment on column private.payment_events.paid_on is
  'The day of the site on which the event came: in the demonstration, the one it shows.';
comment on column private.payment_events.schedule is
  'What was agreed when it was applied, as `KeptSchedule` of subjects/orders: purchase and dated lines in cents. Null where it is not known.';
comment on column private.payment_events.invoice is
  'The provider''s id of the invoice of this payment; null when it made none.';
comment on column private.payment_events.subscription is
  'The provider''s id of what is charged again each month: its later invoices name it.';
comment on column private.payment_events.session is
  'The provider''s id of the checkout: two endpoints at the provider send two events about one.';
comment on column private.payment_events.payment_intent is
  'The provider''s id of the money, by which it is refunded; null when nothing was collected.';
comment on column private.payment_events.customer is 'The provider''s id of whoever paid.';
comment on column private.payment_events.is_test is
  'Of the provider''s test mode, on a site in production: no money came.';
comment on column private.payment_events.is_second is
  'Its order was paid already: it waits for an administrator, whatever it is right for.';
comment on column private.payment_events.payer is
  'Name, address and tax numbers that were given to the provider, as `Payer` of subjects/payments/rules/payer.ts; forgotten with the e-mail of the payer.';
comment on column private.payment_events.payer_differs is
  'What the payer told otherwise than the order, as `PayerDifference` of subjects/payments/rules/payer.ts; null until compared, empty once confirmed.';

comment on column private.payment_events.dismissed_as is
  'Why the team, or a refund, says that it is no lead''s; null while it waits for one.';
comment on column private.payment_events.attached is
  'What attaching it by hand changed, so that it can be undone; forgotten within the hour.';

create index payment_events_that_wait on private.payment_events (reference) where state <> 'applied';
create index payment_events_to_forget on private.payment_events (id) where attached is not null;
create index payment_events_by_lead on private.payment_events (lead_id);
create index payment_events_by_time on private.payment_events (received_at);
create index payment_events_by_invoice on private.payment_events (invoice)      where invoice is not null;
create index payment_events_by_subscription on private.payment_events (subscription) where subscription is not null;
create index payment_events_by_payment_intent on private.payment_events (payment_intent) where payment_intent is not null;
create index payment_events_by_customer on private.payment_events (customer) where customer is not null;
create unique index payment_events_by_session on private.payment_events (session) where session is not null;
create index payment_events_to_look_at on private.payment_events (received_at)
  where state = 'waiting' or email is not null or payer_differs <> '{}';
create index payment_events_to_compare on private.payment_events (received_at)
  where state = 'applied' and payer is not null and payer_differs is null;

alter table private.payment_events enable row level security, force row level security;
revoke all on private.payment_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the payment events" on private.payment_events
  for all to current_user using (true) with check (true);

create table private.payment_starts (
  reference     uuid        not null,
  terms_version text        not null,
  started_at    timestamptz not null default now(),
  constraint payment_starts_pkey             primary key (reference, terms_version),
  constraint payment_starts_version_is_short check (char_length(terms_version) between 1 and 40)
);
comment on table  private.payment_starts is
  'Clicks on the button that confirms an order: the proof that its terms were accepted. They prove no payment.';
comment on column private.payment_starts.reference is
  'Idempotency key of a submission; no foreign key, since the answers may still wait in the browser.';
comment on column private.payment_starts.terms_version is 'Day of the terms that were shown.';
comment on column private.payment_starts.started_at is 'The first click, by the clock of the server.';

create index payment_starts_by_date on private.payment_starts (started_at);

alter table private.payment_starts enable row level security, force row level security;
revoke all on private.payment_starts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the payment starts" on private.payment_starts
  for all to current_user using (true) with check (true);

create type private.open_payment as (
  payment_id       text,
  reference        text,
  email            text,
  amount_cents     bigint,
  currency         text,
  received_at      timestamptz,
  lead_id          uuid,
  lead_name        text,
  lead_email       text,
  link_offer       text,
  link_volume      text,
  ordered          jsonb,
  named_lead_id    uuid,
  named_lead_name  text,
  named_lead_email text,
  is_test          boolean,
  is_second        boolean,
  paid_before      jsonb,
  payment_intent   text,
  customer         text,
  subscription     text,
  payer            jsonb,
  company          jsonb
);

create function private.take_payment_turn(reference text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('payment of ' || reference, 0)) $$;
comment on function private.take_payment_turn is
  'A payment and its lead that arrive at the same moment do not see each other: the second waits here until it can.';

create function private.mark_paid(lead_id_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform set_config('request.cause', 'payment', true);
  update public.leads
    set payment_status = true, last_contact_at = now(),
        lead_status = case when lead_status in ('to_contact', 'contacted') then 'client' else lead_status end
    where id = lead_id_param and not payment_status;
  perform set_config('request.cause', '', true);
end
$$;
comment on function private.mark_paid is
  'By a payment that came: it makes a client, once. What the team sets afterwards stays, and marking a lead as paid by hand leaves its status.';

create function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  right_id   text;
begin
  select * into submission from private.submissions where idempotency_key = reference_param;
  if not found then
    return false;
  end if;

  -- The order everybody takes: profile, then lead, then submission.
  perform private.take_turn(submission.email);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = submission.lead_id)
    for no key update;
  select * into lead from public.leads where id = submission.lead_id for no key update;
  select * into submission from private.submissions where id = submission.id for no key update;
  if not found then
    return false; -- erased meanwhile
  end if;

  if not lead.payment_status then
    select id into right_id from private.payment_events
      where reference = reference_param::text and state = 'waiting' and not is_second
        and right_for @> jsonb_build_array(private.order_of(submission))
      order by received_at, id limit 1;
    if not found then
      return false;
    end if;

    -- The audit log names the server as author, not the visitor whose answers the payment waited for.
    perform set_config('request.jwt.claims', '', true);
    is_newest := private.newest_submission_id(lead.id) = submission.id;
    if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
      perform private.adopt_submission(submission.id);
      if not is_newest then
        update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
      end if;
    end if;
    perform private.mark_paid(lead.id);

    select coalesce(paid.email, profile.email) into lead_email
      from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
      where paid.id = lead.id;
    with applied as (
      update private.payment_events
        set state = 'applied', lead_id = lead.id,
            email = case when private.canonical_email(email) is distinct from private.canonical_email(lead_email) then email end
        where id = right_id
        returning id, type
    )
    insert into private.audit_log (action, lead_id, detail)
      select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  end if;

  update private.payment_events set is_second = true
    where reference = reference_param::text and state = 'waiting' and not is_second and not is_test;
  return right_id is not null;
end
$$;
comment on function private.apply_payments is
  'Marks the lead of this reference as paid by the first right payment, with the answers that were paid for. Every other one waits as a second payment. False where none was applied.';

-- A payment may also wait for answers that were changed before paying and still lie in the browser's queue.
create function private.apply_waiting_payments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Known answers are locked by whoever changes them: taking the turn as well could stop both, since payments take it first.
  if tg_op = 'INSERT' then
    perform private.take_payment_turn(new.idempotency_key::text);
  end if;
  if exists (select from private.payment_events where reference = new.idempotency_key::text and state = 'waiting') then
    perform private.apply_payments(new.idempotency_key);
  end if;
  return null;
end
$$;

-- At the end of the transaction: until then the submission is still being compared with its lead.
create constraint trigger apply_waiting_payments after insert on private.submissions
  deferrable initially deferred for each row execute function private.apply_waiting_payments();
create constraint trigger apply_payments_to_changed_answers after update of answers on private.submissions
  deferrable initially deferred for each row when (old.answers is distinct from new.answers)
  execute function private.apply_waiting_payments();

-- The payer is stored with the event, once: the provider sends an event again, and that must not bring back the name and
-- address of a payer who was erased since.
create function private.record_payment_event(event private.payment_events) returns text
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
    invoice, subscription, session, payment_intent, customer, is_test, payer)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on, event.invoice, event.subscription,
            event.session, event.payment_intent, event.customer, coalesce(event.is_test, false), event.payer)
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  perform private.dismiss_refunded(event.payment_intent);
  perform private.tell_waiting_payment(event.id);
  return (select state from private.payment_events where id = event.id);
end
$$;
comment on function private.record_payment_event is
  'Keeps a payment whose signature was checked, once for each event and each checkout: applied, waiting for its lead or for an administrator, or known already.';

create function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
  lead  public.leads;
begin
  select * into event from private.payment_events where id = payment_id_param;
  if not found then
    return 'unknown_payment';
  end if;

  perform private.take_payment_turn(event.reference);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param)
    for no key update;
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return 'unknown_lead';
  end if;
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if not found or event.state = 'dismissed' then
    return 'unknown_payment'; -- erased or dismissed meanwhile
  end if;
  if event.state = 'applied' and event.lead_id is distinct from lead_id_param then
    return 'attached_elsewhere';
  end if;
  if event.state = 'applied' and event.email is null and coalesce(event.payer_differs, '{}') = '{}' then
    return 'attached'; -- said before
  end if;

  if event.state = 'waiting' then
    perform private.mark_paid(lead_id_param);
  end if;
  update private.payment_events
    set state = 'applied', lead_id = lead_id_param, email = null, payer_differs = '{}',
        schedule = case event.state when 'waiting' then schedule_param else schedule end
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  if event.state = 'waiting' then
    -- The mail about it waits as long as the screen offers to undo.
    update private.deliveries as mail set next_try_at = now() + interval '15 seconds'
      where mail.lead_id = lead_id_param and mail.event = 'mail.payment-received' and mail.status = 'waiting' and mail.created_at = now();
    update private.payment_events
      set attached = jsonb_build_object('at', now(), 'email', event.email, 'payer_differs', event.payer_differs, 'schedule', event.schedule,
        'lead', jsonb_build_object('payment_status', lead.payment_status, 'lead_status', lead.lead_status,
          'last_contact_at', lead.last_contact_at, 'paid_at', lead.paid_at, 'paid_on', lead.paid_on),
        'updated_at', (select updated_at from public.leads where id = lead.id))
      where id = event.id;
  end if;
  return 'attached';
end
$$;
comment on function private.attach_payment is
  'attached, attached_elsewhere, unknown_payment or unknown_lead. The schedule is what is agreed with it, as the caller knows prices.';

create function private.detach_payment(payment_id_param text, lead_id_param uuid) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
  lead  public.leads;
  was   public.leads;
begin
  select * into event from private.payment_events where id = payment_id_param;
  perform private.take_payment_turn(event.reference);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param)
    for no key update;
  select * into lead from public.leads where id = lead_id_param for no key update;
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if event.lead_id is distinct from lead_id_param or event.attached is null
    or (event.attached ->> 'at')::timestamptz < now() - interval '10 minutes' then
    return 'attachment_settled';
  end if;
  if lead.updated_at <> (event.attached ->> 'updated_at')::timestamptz then
    return 'changed_meanwhile';
  end if;
  if exists (
    select from private.deliveries as mail
    where mail.lead_id = lead.id and mail.event = 'mail.payment-received' and mail.created_at = (event.attached ->> 'at')::timestamptz
      and (mail.status <> 'waiting' or mail.leased_until is not null)
  ) then
    return 'attachment_settled'; -- the customer was told
  end if;

  delete from private.deliveries as mail
    where mail.lead_id = lead.id and mail.event = 'mail.payment-received' and mail.created_at = (event.attached ->> 'at')::timestamptz;
  delete from private.first_passwords as link where link.lead_id = lead.id and link.issued_at = (event.attached ->> 'at')::timestamptz;
  update private.payment_events
    set state = 'waiting', lead_id = null, attached = null, email = event.attached ->> 'email',
        payer_differs = (select array_agg(value) from jsonb_array_elements_text(nullif(event.attached -> 'payer_differs', 'null'))),
        schedule = nullif(event.attached -> 'schedule', 'null')
    where id = event.id;
  was := jsonb_populate_record(lead, event.attached -> 'lead');
  perform set_config('request.cause', 'payment', true);
  update public.leads set payment_status = was.payment_status, lead_status = was.lead_status where id = lead.id;
  perform set_config('request.cause', '', true);
  -- Apart: a change of payment writes them.
  update public.leads set last_contact_at = was.last_contact_at, paid_at = was.paid_at, paid_on = was.paid_on where id = lead.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), 'payment.detached', lead.id, jsonb_build_object('event', event.id));
  return 'detached';
end
$$;
comment on function private.detach_payment is
  'Undoes private.attach_payment of a payment that waited: detached; attachment_settled after ten minutes, or once the customer was told; changed_meanwhile when the lead was.';

create function private.dismiss_payment(payment_id_param text, reason_param text) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
begin
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if not found then
    return 'unknown_payment';
  elsif event.state = 'applied' then
    return 'attached_elsewhere';
  elsif event.dismissed_as is not distinct from reason_param then
    return 'unchanged';
  end if;
  update private.payment_events
    set state = case when reason_param is null then 'waiting' else 'dismissed' end, dismissed_as = reason_param
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), case when reason_param is null then 'payment.restored' else 'payment.dismissed' end,
           (select lead_id from private.submissions where idempotency_key =
              case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end),
           jsonb_strip_nulls(jsonb_build_object('event', event.id, 'as', reason_param));
  return 'changed';
end
$$;
comment on function private.dismiss_payment is
  'Says that a payment which waits is no lead''s, and why; null says that it waits again. changed, unchanged, attached_elsewhere or unknown_payment.';

create function private.dismiss_refunded(payment_intent_param text) returns void
  language sql volatile set search_path = ''
  as $$
    select private.dismiss_payment(event.id, 'refunded')
    from private.payment_events as event
    where event.payment_intent = payment_intent_param and event.state = 'waiting' and event.amount_cents > 0
      and exists (
        select from private.billing_events as told
        where told.payment_intent = event.payment_intent and told.kind = 'refund' and told.detail @> '{"is_whole": true}')
  $$;
comment on function private.dismiss_refunded is
  'A payment that waits and was refunded whole waits for nothing any more.';

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

create function private.payers_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'payer', payer) order by received_at, id), '[]')
    from private.payment_events where lead_id = lead_id_param and state = 'applied' and payer is not null
  $$;

create function private.forget_payment_start() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.payment_starts where reference = old.idempotency_key;
  return null;
end
$$;

create trigger forget_payment_start after delete on private.submissions
  for each row execute function private.forget_payment_start();

create function private.forget_payer() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.email := null;
  new.payer := null;
  new.payer_differs := null;
  new.attached := null;
  return new;
end
$$;

create trigger forget_payer before update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null and new.state = 'applied') execute function private.forget_payer();

-- A payment that waits may name somebody: it forgets who paid when they are erased.
create function private.forget_waiting_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.payment_events set email = null, payer = null where reference = old.idempotency_key::text and state <> 'applied';
  return null;
end
$$;

create trigger forget_waiting_payer after delete on private.submissions
  for each row execute function private.forget_waiting_payer();

create function private.tell_second_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Only a payment whose reference is the key of a submission is a second one.
  perform private.queue_lead_mail('payment-twice', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',       lead.funnel_origin,
      'amountCents', new.amount_cents,
      'currency',    new.currency,
      'paidOn',      new.paid_on)))
    from private.submissions as submission join public.leads as lead on lead.id = submission.lead_id
    where submission.idempotency_key = new.reference::uuid and lead.email is not null;
  return null;
end
$$;
comment on function private.tell_second_payment is
  'To the address of the lead, and to no other that was given to the provider. Of a checkout that collected nothing, the team alone reads.';

create trigger tell_second_payment after update of is_second on private.payment_events
  for each row when (new.is_second and not old.is_second and new.amount_cents > 0)
  execute function private.tell_second_payment();

-- A payment that is attached to no order yet is told to whoever made it, since the page after it promises a mail.
create function private.tell_waiting_payment(event_id text) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
  named public.leads;
begin
  select * into event from private.payment_events
    where id = event_id and state = 'waiting' and not is_second and not is_test;
  if not found then
    return;
  end if;
  select lead.* into named
    from private.submissions as submission join public.leads as lead on lead.id = submission.lead_id
    where submission.idempotency_key = case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end;
  -- A checkout that collects nothing costs nothing to make: it writes to nobody but the address of its order.
  perform private.queue_lead_mail(
    'payment-waiting',
    case when event.amount_cents > 0 then coalesce(event.email, named.email) else named.email end,
    named.id,
    jsonb_strip_nulls(jsonb_build_object('amountCents', event.amount_cents, 'currency', event.currency, 'paidOn', event.paid_on)));
end
$$;
comment on function private.tell_waiting_payment is
  'Of a payment that waits for its lead or for an administrator, once: to the address that was given to the provider.';

create function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email),
           event.link_offer, event.link_volume,
           case when submission.id is not null then private.order_of(submission) end, named.id,
           nullif(concat_ws(' ', coalesce(named.first_name, named_profile.first_name), coalesce(named.last_name, named_profile.last_name)), ''),
           coalesce(named.email, named_profile.email),
           event.is_test, event.is_second or coalesce(named.payment_status, false),
           (select jsonb_agg(jsonb_build_object('payment_id', before.id, 'amount_cents', before.amount_cents,
                'currency', before.currency, 'received_at', before.received_at) order by before.received_at, before.id)
            from private.payment_events as before where before.lead_id = named.id and before.state = 'applied'),
           event.payment_intent, event.customer, event.subscription,
           event.payer, case when event.payer is not null then private.company_of(coalesce(event.lead_id, named.id)) end
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    left join public.leads as named on named.id = submission.lead_id
    left join public.user_profiles as named_profile on named_profile.id = named.user_profile_id
    where event.state <> 'dismissed' and (event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}')
  $$;
comment on function private.open_payments is
  'Payments for an administrator to look at: without `lead_id`, no lead is paid by them; with it, who paid gave another e-mail, name, number or postcode.';

create function public.list_open_payments() returns setof private.open_payment
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.open_payments() $$;
revoke all on function public.list_open_payments from public, anon, authenticated, service_role;
grant execute on function public.list_open_payments to authenticated;
