-- A payment that is attached to no order yet is told to whoever made it, since the page after it promises a mail. And the
-- first mail of an order of calls knows the numbers that its form reads: « 2 500 environ », « 2k ».

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
    invoice, subscription, session, payment_intent, customer, is_test)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on, event.invoice, event.subscription,
            event.session, event.payment_intent, event.customer, coalesce(event.is_test, false))
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  perform private.tell_waiting_payment(event.id);
  return (select state from private.payment_events where id = event.id);
end
$$;

create or replace function private.order_in_mail(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'offer',         submission.form,
      'order',         submission.idempotency_key,
      'lead',          case when submission.form in ('closing', 'conferences') then submission.lead_id end,
      'callsPerDay',   submission.answers -> 'calls_per_month',
      'activeClients', submission.answers -> 'active_clients_per_month',
      'prospects',     submission.answers -> 'prospects_per_month',
      'asked',         case
        when submission.form <> 'closing'
          -- `callsOrdered` of domain/leads reads the number; this only lets no other word through.
          or regexp_replace(
               submission.answers ->> 'prospects_count',
               '\m(environ|env|à peu près|autour de|près de|approximativement|approx|prospects?|contacts?|appels?|personnes?|entreprises?|clients?|leads?|numéros?|de|d)\M|[~≈’'']',
               '', 'gi')
            ~* '^[\s.]*[0-9][0-9\s.,]{0,11}(k|mille|milliers?)?[\s.]*$'
        then private.order_of(submission) -> 'asked'
      end,
      'objectives',    submission.answers -> 'objectives',
      'kind',          submission.answers #> '{extra_answers,kind}'))
  $$;

revoke all on function private.tell_waiting_payment(text) from public, anon, authenticated, service_role;
