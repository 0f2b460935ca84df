-- A payment may be no lead's, and what attached one, or adopted answers, can be undone.

alter table private.payment_events
  add column dismissed_as text,
  add column attached jsonb,
  drop constraint payment_events_state_is_known;
alter table private.payment_events
  add constraint payment_events_state_is_known check (state in ('waiting', 'applied', 'dismissed')),
  add constraint payment_events_dismissed_for_a_reason check (
    (state = 'dismissed') = (dismissed_as is not null) and dismissed_as in ('refunded', 'not_ours', 'settled_otherwise', 'trial'));

comment on column private.payment_events.dismissed_as is
  'Why the team, or a refund, says that it is no lead''s; null while it waits for one.';
comment on column private.payment_events.attached is
  'What attaching it by hand changed, so that it can be undone; forgotten within the hour.';

drop index private.payment_events_that_wait;
create index payment_events_that_wait on private.payment_events (reference) where state <> 'applied';
create index payment_events_to_forget on private.payment_events (id) where attached is not null;

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

create or replace function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
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

create or replace function private.forget_payer() returns trigger
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

create or replace function private.forget_waiting_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.payment_events set email = null, payer = null where reference = old.idempotency_key::text and state <> 'applied';
  return null;
end
$$;

create or replace function private.record_billing_event(told private.billing_events) returns text
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
  if told.kind = 'refund' then
    perform private.dismiss_refunded(told.payment_intent);
  end if;
  if told.kind = 'failed_debit' and told.is_open then
    -- The newest try is the one to act on.
    update private.billing_events set is_open = false, settled_at = now()
      where kind = told.kind and object = told.object and is_open and id <> told.id;
  end if;
  return 'kept';
end
$$;

create or replace function private.open_payments() returns setof private.open_payment
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

create or replace function private.payments_about_leads() returns table (lead_id uuid, since timestamptz)
  language sql stable rows 10 set search_path = ''
  as $$
    select lead.id, min(event.received_at)
    from private.payment_events as event
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    join public.leads as lead on lead.id = coalesce(event.lead_id, submission.lead_id)
    where event.state <> 'dismissed' and (event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}')
    group by lead.id
  $$;

create or replace function private.count_astray() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'deliveries', (select count(*) from private.deliveries where status = 'dead'),
      'payments', (select count(*) from private.payment_events
                     where state <> 'dismissed' and (state = 'waiting' or email is not null or payer_differs <> '{}'))
                + (select count(*) from private.billing_events where is_open and lead_id is null))
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
             when kinds.kind = 'tag' then jsonb_build_object(
               'added',   private.tags_beside(line.detail -> 'to', line.detail -> 'from'),
               'removed', private.tags_beside(line.detail -> 'from', line.detail -> 'to'))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'), ('lead.setup_changed', 'payment'),
      ('lead.reason_changed', 'status'), ('lead.tags_changed', 'tag'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'), ('payment.detached', 'payment'),
      ('payment.dismissed', 'payment'), ('payment.restored', 'payment'), ('lead.adoption_undone', 'answers'),
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
      where state <> 'applied' and reference = any (array(select idempotency_key::text from asked))
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

drop trigger forget_payer on private.payment_events;
create trigger forget_payer before update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null and new.state = 'applied') execute function private.forget_payer();

drop trigger forget_invoices on private.payment_events;
create trigger forget_invoices after update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null and new.state = 'applied') execute function private.forget_invoices();

create table private.adoptions (
  lead_id            uuid        not null,
  before             jsonb       not null,
  kept_updated_at    timestamptz not null,
  profile_updated_at timestamptz not null,
  adopted_at         timestamptz not null default now(),
  constraint adoptions_pkey primary key (lead_id),
  constraint adoptions_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.adoptions is
  'What a lead and its profile said before newer answers were adopted, so that it can be undone; gone within the hour.';
comment on column private.adoptions.before is
  'Both rows as they were, and the submission whose answers the lead showed.';

create index adoptions_by_time on private.adoptions (adopted_at);

alter table private.adoptions enable row level security, force row level security;
revoke all on private.adoptions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the adoptions" on private.adoptions
  for all to current_user using (true) with check (true);

create or replace function private.adopt_submission(submission_id_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  profile    public.user_profiles;
begin
  select * into strict submission from private.submissions where id = submission_id_param;
  select * into strict lead from public.leads where id = submission.lead_id;
  select * into strict profile from public.user_profiles where id = lead.user_profile_id;

  -- The same mailbox stays as it was spelt.
  perform private.write_lead_snapshot(lead.id, private.snapshot_of(submission)
    || case when private.canonical_email(submission.email) = private.canonical_email(lead.email)
         then jsonb_build_object('email', lead.email) else '{}' end);
  update public.leads
    set consents = submission.consents, is_suspect = submission.is_suspect, newer_answers_at = null, last_contact_at = now()
    where id = lead.id;
  update private.submissions set is_adopted = false where lead_id = lead.id and is_adopted and id <> submission.id;
  update private.submissions set is_adopted = true where id = submission.id and not is_adopted;

  if profile.user_id is null then
    if private.founded_profile(lead) then
      perform private.complete_profile(profile.id, submission, private.answered(to_jsonb(lead)));
    end if;
  elsif profile.user_id = submission.user_id then
    perform private.keep_latest_answers(profile.id, submission);
  end if;
end
$$;

create or replace function public.adopt_newer_answers(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   uuid;
begin
  perform private.require_admin();
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param and newer_answers_at is not null for no key update;
  if found then
    select id into shown from private.submissions where lead_id = lead.id and is_adopted;
    perform private.adopt_submission(private.newest_submission_id(lead_id_param));
    insert into private.adoptions (lead_id, before, kept_updated_at, profile_updated_at)
      select lead.id, jsonb_build_object('lead', to_jsonb(lead), 'profile', to_jsonb(profile), 'submission', shown),
             kept.updated_at, contact.updated_at
      from public.leads as kept join public.user_profiles as contact on contact.id = kept.user_profile_id where kept.id = lead.id
      on conflict (lead_id) do update
        set (before, kept_updated_at, profile_updated_at, adopted_at)
          = (excluded.before, excluded.kept_updated_at, excluded.profile_updated_at, excluded.adopted_at);
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.answers_adopted', lead_id_param);
  end if;
end
$$;

create function public.undo_adopted_answers(lead_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  adoption private.adoptions;
begin
  perform private.require_admin();
  perform private.lock_contacts(array[lead_id_param]);
  select * into adoption from private.adoptions
    where lead_id = lead_id_param and adopted_at > now() - interval '10 minutes' for update;
  if not found then
    return 'settled';
  end if;
  perform from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
      and (lead.updated_at, profile.updated_at) = (adoption.kept_updated_at, adoption.profile_updated_at);
  if not found then
    return 'changed_meanwhile';
  end if;
  update private.submissions set is_adopted = false where lead_id = lead_id_param and is_adopted;
  update private.submissions set is_adopted = true where id = (adoption.before ->> 'submission')::uuid;
  perform private.put_back('public.user_profiles', adoption.before -> 'profile');
  perform private.put_back('public.leads', adoption.before -> 'lead');
  delete from private.adoptions where lead_id = lead_id_param;
  insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.adoption_undone', lead_id_param);
  return 'undone';
end
$$;
comment on function public.undo_adopted_answers is
  'undone; settled after ten minutes, or when nothing was adopted; changed_meanwhile when somebody went on with what was adopted. Administrators only.';
revoke all on function public.undo_adopted_answers from public, anon, authenticated, service_role;
grant execute on function public.undo_adopted_answers to authenticated;
