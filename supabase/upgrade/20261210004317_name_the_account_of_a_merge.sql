-- A merge gives all that its contacts sent to the account of one of them, and a stranger makes a contact alike by typing the
-- customer's telephone into a form. So the account is named before, and one that is not the kept contact's is confirmed.

create function private.account_of_merge(keep_param uuid, merge_param uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', profile.user_id, 'email', account.email, 'phone', account.phone,
             'is_of_kept', profile.id = (select user_profile_id from public.leads where id = keep_param))
    from public.user_profiles as profile left join auth.users as account on account.id = profile.user_id
    where profile.user_id is not null
      and profile.id in (select user_profile_id from public.leads where id = keep_param or id = any (merge_param))
    order by profile.id = (select user_profile_id from public.leads where id = keep_param) desc, profile.id limit 1
  $$;
comment on function private.account_of_merge is
  'The account that reads everything of the contacts once they are one; null where none of them has one.';

create or replace function public.preview_merge(keep_param uuid, merge_param uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  profile_id uuid;
  others     uuid[];
  lead_ids   uuid[];
begin
  perform private.require_admin();
  select user_profile_id into profile_id from public.leads where id = keep_param;
  others   := array(select distinct user_profile_id from public.leads where id = any (merge_param) and user_profile_id <> profile_id limit 20);
  lead_ids := array(select id from public.leads where user_profile_id = profile_id or user_profile_id = any (others));
  return jsonb_build_object(
    'problem', private.merge_problem(keep_param, merge_param),
    'leads', (
      select jsonb_agg(jsonb_build_object('lead_id', lead.id, 'funnel_origin', lead.funnel_origin, 'created_at', lead.created_at,
        'is_of_kept', lead.user_profile_id = profile_id,
        'into_lead_id', case when lead.user_profile_id <> profile_id then
          (select id from public.leads as own where own.user_profile_id = profile_id and own.funnel_origin = lead.funnel_origin) end)
        order by lead.user_profile_id <> profile_id, lead.created_at)
      from public.leads as lead where id = any (lead_ids)),
    'submissions', (select count(*) from private.submissions where lead_id = any (lead_ids)),
    'consents', (select count(*) from private.submissions where lead_id = any (lead_ids) and consents <> '{}'),
    'payments', (select count(*) from private.payment_events where lead_id = any (lead_ids)),
    'notes', (select count(*) from private.lead_notes where lead_id = any (lead_ids)),
    'messages', (select count(*) from private.deliveries where lead_id = any (lead_ids)),
    'has_account', exists (select from public.user_profiles where (id = profile_id or id = any (others)) and user_id is not null),
    'account', private.account_of_merge(keep_param, merge_param),
    'contact', (
      select jsonb_agg(jsonb_build_object('column', question.column_name, 'kept', kept.shown -> question.column_name,
        'others', (
          select jsonb_agg(distinct private.shown_answers(lead, profile) -> question.column_name)
          from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
          where lead.id = any (merge_param))) order by question.position)
      from private.questions as question
      cross join (
        select private.shown_answers(lead, profile) as shown
        from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id where lead.id = keep_param
      ) as kept
      where question.is_contact)
  );
end
$$;

drop function private.merge_contacts(uuid, uuid[], uuid);

create function private.merge_contacts(keep_param uuid, merge_param uuid[], author_param uuid, account_param uuid) returns jsonb
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
    perform private.write_profile_answers(kept_profile.id, private.answered(to_jsonb(gone_profile)) || private.answered(to_jsonb(kept_profile)));
    if gone_profile.user_id is not null then
      update public.leads set email = coalesce(email, kept_profile.email), account_exists = false where user_profile_id = kept_profile.id;
      update public.user_profiles set user_id = gone_profile.user_id, email = gone_profile.email where id = kept_profile.id;
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
comment on function private.merge_contacts is
  'The contacts of those leads become that of the kept one: leads of another offer go over as they are, of the same offer they become one. `account_param` is the account that was confirmed, where it is not the kept contact''s.';

revoke all on function private.account_of_merge(uuid, uuid[]), private.merge_contacts(uuid, uuid[], uuid, uuid)
  from public, anon, authenticated, service_role;
