-- The list keeps the e-mail, phone and company that a lead shows, with an index on each: who is alike is found there, and
-- three indexes that every lead would write a second time go.

drop index public.leads_by_email;
drop index public.leads_by_phone;
drop index public.leads_by_company;

create or replace function private.leads_alike(lead_id_param uuid) returns table (lead_id uuid, likeness text)
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  own     private.lead_list;
  nothing constant text := private.sort_key('');
begin
  select * into own from private.lead_list as entry where entry.lead_id = lead_id_param;
  return query
    (select entry.lead_id, 'email' from private.lead_list as entry where entry.email = own.email and own.email <> nothing limit 50)
    union all
    (select entry.lead_id, 'phone' from private.lead_list as entry where entry.phone = own.phone limit 50)
    union all
    (select entry.lead_id, 'company' from private.lead_list as entry
     where entry.company = own.company and own.company <> nothing limit 50);
end
$$;
