-- The confirmation of an order links to the terms that it accepted: the mail knows their day, and no other word of them.
create or replace function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  ordered jsonb := (
    select private.order_of(submission)
    from private.submissions as submission where submission.lead_id = new.lead_id and submission.is_adopted);
  agreed  jsonb := coalesce(new.schedule, (
    select sold.entry -> 'schedule' from jsonb_array_elements(new.right_for) as sold (entry) where sold.entry @> ordered limit 1));
begin
  update private.payment_events set schedule = agreed where id = new.id and schedule is distinct from agreed;
  update public.leads set paid_on = new.paid_on where id = new.lead_id and paid_on is null and new.paid_on is not null;
  -- Numbers and codes only: the number of prospects of a closing order is text that somebody typed.
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',         lead.funnel_origin,
      'amountCents',   new.amount_cents,
      'currency',      new.currency,
      'paidOn',        new.paid_on,
      'schedule',      agreed,
      'terms',         substring(private.accepted_terms(lead.id) ->> 'version' from '^\d{4}-\d\d-\d\d$'),
      'firstPassword', private.issue_first_password(lead.id),
      'asked',         case when lead.funnel_origin <> 'closing' then ordered -> 'asked' end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;
