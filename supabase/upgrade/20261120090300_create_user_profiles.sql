-- One profile per person: of an account, or of an e-mail address as long as it has none.

create table public.user_profiles (
  id                       uuid        not null default gen_random_uuid(),
  user_id                  uuid,
  email                    text        default private.account_email(),
  first_name               text,
  last_name                text,
  phone                    text,
  phone_e164               text        generated always as (private.phone_e164(private.phone_digits(phone))) stored,
  company_name             text,
  business_type            text,
  registration_path        text,
  calls_per_month          integer,
  welcome_message          text,
  knowledge_base_url       text,
  knowledge_base_text      text,
  intention                text,
  business_hours           text[],
  voice                    text,
  prospects_per_month      text,
  current_clients          text,
  marketing_needs          text,
  active_clients_per_month integer,
  client_followup_goals    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  constraint user_profiles_pkey            primary key (id),
  constraint user_profiles_one_per_account unique (user_id),
  constraint user_profiles_account         foreign key (user_id) references auth.users (id) on delete cascade,
  constraint user_profiles_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(registration_path), char_length(intention), char_length(voice),
      char_length(prospects_per_month), char_length(current_clients)
    ) <= 300
  ),
  constraint user_profiles_url_is_short    check (char_length(knowledge_base_url) <= 2000),
  constraint user_profiles_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and char_length(array_to_string(business_hours, ',')) <= 600
  ),
  constraint user_profiles_counts_are_positive check (least(calls_per_month, active_clients_per_month) >= 0)
);
comment on column public.user_profiles.calls_per_month is 'Calls per DAY: the name is given by the specification.';

create unique index user_profiles_one_per_email_without_account on public.user_profiles (lower(email)) where user_id is null;

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger touch_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();

alter table public.user_profiles enable row level security;
alter table public.user_profiles force row level security;

revoke all on public.user_profiles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.user_profiles to service_role;
grant select, delete on public.user_profiles to authenticated;
grant insert (
    user_id, email, first_name, last_name, phone, company_name, business_type, registration_path, calls_per_month, welcome_message,
    knowledge_base_url, knowledge_base_text, intention, business_hours, voice, prospects_per_month, current_clients, marketing_needs,
    active_clients_per_month, client_followup_goals
  ) on public.user_profiles to authenticated;

create policy "The owner of the schema keeps every profile" on public.user_profiles
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every profile" on public.user_profiles
  for all to service_role using (true) with check (true);
create policy "Customers can read their own profile" on public.user_profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Customers can add their own profile, under the e-mail of their account" on public.user_profiles
  for insert to authenticated
  with check (user_id = (select private.live_user_id()) and lower(email) = (select private.account_email()));
create policy "Administrators can read every profile" on public.user_profiles
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators can delete a profile" on public.user_profiles
  for delete to authenticated using ((select private.is_admin()));
