-- What a customer's space reads of their orders, and the answers they change there.

create function private.own_orders(account_id_param uuid) returns jsonb
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
      'billing', private.billing_of(lead.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;
comment on function private.own_orders is
  'Of each request of an account, what its row does not say: what was agreed with its payment, the change that waits for the team, the payments that came, and the notes that are meant for the customer.';

create function private.change_answers(lead_id_param uuid, account_id_param uuid, given jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  changeable constant text[] := array['welcome_message', 'business_hours', 'intention', 'intention_detail'];
  profile    public.user_profiles;
  lead       public.leads;
  known      private.submissions;
  submission private.submissions;
  base       jsonb;
  answers    jsonb;
  detail     text;
begin
  select * into profile from public.user_profiles where user_id = account_id_param for no key update;
  select * into lead from public.leads
    where id = lead_id_param and user_profile_id = profile.id and funnel_origin = 'secretariat' for no key update;
  if not found then
    return '{"code": "unknown_order"}';
  elsif private.is_closed(lead.lead_status) then
    return '{"code": "order_closed"}';
  elsif given = '{}' or exists (select from jsonb_object_keys(given) as name where name <> all (changeable)) then
    return '{"code": "unreadable"}';
  end if;

  -- What they see: the request, or their own change that still waits.
  select * into known from private.submissions
    where id = private.newest_submission_id(lead.id) and user_id = account_id_param and private.canonical_email(email) = private.canonical_email(coalesce(lead.email, profile.email));
  base := case when known.id is not null and lead.newer_answers_at is not null
    then private.snapshot_of(known)
    else private.answered(private.shown_answers(lead, profile)) end;

  answers := base || private.read_corrections(given - 'intention_detail');
  if given ?| array['intention', 'intention_detail'] then
    detail := coalesce(
      private.read_text(given ->> 'intention_detail', 4000, 'intention_detail'),
      private.intention_detail(base ->> 'intention', base ->> 'knowledge_base_text'));
    answers := answers || jsonb_build_object('knowledge_base_text', private.joined_knowledge_text(
      answers ->> 'intention', detail, private.free_knowledge_text(base ->> 'intention', base ->> 'knowledge_base_text')));
  end if;
  answers := private.answered(answers);
  if answers = base then
    return '{"code": "unchanged"}';
  end if;

  -- A change that waits is replaced, and so are the answers that this account sent for an unpaid request.
  if known.id is not null and (lead.newer_answers_at is not null or (known.is_adopted and not lead.payment_status)) then
    submission.idempotency_key := known.idempotency_key;
    submission.source_path := known.source_path;
  end if;
  submission.form     := lead.funnel_origin;
  submission.email    := coalesce(lead.email, profile.email);
  submission.user_id  := account_id_param;
  submission.consents := lead.consents;
  select coalesce(jsonb_object_agg(answer.key, answer.value) filter (where question.is_contact), '{}'),
         coalesce(jsonb_object_agg(answer.key, answer.value) filter (where not question.is_contact), '{}')
    into submission.contact, submission.answers
    from jsonb_each(answers - 'email') as answer join private.questions as question on question.column_name = answer.key;
  submission.idempotency_key := private.receive_submission(submission);
  update private.submissions set changed_from = base
    where idempotency_key = submission.idempotency_key and known.idempotency_key is distinct from idempotency_key;

  select * into lead from public.leads where id = lead.id;
  return jsonb_build_object('code', case when lead.newer_answers_at is null then 'changed' else 'waiting' end);
exception when raise_exception then
  return jsonb_build_object('refused', sqlerrm);
end
$$;
comment on function private.change_answers is
  'changed, waiting (paid: the team reads it), unchanged, order_closed, unreadable, or unknown_order: whatever is not a request of that account''s. The caller has checked who asks.';
