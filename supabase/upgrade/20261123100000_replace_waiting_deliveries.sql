-- Answers that change before their event has left make no second event: what still waits for the same submission is
-- replaced. However often a key is repeated, each receiver has one delivery on its way and one that waits, with the newest.

alter table private.deliveries add column submission_id uuid;
comment on column private.deliveries.submission_id is
  'Whose answers it announces; null for every other event. No foreign key: it goes with its lead, and outlives nothing else.';
comment on column private.deliveries.id is
  'The webhook-id: the same on every try of one body. A body that changes gets another, since the old one may have been seen.';

-- The delivery that newer answers replace.
create index deliveries_that_wait_by_submission on private.deliveries (submission_id, receiver_id)
  where status = 'waiting' and submission_id is not null;

create or replace function private.announce_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', receiver.id, private.event_of_form(new.form), new.lead_id, new.id, private.event_body(new)
    from private.receivers as receiver
    where receiver.topic = 'lead' and receiver.disabled_at is null;
  perform pg_notify('deliveries', '');
  return null;
end
$$;

create function private.announce_changed_answers() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_body jsonb := private.event_body(new);
begin
  -- One that a worker claims at this moment is waited for, and then counts as on its way.
  with enabled as (
    select id from private.receivers where topic = 'lead' and disabled_at is null
  ), replaced as (
    update private.deliveries as delivery
      set id = gen_random_uuid(), body = new_body, attempts = 0, last_status = null, last_error = null,
          next_try_at = now(), created_at = now(), leased_by = null, leased_until = null
      from enabled
      where delivery.submission_id = new.id and delivery.receiver_id = enabled.id and delivery.status = 'waiting'
        and (delivery.leased_until is null or delivery.leased_until <= now())
      returning delivery.receiver_id
  )
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', enabled.id, private.event_of_form(new.form), new.lead_id, new.id, new_body
    from enabled where not exists (select from replaced where replaced.receiver_id = enabled.id);
  perform pg_notify('deliveries', '');
  return null;
end
$$;
comment on function private.announce_changed_answers is
  'The submission is locked, so changes of one key come one after the other. A try that was refused has its pauses again: the body is another one.';

drop trigger announce_changed_answers on private.submissions;
create trigger announce_changed_answers after update of contact, answers on private.submissions
  for each row when ((old.contact, old.answers) is distinct from (new.contact, new.answers))
  execute function private.announce_changed_answers();
