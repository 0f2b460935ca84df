-- A status that is added changes the check of leads and private.is_closed: leads are counted by whatever statuses there are.
create function private.is_closed(status text) returns boolean
  language sql immutable set search_path = ''
  as $$
  select status in ('inactive')
$$;

create or replace function private.change_answers(lead_id_param uuid, account_id_param uuid, given jsonb) returns jsonb
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

create or replace function public.count_leads() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'statuses', coalesce(jsonb_object_agg(lead_status, leads), '{}'),
      'paid',     coalesce(sum(paid), 0),
      'total',    coalesce(sum(leads), 0)
    )
    from (
      select lead_status, sum(chosen.lead_count) as leads,
             coalesce(sum(chosen.lead_count) filter (where payment_status), 0) as paid
      from private.facets_of('{}') as chosen join private.lead_facets as facet on facet.id = chosen.facet_id
      group by lead_status
    ) as counted
  );
end
$$;
comment on function public.count_leads is
  'How many leads are where, over all of them; a status without leads is left out. Administrators only.';
