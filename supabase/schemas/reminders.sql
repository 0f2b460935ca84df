-- One reminder for each request that was not paid, while its person wants it.

create type private.due_reminder as (
  lead_id   uuid,
  recipient text,
  mail      jsonb
);

create function private.due_reminders(now_param timestamptz, most integer) returns setof private.due_reminder
  language sql stable set search_path = ''
  as $$
    select distinct on (lead.user_profile_id)
      lead.id, lead.email, private.order_in_mail(submission) || jsonb_build_object('lead', lead.id)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.is_adopted
      and submission.form = any (private.funnels())
      and submission.created_at > now_param - interval '8 days'
      and submission.created_at <= now_param - interval '1 day'
      and submission.updated_at <= now_param - interval '1 day'
      and submission.written_by is null
      and private.has_consented(lead.consents, 'reminder')
      and lead.lead_status = 'to_contact'
      and not lead.payment_status
      and not lead.is_suspect
      and lead.reminders_stopped_at is null
      and not exists (
        select from private.payment_events as event where event.reference = submission.idempotency_key::text)
      -- One for a person, whatever else they ordered.
      and not exists (
        select from public.leads as sibling
        join private.deliveries as delivery on delivery.lead_id = sibling.id
        where sibling.user_profile_id = lead.user_profile_id and delivery.event = 'mail.order-reminder')
    order by lead.user_profile_id, submission.created_at desc, submission.id
    limit most
  $$;
comment on function private.due_reminders is
  'Who agreed to a reminder, answered a day ago at least and eight at most, and has not paid. A line of the outbox lives longer than that: it proves a reminder.';

create function private.stop_reminders(lead_id_param uuid, stopped_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  update public.leads set reminders_stopped_at = coalesce(reminders_stopped_at, stopped_at)
    where user_profile_id = (select user_profile_id from public.leads where id = lead_id_param);
  return case when found then 'stopped' else 'unknown' end;
end
$$;
comment on function private.stop_reminders is
  'stopped for all orders of the person, as often as it is asked; unknown once the lead is erased.';

create function private.withdraw_reminder() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.deliveries
    where lead_id = new.id and event = 'mail.order-reminder' and status = 'waiting' and kind = 'mail';
  return null;
end
$$;
comment on function private.withdraw_reminder is
  'What has not left yet, as while a mail server is away, does not leave any more.';

create trigger withdraw_reminder after update on public.leads
  for each row
  when (
    new.payment_status and not old.payment_status
    or new.reminders_stopped_at is not null and old.reminders_stopped_at is null
    or new.lead_status <> 'to_contact' and old.lead_status = 'to_contact'
    or private.has_consented(old.consents, 'reminder') and not private.has_consented(new.consents, 'reminder')
  )
  execute function private.withdraw_reminder();
