-- Contacts that are alike, and merges of them, which can be undone.

create table private.merged_leads (
  merge_id        uuid        not null,
  lead_id         uuid        not null,
  into_lead_id    uuid        not null,
  author          uuid        not null,
  before          jsonb       not null,
  kept_updated_at timestamptz,
  merged_at       timestamptz not null default now(),
  constraint merged_leads_pkey primary key (merge_id, lead_id),
  constraint merged_leads_lead foreign key (into_lead_id) references public.leads (id) on delete cascade
);
comment on table  private.merged_leads is
  'Leads whose contact turned out to be another one: what each was before, so that nothing is lost and a merge can be undone.';
comment on column private.merged_leads.into_lead_id is
  'The lead that it became; itself, when it only went over to the other contact.';
comment on column private.merged_leads.before is
  'The rows as they were: lead, profile, kept_lead, kept_profile, newsletter, kept_newsletter, and the ids of what moved.';
comment on column private.merged_leads.kept_updated_at is
  'Of the kept lead just after: a merge is undone only while nobody has changed it since.';

create index merged_leads_by_kept on private.merged_leads (into_lead_id);
create index merged_leads_by_lead on private.merged_leads (lead_id);
-- A merge of leads keeps one request: the links of the other one's mails still have to open.
create index merged_leads_by_newsletter on private.merged_leads ((before #>> '{newsletter,id}'));
create index merged_leads_by_kept_newsletter on private.merged_leads ((before #>> '{kept_newsletter,id}'));

alter table private.merged_leads enable row level security, force row level security;
revoke all on private.merged_leads from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the merged leads" on private.merged_leads
  for all to current_user using (true) with check (true);

create type private.lead_duplicate as (
  lead_id         uuid,
  user_profile_id uuid,
  funnel_origin   text,
  lead_status     text,
  payment_status  boolean,
  first_name      text,
  last_name       text,
  email           text,
  phone           text,
  company_name    text,
  created_at      timestamptz,
  has_account     boolean,
  alike           text[],
  is_waiting_list boolean
);

create function private.leads_like(email_key text, phone_key text, company_key text, apart_from uuid) returns setof private.lead_duplicate
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  nothing constant text := private.sort_key('');
begin
  return query
    select lead.id, lead.user_profile_id, lead.funnel_origin, lead.lead_status, lead.payment_status,
           coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name),
           coalesce(lead.email, profile.email), coalesce(lead.phone, profile.phone),
           coalesce(lead.company_name, profile.company_name), lead.created_at, profile.user_id is not null, alike.likenesses,
           lead.funnel_origin = 'conferences' and private.is_waitlisted(to_jsonb(lead))
    from (
      select found.lead_id, array_agg(distinct found.likeness order by found.likeness) as likenesses
      from (
        (select entry.lead_id, 'email' as likeness from private.lead_list as entry
         where entry.email = email_key and email_key <> nothing limit 50)
        union all
        (select entry.lead_id, 'phone' from private.lead_list as entry where entry.phone = phone_key limit 50)
        union all
        (select entry.lead_id, 'company' from private.lead_list as entry
         where entry.company = company_key and company_key <> nothing limit 50)
      ) as found group by found.lead_id
    ) as alike
    join public.leads as lead on lead.id = alike.lead_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.user_profile_id is distinct from apart_from
    order by cardinality(alike.likenesses) desc, alike.likenesses = array['company'], lead.created_at desc, lead.id;
end
$$;
comment on function private.leads_like is
  'By the e-mail, the phone as machines dial it, or the folded company, as private.lead_list has them: fifty of each, since a common name is shared by thousands. Those most alike first.';

create function public.lead_duplicates(lead_id_param uuid) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
declare
  own private.lead_list;
begin
  perform private.require_admin();
  select * into own from private.lead_list as entry where entry.lead_id = lead_id_param;
  return query select * from private.leads_like(own.email, own.phone, own.company, own.profile_id);
end
$$;
comment on function public.lead_duplicates is
  'Leads of other contacts that have its e-mail, phone or company, those most alike first; alike says which. Administrators only.';
revoke all on function public.lead_duplicates from public, anon, authenticated, service_role;
grant execute on function public.lead_duplicates to authenticated;

create function public.find_duplicates(email_param text, phone_param text, company_param text) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 5 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select * from private.leads_like(
      private.sort_key(private.canonical_email(email_param)), private.phone_e164(private.phone_digits(phone_param)),
      private.sort_key(company_param), null)
    limit 5;
end
$$;
comment on function public.find_duplicates is
  'Leads that have what is typed of one that is not there yet. Administrators only.';
revoke all on function public.find_duplicates from public, anon, authenticated, service_role;
grant execute on function public.find_duplicates to authenticated;

-- A merge gives all that its contacts sent to the account of one of them, and a stranger makes a contact alike by typing
-- the customer's telephone into a form. So the account is named before, and one that is not the kept contact's is
-- confirmed.
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

create function private.merge_problem(keep_param uuid, merge_param uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    with asked as (
      select id, user_profile_id from public.leads where id = keep_param or id = any (merge_param)
    ), contacts as (
      select id, user_id from public.user_profiles where id in (select user_profile_id from asked)
    )
    select case
      when keep_param = any (merge_param) then '{"code": "merge_itself"}'
      when (select missing from unnest(merge_param || keep_param) as missing where missing not in (select id from asked) limit 1) is not null
        then private.whereabouts((select missing from unnest(merge_param || keep_param) as missing where missing not in (select id from asked) limit 1))
      when exists (
          select from asked where id <> keep_param and user_profile_id = (select user_profile_id from asked where id = keep_param)
        ) then '{"code": "same_contact"}'
      when (select count(distinct user_id) from contacts) > 1 then '{"code": "two_accounts"}'
    end::jsonb
  $$;
comment on function private.merge_problem is 'Why these contacts cannot become one; null when they can.';

create function public.preview_merge(keep_param uuid, merge_param uuid[]) returns jsonb
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
comment on function public.preview_merge is
  'What would become one contact, with how much of everything it keeps, and why not when it cannot. Administrators only.';
revoke all on function public.preview_merge from public, anon, authenticated, service_role;
grant execute on function public.preview_merge to authenticated;

create function private.lock_contacts(lead_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  -- In the order everybody takes: turn, then profile, then lead.
  perform private.take_turn(address) from (
    select distinct private.canonical_email(address) as address
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    cross join unnest(array[lead.email, profile.email]) as address
    where lead.id = any (lead_ids) and address is not null order by 1
  ) as turns;
  perform from public.user_profiles where id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
  perform from public.leads
    where user_profile_id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
end
$$;

-- A place and one on the waiting list, made one contact, are a place.
create function private.join_leads(gone public.leads, kept public.leads, before jsonb, merge_id_param uuid, author_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  gone_request private.newsletter_requests;
  kept_request private.newsletter_requests;
begin
  select * into gone_request from private.newsletter_requests where lead_id = gone.id;
  select * into kept_request from private.newsletter_requests where lead_id = kept.id;
  insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
    values (merge_id_param, gone.id, kept.id, author_param, before || jsonb_build_object(
      'kept_lead', to_jsonb(kept), 'newsletter', to_jsonb(gone_request), 'kept_newsletter', to_jsonb(kept_request),
      'moved', jsonb_build_object(
        'submissions', (select coalesce(jsonb_object_agg(id, is_adopted), '{}') from private.submissions where lead_id = gone.id),
        'payments',    (select coalesce(jsonb_agg(id), '[]') from private.payment_events where lead_id = gone.id),
        'deliveries',  (select coalesce(jsonb_object_agg(id, merged_from), '{}') from private.deliveries where lead_id = gone.id),
        'notes',       (select coalesce(jsonb_agg(id), '[]') from private.lead_notes where lead_id = gone.id),
        'corrections', (select coalesce(jsonb_agg(id), '[]') from private.lead_corrections where lead_id = gone.id),
        'passwords',   (select coalesce(jsonb_agg(id), '[]') from private.first_passwords where lead_id = gone.id),
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
  update private.first_passwords set lead_id = kept.id where lead_id = gone.id;
  update private.merged_leads set into_lead_id = kept.id where into_lead_id = gone.id;
  if gone_request.lead_id is not null and (kept_request.lead_id is null or kept_request.confirmed_at is null and gone_request.confirmed_at is not null) then
    delete from private.newsletter_requests where lead_id = kept.id;
    update private.newsletter_requests set lead_id = kept.id where lead_id = gone.id;
  end if;

  perform private.write_lead_snapshot(kept.id, private.answered(to_jsonb(gone)) || private.answered(to_jsonb(kept))
    || jsonb_build_object('extra_answers',
      (gone.extra_answers || kept.extra_answers) - case
        when private.is_waitlisted(to_jsonb(gone)) and private.is_waitlisted(to_jsonb(kept)) then '' else 'kind' end));
  update public.leads
    set payment_status   = kept.payment_status or gone.payment_status,
        lead_status      = case when kept.lead_status = 'to_contact' and gone.lead_status in ('contacted', 'client')
                             then gone.lead_status else kept.lead_status end,
        consents         = gone.consents || kept.consents,
        owner            = coalesce(kept.owner, gone.owner),
        callback_at      = coalesce(kept.callback_at, gone.callback_at),
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at),
        inactive_reason  = coalesce(kept.inactive_reason, gone.inactive_reason),
        mails_refused_at = least(kept.mails_refused_at, gone.mails_refused_at),
        tags             = array(select distinct tag from unnest(kept.tags || gone.tags) as tag order by tag)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at),
        paid_at         = least(kept.paid_at, gone.paid_at),
        setup_at        = coalesce(kept.setup_at, gone.setup_at),
        setup_by        = coalesce(kept.setup_by, gone.setup_by)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;
comment on function private.join_leads is
  'Two leads of one offer: the kept one''s answers win, the other''s fill what is empty, and all that was sent hangs on the kept one.';

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
comment on function private.merge_contacts is
  'The contacts of those leads become that of the kept one: leads of another offer go over as they are, of the same offer they become one. `account_param` is the account that was confirmed, where it is not the kept contact''s.';

create function private.put_back(relation regclass, stored jsonb) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '');
  found_row boolean;
begin
  execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = ($1 ->> ''id'')::uuid returning true',
    relation, columns) into found_row using stored;
  if found_row is null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', relation, columns) using stored;
  end if;
end
$$;
comment on function private.put_back is 'A row as it was, whether it is still there or not.';

create function private.part_leads(merged private.merged_leads) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  moved jsonb := merged.before -> 'moved';
begin
  perform private.put_back('public.leads', merged.before -> 'lead');
  update private.submissions as submission set lead_id = merged.lead_id, is_adopted = moved_one.value::boolean
    from jsonb_each(moved -> 'submissions') as moved_one where submission.id = moved_one.key::uuid;
  update private.payment_events set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'payments'));
  update private.deliveries as delivery set lead_id = merged.lead_id, merged_from = (moved_one.value #>> '{}')::uuid
    from jsonb_each(moved -> 'deliveries') as moved_one where delivery.id = moved_one.key::uuid;
  update private.lead_notes set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'notes')::uuid);
  update private.lead_corrections set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'corrections')::bigint);
  update private.first_passwords set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'passwords')::uuid);
  update private.merged_leads set into_lead_id = merged.lead_id
    where into_lead_id = merged.into_lead_id and merge_id in (select jsonb_array_elements_text(moved -> 'merges')::uuid);
  delete from private.newsletter_requests where lead_id in (merged.lead_id, merged.into_lead_id);
  insert into private.newsletter_requests
    select request.* from unnest(array[merged.before -> 'newsletter', merged.before -> 'kept_newsletter']) as stored
    cross join lateral jsonb_populate_record(null::private.newsletter_requests, stored) as request
    where request.lead_id is not null
    on conflict do nothing; -- another lead of the address has asked since
  perform private.put_back('public.leads', merged.before -> 'kept_lead');
  perform private.put_back('public.leads', merged.before -> 'kept_lead'); -- its status changed back, which wrote two instants
end
$$;

create function private.undo_merge(merge_id_param uuid, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  merged private.merged_leads;
  stored jsonb;
begin
  perform private.lock_contacts(array(select into_lead_id from private.merged_leads where merge_id = merge_id_param));
  perform from private.merged_leads where merge_id = merge_id_param and merged_at > now() - interval '10 minutes' for update;
  if not found then
    return '{"code": "merge_settled"}';
  end if;
  perform from private.merged_leads as one join public.leads as lead on lead.id = one.into_lead_id
    where one.merge_id = merge_id_param and lead.updated_at <> one.kept_updated_at;
  if found then
    return '{"code": "changed_meanwhile"}';
  end if;

  -- The contact that was kept first: it gives back the account that only one may have. The first merge saw it untouched.
  select before -> 'kept_profile' into stored from private.merged_leads
    where merge_id = merge_id_param order by before #>> '{profile,id}' limit 1;
  perform private.put_back('public.user_profiles', stored);
  for stored in select distinct before -> 'profile' from private.merged_leads where merge_id = merge_id_param loop
    perform private.put_back('public.user_profiles', stored);
  end loop;
  for merged in
    select * from private.merged_leads where merge_id = merge_id_param order by before #>> '{profile,id}' desc, lead_id desc
  loop
    if merged.lead_id = merged.into_lead_id then
      perform private.put_back('public.leads', merged.before -> 'lead');
    else
      perform private.part_leads(merged);
    end if;
  end loop;
  delete from private.merged_leads where merge_id = merge_id_param;
  insert into private.audit_log (actor, action, detail)
    values (author_param, 'lead.merge_undone', jsonb_build_object('merge', merge_id_param));
  return '{"code": "undone"}';
exception when unique_violation then
  return '{"code": "merge_settled"}'; -- somebody came meanwhile under the address that was given up
end
$$;
comment on function private.undo_merge is
  'undone; merge_settled after ten minutes, or when it is not known; changed_meanwhile when somebody went on with what was kept.';
