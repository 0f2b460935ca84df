-- What is due depends on what was ordered and on which day. Two answers and one day were missing: the number of contacts that
-- was chosen, whom the clients of the follow-up are (a training body begins with free days), and the day an order was paid.

-- Without a name on the wire: the specification fixes what receivers get.
select private.add_question('contacts_per_month', null, forms => '{marketing}', kind => 'count');
select private.add_question('audience', null, forms => '{suiviclient}');

alter table public.leads add column paid_on date;
comment on column public.leads.paid_on is 'The day of the site on which its payment came: its schedule of payments begins there. Null where it was not paid online.';

alter table private.payment_events add column paid_on date;
comment on column private.questions.wire_name is 'What receivers know it as; null for answers that are announced key by key, or not at all.';
comment on column private.payment_events.paid_on is 'The day of the site on which the event came: in the demonstration, the one it shows.';

create or replace function private.order_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('form', submission.form, 'asked', case submission.form
      when 'marketing' then coalesce(nullif(submission.answers -> 'contacts_per_month', '0'), submission.answers -> 'prospects_per_month')
      when 'suiviclient' then case submission.answers ->> 'audience'
        when 'formation' then to_jsonb('formation ' || (submission.answers ->> 'active_clients_per_month'))
        else submission.answers -> 'active_clients_per_month'
      end
      when 'conferences' then submission.answers #> '{extra_answers,kind}'
      else (select submission.answers -> column_name from private.questions where is_volume and submission.form = any (forms))
    end)
  $$;
comment on function private.order_of is
  'The form, and the one answer that the price depends on, as `Asked` of domain/leads/offers.ts: null when it was not given.';

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
  insert into private.payment_events (id, type, reference, email, amount_cents, currency, right_for, link_offer, link_volume, paid_on)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on)
    on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  return (select state from private.payment_events where id = event.id);
end
$$;

create or replace function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.leads set paid_on = new.paid_on where id = new.lead_id and paid_on is null and new.paid_on is not null;
  -- Numbers and codes only: the number of prospects of a closing order is text that somebody typed.
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',       lead.funnel_origin,
      'amountCents', new.amount_cents,
      'currency',    new.currency,
      'paidOn',      new.paid_on,
      'asked',       case when lead.funnel_origin <> 'closing' then (
        select private.order_of(submission) -> 'asked'
        from private.submissions as submission where submission.lead_id = lead.id and submission.is_adopted) end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

create or replace function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, jsonb_strip_nulls(jsonb_build_object(
    'offer',         new.form,
    'callsPerDay',   new.answers -> 'calls_per_month',
    'activeClients', new.answers -> 'active_clients_per_month',
    'prospects',     new.answers -> 'prospects_per_month',
    'asked',         case when new.form <> 'closing' then private.order_of(new) -> 'asked' end,
    'objectives',    new.answers -> 'objectives',
    'kind',          new.answers #> '{extra_answers,kind}')));
  return null;
end
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
comment on function public.read_lead_receipts is
  'What the lead agreed to (boxes, terms of the order, newsletter), since when it pays, and where it came from, as its first submission said. Null when there is no such lead.';
