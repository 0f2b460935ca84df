-- A lead of another offer that a merge brought beside this one has its line in the history of both, and a merge completes
-- who the kept contact is, not what was answered for other offers.
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
    select 'note-' || note.id, case when note.outcome is null then 'note' else 'call' end, note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome))
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, case when correction.after ? 'consents' then 'consent' else 'correction' end,
           correction.corrected_at, account.email,
           case when correction.after ? 'consents' then correction.after
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
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create or replace function private.merge_contacts(keep_param uuid, merge_param uuid[], author_param uuid, account_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  merge_id_made constant uuid := gen_random_uuid();
  problem      jsonb;
  account      jsonb;
  kept_profile public.user_profiles;
  gone_profile public.user_profiles;
  gone         public.leads;
  kept         public.leads;
  before       jsonb;
begin
  perform private.lock_contacts(merge_param || keep_param);
  problem := private.merge_problem(keep_param, merge_param);
  if problem is not null then
    return problem;
  end if;
  account := private.account_of_merge(keep_param, merge_param);
  if not (account ->> 'is_of_kept')::boolean and account ->> 'id' is distinct from account_param::text then
    return '{"code": "account_unconfirmed"}';
  end if;

  for gone_profile in
    select * from public.user_profiles
    where id in (select user_profile_id from public.leads where id = any (merge_param)) order by id
  loop
    select * into kept_profile from public.user_profiles where id = (select user_profile_id from public.leads where id = keep_param);
    before := jsonb_build_object('profile', to_jsonb(gone_profile), 'kept_profile', to_jsonb(kept_profile));
    for gone in select * from public.leads where user_profile_id = gone_profile.id order by id loop
      -- What the profile said for it goes on being said.
      perform private.write_lead_snapshot(gone.id, private.answered(private.shown_answers(gone, gone_profile)));
      select * into kept from public.leads where user_profile_id = kept_profile.id and funnel_origin = gone.funnel_origin;
      if found then
        perform private.join_leads(
          jsonb_populate_record(gone, private.answered(private.shown_answers(gone, gone_profile))), kept,
          before || jsonb_build_object('lead', to_jsonb(gone)), merge_id_made, author_param);
      else
        insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
          values (merge_id_made, gone.id, gone.id, author_param, before || jsonb_build_object('lead', to_jsonb(gone)));
        update public.leads set user_profile_id = kept_profile.id, account_exists = false where id = gone.id;
      end if;
    end loop;

    delete from public.user_profiles where id = gone_profile.id;
    -- What was answered for the leads of the other contact is theirs alone, by their snapshots; who it is completes the kept one.
    perform private.write_profile_answers(kept_profile.id,
      (select coalesce(jsonb_object_agg(answer.key, answer.value), '{}')
       from jsonb_each(private.answered(to_jsonb(gone_profile))) as answer
       join private.questions as question on question.column_name = answer.key and question.is_contact)
      || private.answered(to_jsonb(kept_profile)));
    if gone_profile.user_id is not null then
      update public.leads set email = coalesce(email, kept_profile.email), account_exists = false where user_profile_id = kept_profile.id;
      update public.user_profiles set user_id = gone_profile.user_id, email = gone_profile.email where id = kept_profile.id;
    elsif kept_profile.email is null then
      update public.user_profiles set email = gone_profile.email where id = kept_profile.id;
    end if;
  end loop;

  update private.merged_leads as merged set kept_updated_at = lead.updated_at
    from public.leads as lead where merged.merge_id = merge_id_made and lead.id = merged.into_lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.merged', lead_id, jsonb_build_object('merge', merge_id, 'into', into_lead_id)
    from private.merged_leads where merge_id = merge_id_made order by lead_id;
  return jsonb_build_object('code', 'merged', 'merge_id', merge_id_made, 'leads', (
    select jsonb_agg(jsonb_build_object('lead_id', lead_id, 'into_lead_id', into_lead_id) order by lead_id)
    from private.merged_leads where merge_id = merge_id_made));
end
$$;
