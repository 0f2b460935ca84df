-- Who asks for something is told by mail that it arrived, and may confirm by mail what a box cannot prove alone. Each
-- mail commits with what caused it, and leaves once. Beside it: what an administrator may read of where a lead came from
-- and of what it agreed to.

-- Campaign and origin ------------------------------------------------------------------------------------------------

create function private.read_touch(value jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    select nullif(jsonb_object_agg(fact.name, fact.said) filter (where fact.said <> ''), '{}')
    from (
      select key as name, left(btrim(regexp_replace(entry.value #>> '{}', '[[:cntrl:]]+', ' ', 'g')), 200) as said
      from jsonb_each(case when jsonb_typeof(value) = 'object' then value else '{}' end) as entry (key, value)
      where key in ('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'at')
        and jsonb_typeof(entry.value) = 'string'
    ) as fact
  $$;
comment on function private.read_touch is 'What one visit says of where it came from: short texts under known names, or null. Anybody writes it: it is never more than text.';

create function private.tidy_attribution() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.attribution := jsonb_strip_nulls(jsonb_build_object(
    'first', private.read_touch(new.attribution -> 'first'),
    'last',  private.read_touch(new.attribution -> 'last')));
  return new;
end
$$;

create trigger tidy_attribution before insert on private.submissions
  for each row when (new.attribution <> '{}') execute function private.tidy_attribution();

-- Mails to visitors --------------------------------------------------------------------------------------------------

-- Whatever door is tried, and however often: one of each per lead.
create unique index deliveries_one_of_each_mail_per_lead on private.deliveries (lead_id, event)
  where event in ('mail.lead-received', 'mail.payment-received');

create function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      values ('mail', 'mail.' || template, lead_id_param, jsonb_build_object('to', recipient, 'template', template, 'data', data))
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;
comment on function private.queue_lead_mail is 'Leaves after the commit, and goes with the lead when it is erased.';

create function private.has_enough_mail(lead_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select count(*) >= 3
    from public.leads as lead
    join public.leads as sibling on sibling.user_profile_id = lead.user_profile_id
    join private.deliveries as delivery on delivery.lead_id = sibling.id
    where lead.id = lead_id_param
      and delivery.event = 'mail.lead-received'
      and delivery.created_at > now() - interval '1 day'
  $$;
comment on function private.has_enough_mail is
  'An address may be typed by somebody else, in each of five forms: three confirmations a day reach it, whoever asks.';

create function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (select from private.submissions where lead_id = new.lead_id and id <> new.id and not is_suspect)
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
    'objectives',    new.answers -> 'objectives',
    'kind',          new.answers #> '{extra_answers,kind}')));
  return null;
end
$$;

create trigger confirm_first_submission after insert on private.submissions
  for each row when (new.form <> 'general' and not new.is_suspect) execute function private.confirm_first_submission();

create function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',       lead.funnel_origin,
      'amountCents', new.amount_cents,
      'currency',    new.currency)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

create trigger confirm_payment after update of state on private.payment_events
  for each row when (old.state = 'waiting' and new.state = 'applied') execute function private.confirm_payment();

-- Newsletter ---------------------------------------------------------------------------------------------------------

create table private.newsletter_requests (
  lead_id           uuid        not null,
  email             text        not null,
  token_hash        bytea       not null,
  mail_count        integer     not null default 1,
  requested_at      timestamptz not null default now(),
  confirmed_at      timestamptz,
  confirmed_text    text,
  confirmed_version text,
  constraint newsletter_requests_pkey             primary key (lead_id),
  constraint newsletter_requests_one_per_token    unique (token_hash),
  constraint newsletter_requests_lead             foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint newsletter_requests_texts_are_short  check (greatest(char_length(email), char_length(confirmed_text), char_length(confirmed_version)) <= 1000),
  constraint newsletter_requests_proof_is_whole   check (num_nulls(confirmed_at, confirmed_text, confirmed_version) in (0, 3))
);
comment on table  private.newsletter_requests              is 'Who ticked the box of the newsletter; a subscriber once the holder of the address confirmed. The box itself is a receipt among the consents of the lead.';
comment on column private.newsletter_requests.token_hash   is 'SHA-256 of the token in the last link that was mailed; kept once used, to say so.';
comment on column private.newsletter_requests.mail_count   is 'Links mailed: three at most, a day apart.';
comment on column private.newsletter_requests.confirmed_text is 'The sentence above the button that was pressed.';

alter table private.newsletter_requests enable row level security;
alter table private.newsletter_requests force row level security;
revoke all on private.newsletter_requests from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the newsletter requests" on private.newsletter_requests
  for all to current_user using (true) with check (true);

create function private.wants_newsletter(submission private.submissions) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(
      submission.consents #> '{newsletter,granted}' = 'true',
      submission.answers #> '{extra_answers,newsletter}' = 'true',
      false)
  $$;

create function private.ask_newsletter_confirmation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if not private.wants_newsletter(new) then
    return null;
  end if;
  insert into private.newsletter_requests as request (lead_id, email, token_hash)
    values (new.lead_id, new.email, sha256(convert_to(token, 'utf8')))
    on conflict (lead_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, mail_count = request.mail_count + 1, requested_at = now()
      where request.confirmed_at is null and request.mail_count < 3 and request.requested_at < now() - interval '1 day';
  if found then
    perform private.queue_lead_mail('newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token));
  end if;
  return null;
end
$$;
comment on function private.ask_newsletter_confirmation is 'Ticked by anybody, under any address: one link, and a new one a day later at the earliest.';

create trigger ask_newsletter_confirmation after insert or update of answers, consents on private.submissions
  for each row when (new.form = 'conferences' and not new.is_suspect) execute function private.ask_newsletter_confirmation();

create function private.confirm_newsletter(token text, confirmed_at_param timestamptz, wording text, version text) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  hash    bytea := sha256(convert_to(token, 'utf8'));
  request private.newsletter_requests;
begin
  update private.newsletter_requests
    set confirmed_at = confirmed_at_param, confirmed_text = wording, confirmed_version = version
    where token_hash = hash and confirmed_at is null and requested_at > confirmed_at_param - interval '7 days';
  if found then
    return 'confirmed';
  end if;
  select * into request from private.newsletter_requests where token_hash = hash;
  return case when not found then 'unknown' when request.confirmed_at is not null then 'used' else 'expired' end;
end
$$;
comment on function private.confirm_newsletter is 'confirmed once, then used; expired after seven days; unknown when no link holds this token, or a newer one replaced it.';

-- What an administrator reads ----------------------------------------------------------------------------------------

create function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'terms', (
        select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
        from private.submissions as submission
        join private.payment_starts as start on start.reference = submission.idempotency_key
        where submission.lead_id = lead.id
        order by start.started_at desc limit 1),
      'newsletter', (
        select jsonb_build_object(
          'requestedAt', request.requested_at,
          'expiresAt',   request.requested_at + interval '7 days',
          'isExpired',   request.requested_at <= now() - interval '7 days',
          'confirmedAt', request.confirmed_at,
          'version',     request.confirmed_version,
          'text',        request.confirmed_text)
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
  'What the lead agreed to (boxes, terms of the order, newsletter) and where it came from, as its first submission said. Null when there is no such lead.';

revoke all on function public.read_lead_receipts(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_lead_receipts(uuid) to authenticated;
