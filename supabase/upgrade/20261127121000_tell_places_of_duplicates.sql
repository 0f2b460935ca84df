-- Who has a place at the conference and who waits for the next one are two things: before a merge above all, where the place wins.

alter type private.lead_duplicate add attribute is_waiting_list boolean;

create or replace function public.lead_duplicates(lead_id_param uuid) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select lead.id, lead.user_profile_id, lead.funnel_origin, lead.lead_status, lead.payment_status,
           coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name),
           coalesce(lead.email, profile.email), coalesce(lead.phone, profile.phone),
           coalesce(lead.company_name, profile.company_name), lead.created_at, profile.user_id is not null, alike.likenesses,
           lead.funnel_origin = 'conferences' and private.is_waitlisted(to_jsonb(lead))
    from (
      select found.lead_id, array_agg(distinct found.likeness order by found.likeness) as likenesses
      from private.leads_alike(lead_id_param) as found group by found.lead_id
    ) as alike
    join public.leads as lead on lead.id = alike.lead_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.user_profile_id <> (select user_profile_id from public.leads where id = lead_id_param)
    order by cardinality(alike.likenesses) desc, alike.likenesses = array['company'], lead.created_at desc, lead.id;
end
$$;
