-- The team writes to a customer where it writes about them: a note that is meant for the customer is shown in their space.
-- Every other note stays the team's.

alter table private.lead_notes add column is_for_customer boolean not null default false;
comment on column private.lead_notes.is_for_customer is 'Shown in the customer''s space; every other note is for the team alone.';

create or replace function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', event.id, 'amount_cents', event.amount_cents, 'currency', event.currency,
            'paid_on', event.paid_on, 'received_at', event.received_at) order by event.received_at), '[]')
        from private.payment_events as event where event.lead_id = lead.id and event.state = 'applied'),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;
comment on function private.own_orders is
  'Of each request of an account, what its row does not say: the change that waits for the team, the payments that came, and the notes that are meant for the customer.';

create or replace function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, 'created', lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
    from public.leads as lead
    left join lateral (
      select written_by from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id, 'note', note.written_at, account.email, jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer)
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, 'correction', correction.corrected_at, account.email,
           jsonb_build_object('before', correction.before, 'after', correction.after)
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'is_same_lead', merged.lead_id = lead_id_param,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;
