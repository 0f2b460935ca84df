-- The payer is stored with the event, once: an update after it gave an event that the provider sends again the name and
-- address of a payer who had been erased since.

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
  perform private.tell_waiting_payment(event.id);
  return (select state from private.payment_events where id = event.id);
end
$$;
