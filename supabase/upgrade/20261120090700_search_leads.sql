-- Administrators find a lead among 100,000 while they type. Row security would hide the trigram index from the planner
-- (LIKE may leak what it compares), so the search is a procedure with its owner's rights that checks the caller first.

create table private.lead_words (
  lead_id      uuid not null,
  words        text not null,
  phone        text not null,
  phone_digits text not null,
  constraint lead_words_pkey primary key (lead_id),
  constraint lead_words_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table private.lead_words is 'What the search compares, kept by triggers: the contact that admin_dashboard shows, folded.';
comment on column private.lead_words.words is 'Both orders of the full name, e-mail and company, one per line.';

-- For public.search_leads. Without fastupdate: the embedded engine never vacuums, so what waits to be indexed would be read
-- whole by each search.
create index lead_words_trigrams on private.lead_words
  using gin (words extensions.gin_trgm_ops, phone extensions.gin_trgm_ops, phone_digits extensions.gin_trgm_ops)
  with (fastupdate = off);

alter table private.lead_words enable row level security;
alter table private.lead_words force row level security;
revoke all on private.lead_words from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps what the search compares" on private.lead_words
  for all to current_user using (true) with check (true);

create function private.write_lead_words(lead public.leads, profile public.user_profiles) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.lead_words as entry (lead_id, words, phone, phone_digits)
    select lead.id,
           concat_ws(E'\n',
             private.folded(concat_ws(' ', first_name, last_name)), private.folded(concat_ws(' ', last_name, first_name)),
             private.folded(email), private.folded(company_name)),
           coalesce(private.folded(phone), ''),
           coalesce(private.phone_digits(phone), '')
    from (select coalesce(lead.first_name, profile.first_name)     as first_name,
                 coalesce(lead.last_name, profile.last_name)       as last_name,
                 coalesce(lead.email, profile.email)               as email,
                 coalesce(lead.company_name, profile.company_name) as company_name,
                 coalesce(lead.phone, profile.phone)               as phone) as shown
    on conflict (lead_id) do update
      set words = excluded.words, phone = excluded.phone, phone_digits = excluded.phone_digits
      where (entry.words, entry.phone, entry.phone_digits) is distinct from (excluded.words, excluded.phone, excluded.phone_digits)
  $$;

create function private.index_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(new, profile) from public.user_profiles as profile where profile.id = new.user_profile_id;
  return null;
end
$$;

create trigger index_lead
  after insert or update of user_profile_id, first_name, last_name, email, phone, company_name on public.leads
  for each row execute function private.index_lead();

create function private.index_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(lead, new) from public.leads as lead where lead.user_profile_id = new.id;
  return null;
end
$$;

create trigger index_leads_of_profile
  after update of first_name, last_name, email, phone, company_name on public.user_profiles
  for each row execute function private.index_leads_of_profile();

create function private.phone_pattern(query text) returns text
  language sql immutable parallel safe
  return case
    when query !~ E'^[0-9+().\\s/\u00a0\u202f-]+$' or char_length(regexp_replace(query, '[^0-9]', '', 'g')) < 3 then null
    when query ~ '^[^0-9]*(\+|0[^0-9]*0[^0-9]*3[^0-9]*3)' then private.phone_digits(query) || '%'
    else '%' || private.phone_digits(query) || '%'
  end;
comment on function private.phone_pattern is
  'For private.lead_words.phone_digits; null unless the query is 3 digits or more and phone signs. With a country code it is the start of a number.';

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(query_param), '')) || '%';
  digits_pattern text := private.phone_pattern(query_param);
  phone_pattern  text := case when digits_pattern is null then words_pattern end; -- a number as typed has these digits too
begin
  perform private.require_admin();
  return query
    select dashboard.*
    from public.admin_dashboard as dashboard
    where dashboard.lead_id in (
      select entry.lead_id from private.lead_words as entry
      where entry.words like words_pattern or entry.phone like phone_pattern or entry.phone_digits like digits_pattern
    );
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query; every character is literal, case and accents do not count.';

revoke all on function public.search_leads(text) from public, anon, authenticated, service_role;
grant execute on function public.search_leads(text) to authenticated;
