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
  contacts_per_month       integer,
  audience                 text,
  company_siren            text,
  company_legal_name       text,
  company_address          text,
  constraint user_profiles_pkey                           primary key (id),
  constraint user_profiles_one_per_account                unique (user_id),
  constraint user_profiles_account                        foreign key (user_id) references auth.users (id) on delete cascade,
  constraint user_profiles_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(registration_path), char_length(intention), char_length(voice),
      char_length(prospects_per_month), char_length(current_clients)
    ) <= 300
  ),
  constraint user_profiles_url_is_short                   check (char_length(knowledge_base_url) <= 2000),
  constraint user_profiles_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and char_length(array_to_string(business_hours, ',')) <= 600
  ),
  constraint user_profiles_counts_are_positive            check (least(calls_per_month, active_clients_per_month) >= 0),
  constraint user_profiles_contacts_per_month_is_positive check (contacts_per_month >= 0),
  constraint user_profiles_audience_is_short              check (char_length(audience) <= 300),
  constraint user_profiles_company_siren_is_short         check (char_length(company_siren) <= 9),
  constraint user_profiles_company_legal_name_is_short    check (char_length(company_legal_name) <= 300),
  constraint user_profiles_company_address_is_short       check (char_length(company_address) <= 300)
);
comment on column public.user_profiles.calls_per_month is 'Calls per DAY: the name is given by the specification.';

create unique index user_profiles_one_per_email_without_account on public.user_profiles (email) where user_id is null;

alter table public.user_profiles enable row level security, force row level security;
revoke all on public.user_profiles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.user_profiles to service_role;
grant select, delete on public.user_profiles to authenticated;
grant insert (
    user_id, email, first_name, last_name, phone, company_name, business_type, registration_path, calls_per_month,
    welcome_message, knowledge_base_url, knowledge_base_text, intention, business_hours, voice, prospects_per_month,
    current_clients, marketing_needs, active_clients_per_month, client_followup_goals, contacts_per_month, audience,
    company_siren, company_legal_name, company_address
  ) on public.user_profiles to authenticated;
create policy "The owner of the schema keeps every profile" on public.user_profiles
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every profile" on public.user_profiles
  for all to service_role using (true) with check (true);
create policy "Customers can read their own profile" on public.user_profiles
  for select to authenticated
  using (user_id = (select private.proved_user_id()));
create policy "Customers can add their own profile, under the e-mail of their account" on public.user_profiles
  for insert to authenticated
  with check (user_id = (select private.proved_user_id()) and lower(email) = (select private.account_email()));
create policy "Administrators can read every profile" on public.user_profiles
  for select to authenticated using ((select private.is_admin()));
create policy "Managers can delete a profile" on public.user_profiles
  for delete to authenticated using ((select private.has_role('manager')));

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.keep_canonical_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.email := private.canonical_email(new.email);
  return new;
end
$$;

create trigger keep_canonical_email before insert on public.user_profiles
  for each row execute function private.keep_canonical_email();
create trigger keep_changed_canonical_email before update of email on public.user_profiles
  for each row when (new.email is distinct from old.email) execute function private.keep_canonical_email();

create function private.take_turn(email text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('leads of ' || private.canonical_email(email), 0)) $$;
comment on function private.take_turn is
  'Several tabs of one person wait for one another here instead of deadlocking over profile, lead and submission. Unique indexes stay the guarantee.';

create function private.ensure_account_profile(account_id_param uuid, registration_path_param text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  own_profile_id uuid;
begin
  update public.user_profiles set registration_path = coalesce(registration_path_param, registration_path)
    where user_id = account_id_param
    returning id into own_profile_id;
  if found then
    return own_profile_id;
  end if;

  -- The person may have asked before having an account: that profile becomes theirs once the e-mail is proved.
  begin
    update public.user_profiles as profile
      set user_id = account.id, registration_path = coalesce(registration_path_param, registration_path)
      from auth.users as account
      where account.id = account_id_param and account.email_confirmed_at is not null
        and profile.user_id is null and profile.email = account.email
      returning profile.id into own_profile_id;
    if found then
      update public.leads set account_exists = false where user_profile_id = own_profile_id and account_exists;
      return own_profile_id;
    end if;
  exception when unique_violation then
    null; -- another call has just made this account's profile; the next statement finds it
  end;

  insert into public.user_profiles as profile (user_id, email, registration_path)
    select account.id, account.email, registration_path_param from auth.users as account where account.id = account_id_param
    on conflict (user_id) do update set registration_path = coalesce(excluded.registration_path, profile.registration_path)
    returning id into own_profile_id;
  return own_profile_id;
end
$$;

create function public.create_profile_if_not_exists(user_id_param uuid, registration_path_param text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  registration_path text := private.read_path(registration_path_param, 'registration_path_param');
  funnel            text := private.funnel_origin_of_path(registration_path);
  own_profile_id    uuid;
begin
  if user_id_param is null then
    raise exception 'Cannot create profile: User ID is missing';
  end if;
  if user_id_param is distinct from private.proved_user_id() then
    raise exception 'only for the caller''s own account, while signed in' using errcode = '42501';
  end if;

  perform private.take_turn(coalesce(private.account_email(), user_id_param::text));
  own_profile_id := private.ensure_account_profile(user_id_param, registration_path);
  if funnel is not null then
    insert into public.leads (user_profile_id, funnel_origin, email)
      select id, funnel, email from public.user_profiles where id = own_profile_id
      on conflict (user_profile_id, funnel_origin) do nothing;
  end if;
  return own_profile_id;
end
$$;
comment on function public.create_profile_if_not_exists is
  'The caller''s profile, made if needed, and the lead of the funnel of that path. Sends nothing: the questionnaire does.';
revoke all on function public.create_profile_if_not_exists from public, anon, authenticated, service_role;
grant execute on function public.create_profile_if_not_exists to authenticated;

create trigger touch_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();
