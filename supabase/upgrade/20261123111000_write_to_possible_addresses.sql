-- The forms take any address with something on both sides of "@", so that a mistake loses no lead. Some of those can be
-- nobody's: a mail to one would be given up at its first try, and call an administrator for nothing.

create function private.is_single_address(address text) returns boolean
  language sql immutable
  return char_length(address) <= 254
     and address ~ '^[^@]+@[^@]+$'
     and address !~ E'[\\s[:cntrl:]<>()\\[\\]\\\\,;:"\\u0080-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';
comment on function private.is_single_address is
  'One bare address, as server/mail/compose-mail.ts takes it: what is none there is not queued. A test compares both.';

create or replace function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      select 'mail', 'mail.' || template, lead_id_param, jsonb_build_object('to', recipient, 'template', template, 'data', data)
      where private.is_single_address(recipient)
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;
comment on function private.queue_lead_mail is
  'Leaves after the commit, and goes with the lead when it is erased. Nothing is written to what can be nobody''s address.';
