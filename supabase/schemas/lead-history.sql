-- Who did what to a lead and when, read from where it is written already.

create type private.lead_fact as (
  id     text,
  kind   text,
  at     timestamptz,
  author text,
  detail jsonb
);

create function private.facts_of_log(lead_id_param uuid) returns setof private.lead_fact
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
comment on function private.facts_of_log is 'A status says how long the one before it lasted, in seconds.';

create function private.facts_of_payments(lead_id_param uuid) returns setof private.lead_fact
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

create function private.facts_of_answers(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with versions as (
      select submission.id, former.id as place, former.contact, former.answers, former.consents, former.answered_at as at
      from private.submissions as submission
      join private.former_answers as former on former.submission_id = submission.id
      where submission.lead_id = lead_id_param
      union all
      select id, 9223372036854775807, contact, answers, consents, updated_at
      from private.submissions where lead_id = lead_id_param
    ), told as (
      select version.*, submission.form, submission.is_adopted and version.place = 9223372036854775807 as is_adopted,
             submission.from_another_device, submission.written_by, submission.changed_from,
             private.answered(jsonb_build_object('email', submission.email) || version.contact || version.answers) as snapshot
      from versions as version join private.submissions as submission on submission.id = version.id
    ), compared as (
      -- A change from the customer's space agreed to nothing: it carries the consents that were there.
      select told.*, coalesce(lag(snapshot) over same, changed_from) as snapshot_before,
             coalesce(lag(consents) over same, case when changed_from is not null then consents end) as consents_before
      from told window same as (partition by id order by place)
    )
    select 'answers-' || compared.id || '-' || place, 'answers', at, account.email, jsonb_build_object(
             'form', form, 'answers', snapshot, 'before', snapshot_before, 'is_adopted', is_adopted,
             'from_another_device', from_another_device, 'by_hand', written_by is not null)
    from compared left join auth.users as account on account.id = compared.written_by
    where snapshot_before is distinct from snapshot
    union all
    select 'consent-' || compared.id || '-' || place, 'consent', at, account.email,
           jsonb_build_object('form', form, 'consents', consents)
    from compared left join auth.users as account on account.id = compared.written_by
    where consents <> '{}' and consents_before is distinct from consents
  $$;
comment on function private.facts_of_answers is
  'What each form sent, each time: answers that changed come with those before them.';

create function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, case when import.id is null then 'created' else 'import' end, lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
             || jsonb_strip_nulls(jsonb_build_object('source', import.source, 'file_name', import.file_name))
    from public.leads as lead
    left join lateral (
      select written_by, import_id from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join private.lead_imports as import on import.id = typed.import_id
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id,
           case when note.subject is not null then 'message' when note.outcome is not null then 'call' else 'note' end,
           note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome,
             'subject', note.subject, 'to', note.recipient, 'status', note.delivery, 'sent_at', note.sent_at,
             'attempts', delivery.attempts, 'last_status', delivery.last_status, 'last_error', delivery.last_error,
             'mentions', (
               select jsonb_agg(jsonb_build_object('user_id', mentioned.user_id, 'said', mentioned.said))
               from private.note_mentions as mentioned where mentioned.note_id = note.id)))
    from private.lead_notes as note
    left join auth.users as account on account.id = note.author
    left join private.deliveries as delivery on delivery.id = note.id and note.subject is not null
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, case when correction.after ?| array['consents', 'mails_allowed_because'] then 'consent' else 'correction' end,
           correction.corrected_at, account.email,
           case when correction.after ? 'consents' then correction.after
                when correction.after ? 'mails_allowed_because' then jsonb_build_object('fact', 'mails_allowed',
                  'refused_at', correction.before -> 'mails_refused_at', 'reason', correction.after -> 'mails_allowed_because')
                else jsonb_build_object('before', correction.before, 'after', correction.after) end
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id,
             'way', case when merged.lead_id = lead_id_param then 'moved' else 'joined' end,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    -- A lead of another offer that came beside this one.
    select 'beside-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'way', 'beside', 'origin', other.funnel_origin)
    from public.leads as lead
    join public.leads as other on other.user_profile_id = lead.user_profile_id and other.id <> lead.id
    join private.merged_leads as merged on merged.lead_id = other.id and merged.into_lead_id = other.id
    left join auth.users as account on account.id = merged.author
    where lead.id = lead_id_param and lead.created_at <= merged.merged_at
      and not exists (select from private.merged_leads as own where own.merge_id = merged.merge_id and own.lead_id = lead.id)
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'mails-' || lead.id, 'consent', lead.mails_refused_at, null, '{"fact": "mails_refused"}'
    from public.leads as lead where lead.id = lead_id_param and lead.mails_refused_at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create function private.facts_of_messages(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with addresses as (
      select private.canonical_email(address) as address
      from public.leads as lead
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      cross join unnest(array[lead.email, profile.email]) as address
      where lead.id = lead_id_param and address is not null
    ), messages as (
      select * from private.deliveries where lead_id = lead_id_param and event <> 'mail.team-mail'
      union all
      select delivery.* from private.deliveries as delivery
      where delivery.kind = 'mail' and delivery.lead_id is null
        and private.canonical_email(delivery.body ->> 'to') = any (array(select address from addresses))
    )
    select 'message-' || message.id, message.kind, message.created_at, null::text, jsonb_build_object(
             'event', message.event, 'status', message.status, 'attempts', message.attempts, 'last_status', message.last_status,
             'last_error', message.last_error, 'delivered_at', message.delivered_at,
             'to', case message.kind
               when 'mail' then message.body ->> 'to'
               else substring(receiver.url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') end,
             'payload', case
               when message.kind = 'webhook' then message.body
               -- What was mailed about an account lets somebody in, and so does a link to confirm.
               when message.lead_id is not null then coalesce(message.body -> 'data', '{}') - array['token', 'link', 'code']
               else '{}' end)
    from messages as message left join private.receivers as receiver on receiver.id = message.receiver_id
  $$;
comment on function private.facts_of_messages is
  'Mails and webhooks with what they said: empty after 30 days, and never what opens a door.';

create function public.lead_history(lead_id_param uuid) returns setof private.lead_fact
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select fact.*
    from (
      select * from private.facts_of_file(lead_id_param)
      union all select * from private.facts_of_log(lead_id_param)
      union all select * from private.facts_of_answers(lead_id_param)
      union all select * from private.facts_of_messages(lead_id_param)
      union all select * from private.facts_of_payments(lead_id_param)
    ) as fact
    -- What one transaction wrote has one instant: the cause comes before what followed from it.
    order by fact.at desc,
             array_position(array['created', 'import', 'account', 'answers', 'consent', 'webhook', 'mail'], fact.kind) desc nulls first,
             fact.id desc;
end
$$;
comment on function public.lead_history is
  'All that happened to a lead, newest first: kind, at, author (e-mail of an administrator; null: the person, or the server), detail. Administrators only.';
revoke all on function public.lead_history from public, anon, authenticated, service_role;
grant execute on function public.lead_history to authenticated;
