-- An order accepts a version of the terms: with the click that confirms it, or with the box of an order form. One reading
-- of it, for the lead's file, the customer's space and whatever is written to them.

create function private.accepted_terms(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
      from private.submissions as submission
      join private.payment_starts as start on start.reference = submission.idempotency_key
      where submission.lead_id = lead_id_param
      order by start.started_at desc, start.terms_version desc limit 1), (
      select jsonb_build_object('at', lead.consents #> '{terms,at}', 'version', lead.consents #> '{terms,version}')
      from public.leads as lead
      where lead.id = lead_id_param and lead.consents #> '{terms,granted}' = 'true'))
  $$;
comment on function private.accepted_terms is
  'The version of the terms that the order of a lead accepted, and when: the newest click that confirmed it, else the box of its form. Null before one.';

revoke all on function private.accepted_terms(uuid) from public, anon, authenticated, service_role;

create or replace function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'schedule', private.kept_schedule(lead.id),
      'terms', private.accepted_terms(lead.id),
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', private.payments_of(lead.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
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
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'terms', private.accepted_terms(lead.id),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;
