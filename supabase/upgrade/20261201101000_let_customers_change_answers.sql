-- « Tout reste modifiable »: from their space a customer changes the greeting, the hours and the intention of a request of
-- theirs. What they send is a submission as from the form: it replaces the answers of an unpaid request, waits for the
-- team on a paid one, is announced to the receivers, and keeps what stood there before.

alter table private.submissions add column changed_from jsonb;
comment on column private.submissions.changed_from is
  'Of a change from the customer''s space: all the answers as they were just before. Null of what a form sent.';

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
  elsif lead.lead_status = 'inactive' then
    return '{"code": "order_closed"}';
  elsif given = '{}' or exists (select from jsonb_object_keys(given) as name where name <> all (changeable)) then
    return '{"code": "unreadable"}';
  end if;

  -- What they see: the request, or their own change that still waits.
  select * into known from private.submissions
    where id = private.newest_submission_id(lead.id) and user_id = account_id_param and lower(email) = lower(coalesce(lead.email, profile.email));
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

create function private.joined_knowledge_text(intention text, detail text, own_text text) returns text
  language sql immutable parallel safe
  return case
    when intention is distinct from 'autres' or detail is null then own_text
    when own_text is null then detail
    else E'Intention : ' || detail || E'\n' || own_text
  end;
comment on function private.joined_knowledge_text is 'What private.intention_detail and private.free_knowledge_text take apart.';

create function private.own_orders(account_id_param uuid) returns jsonb
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
        from private.payment_events as event where event.lead_id = lead.id and event.state = 'applied')
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;
comment on function private.own_orders is
  'Of each request of an account, what its row does not say: the change that waits for the team, and the payments that came.';

create or replace function private.facts_of_answers(lead_id_param uuid) returns setof private.lead_fact
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

revoke all on function
  private.change_answers(uuid, uuid, jsonb), private.joined_knowledge_text(text, text, text), private.own_orders(uuid)
  from public, anon, authenticated, service_role;
