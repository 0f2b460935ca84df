-- A submission writes its lead three times, and each time its words went into the index of three letters: nearly half of what
-- it cost the database at a million leads. They are written once now, at the end of the transaction, as its row of the list is.

drop trigger index_lead on public.leads;
drop trigger index_leads_of_profile on public.user_profiles;

create or replace function private.index_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  -- Whoever wrote other words later has an event of their own.
  select * into lead from public.leads where id = new.id;
  if (lead.user_profile_id, lead.first_name, lead.last_name, lead.email, lead.phone, lead.company_name)
     is not distinct from (new.user_profile_id, new.first_name, new.last_name, new.email, new.phone, new.company_name) then
    perform private.write_lead_words(lead, profile) from public.user_profiles as profile where profile.id = lead.user_profile_id;
  end if;
  return null;
end
$$;
create constraint trigger index_lead
  after insert or update of user_profile_id, first_name, last_name, email, phone, company_name on public.leads
  deferrable initially deferred for each row execute function private.index_lead();

create or replace function private.index_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(lead, profile)
  from public.user_profiles as profile join public.leads as lead on lead.user_profile_id = profile.id
  where profile.id = new.id;
  return null;
end
$$;
create constraint trigger index_leads_of_profile
  after update of first_name, last_name, email, phone, company_name on public.user_profiles
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email, old.phone, old.company_name)
        is distinct from (new.first_name, new.last_name, new.email, new.phone, new.company_name))
  execute function private.index_leads_of_profile();
