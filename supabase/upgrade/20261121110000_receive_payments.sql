-- Whether somebody paid is the payment provider's word, never the browser's. Its events come in any order and more than
-- once: each is kept once, and waits for its lead when it comes first.

create table private.payment_events (
  id           text        not null,
  type         text        not null,
  reference    text,
  email        text,
  amount_cents bigint,
  currency     text,
  received_at  timestamptz not null default now(),
  lead_id      uuid,
  state        text        not null default 'waiting',
  constraint payment_events_pkey            primary key (id),
  constraint payment_events_lead            foreign key (lead_id) references public.leads (id) on delete set null,
  constraint payment_events_state_is_known  check (state in ('waiting', 'applied')),
  constraint payment_events_texts_are_short check (
    greatest(char_length(id), char_length(type), char_length(reference), char_length(email), char_length(currency)) <= 320
  )
);
comment on table  private.payment_events              is 'Payments the provider told us of, by its own event id. What stays waiting matches no lead: doctor lists it.';
comment on column private.payment_events.reference    is 'The idempotency key of the submission that was paid for, as the provider gives it back; null when it gives none.';
comment on column private.payment_events.email        is 'Of whoever paid, while no lead is found or the lead has another one; empty once an administrator said that it is right.';
comment on column private.payment_events.amount_cents is 'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.payment_events.lead_id      is 'Null too once the lead was erased.';

create index payment_events_that_wait on private.payment_events (reference) where state = 'waiting';
create index payment_events_by_lead on private.payment_events (lead_id);

alter table private.payment_events enable row level security;
alter table private.payment_events force  row level security;
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
comment on table  private.payment_starts               is 'Clicks on the button that confirms an order: the proof that its terms were accepted. They prove no payment.';
comment on column private.payment_starts.reference     is 'Idempotency key of a submission; no foreign key, since the answers may still wait in the browser.';
comment on column private.payment_starts.terms_version is 'Day of the terms that were shown.';
comment on column private.payment_starts.started_at    is 'The first click, by the clock of the server.';

alter table private.payment_starts enable row level security;
alter table private.payment_starts force  row level security;
revoke all on private.payment_starts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the payment starts" on private.payment_starts
  for all to current_user using (true) with check (true);

create function private.take_payment_turn(reference text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('payment of ' || reference, 0)) $$;
comment on function private.take_payment_turn is
  'A payment and its lead that arrive at the same moment do not see each other: the second waits here until it can.';

create function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
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

  -- In the audit log it is the server's doing, whoever sent the answers that the payment waited for.
  perform set_config('request.jwt.claims', '', true);
  is_newest := private.newest_submission_id(lead.id) = submission.id;
  if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
    perform private.adopt_submission(submission.id);
    if not is_newest then
      update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
    end if;
  end if;
  update public.leads set payment_status = true, last_contact_at = now() where id = lead.id and not payment_status;

  select coalesce(paid.email, profile.email) into lead_email
    from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
    where paid.id = lead.id;
  with applied as (
    update private.payment_events
      set state = 'applied', lead_id = lead.id,
          email = case when lower(email) is distinct from lower(lead_email) then email end
      where reference = reference_param::text and state = 'waiting'
      returning id, type
  )
  insert into private.audit_log (action, lead_id, detail)
    select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  return true;
end
$$;
comment on function private.apply_payments is
  'Marks the lead of this reference as paid, with the answers that were paid for. False while there is no such lead.';

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
  insert into private.payment_events (id, type, reference, email, amount_cents, currency)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency)
    on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  return case when private.apply_payments(submission_key) then 'applied' else 'waiting' end;
end
$$;
comment on function private.record_payment_event is 'Keeps an event whose signature was checked, once: applied, waiting for its lead, or known already.';

create function private.apply_waiting_payments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.take_payment_turn(new.idempotency_key::text);
  if exists (select from private.payment_events where reference = new.idempotency_key::text and state = 'waiting') then
    perform private.apply_payments(new.idempotency_key);
  end if;
  return null;
end
$$;

-- At the end of the transaction: until then the submission is still being compared with its lead.
create constraint trigger apply_waiting_payments after insert on private.submissions
  deferrable initially deferred for each row execute function private.apply_waiting_payments();

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
  return new;
end
$$;

create trigger forget_payer before update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.forget_payer();
