-- A lead is what one person asked of one offer: one per profile and funnel. It holds the contact and answers of its
-- submission, so that a later change of the profile does not rewrite what was asked.

create table public.leads (
  id                       uuid        not null default gen_random_uuid(),
  user_profile_id          uuid        not null,
  funnel_origin            text        not null,
  lead_status              text        not null default 'to_contact',
  payment_status           boolean     not null default false,
  email                    text,
  first_name               text,
  last_name                text,
  phone                    text,
  phone_e164               text        generated always as (private.phone_e164(private.phone_digits(phone))) stored,
  company_name             text,
  business_type            text,
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
  role                     text,
  prospects_count          text,
  objectives               text[],
  extra_answers            jsonb       not null default '{}',
  consents                 jsonb       not null default '{}',
  account_exists           boolean     not null default false,
  newer_answers_at         timestamptz,
  is_suspect               boolean     not null default false,
  last_contact_at          timestamptz not null default now(),
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  constraint leads_pkey                       primary key (id),
  constraint leads_one_per_profile_and_funnel unique (user_profile_id, funnel_origin),
  constraint leads_profile                    foreign key (user_profile_id) references public.user_profiles (id) on delete cascade,
  constraint leads_funnel_origin_is_known     check (funnel_origin in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences')),
  constraint leads_status_is_known            check (lead_status in ('to_contact', 'contacted', 'client', 'inactive')),
  constraint leads_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(intention), char_length(voice), char_length(prospects_per_month),
      char_length(current_clients), char_length(role), char_length(prospects_count)
    ) <= 300
  ),
  constraint leads_url_is_short    check (char_length(knowledge_base_url) <= 2000),
  constraint leads_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and greatest(char_length(array_to_string(business_hours, ',')), char_length(array_to_string(objectives, ','))) <= 600
  ),
  constraint leads_counts_are_positive check (least(calls_per_month, active_clients_per_month) >= 0)
);
comment on column public.leads.calls_per_month  is 'Calls per DAY: the name is given by the specification.';
comment on column public.leads.extra_answers    is 'Answers that have no column: comment, newsletter, kind.';
comment on column public.leads.consents         is 'By purpose, such as {"calls": {"granted": true, "version": …}}; see private.has_consented.';
comment on column public.leads.account_exists   is 'Sent without signing in, under the e-mail of an account.';
comment on column public.leads.newer_answers_at is 'A later submission says something else; it waits until somebody adopts it.';
comment on column public.leads.last_contact_at  is 'Creation, update by the person or change of status: what the retention of 6 months counts from.';

-- The list of the admin, newest first by default; the id makes the order total.
create index leads_by_creation on public.leads (created_at, id);

create function private.touch_lead() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  if new.lead_status is distinct from old.lead_status then
    new.last_contact_at := now();
  end if;
  return new;
end
$$;

create trigger touch_lead before update on public.leads
  for each row execute function private.touch_lead();

alter table public.leads enable row level security;
alter table public.leads force row level security;

revoke all on public.leads from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads to service_role;
grant select, insert (user_profile_id, funnel_origin), update (lead_status, payment_status), delete on public.leads to authenticated;

create policy "The owner of the schema keeps every lead" on public.leads
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every lead" on public.leads
  for all to service_role using (true) with check (true);
create policy "Customers can read the leads of their own profile" on public.leads
  for select to authenticated
  using (user_profile_id in (select id from public.user_profiles where user_id = (select auth.uid())));
create policy "Customers can add a lead to their own profile" on public.leads
  for insert to authenticated
  with check (user_profile_id in (select id from public.user_profiles where user_id = (select private.live_user_id())));
create policy "Administrators can read every lead" on public.leads
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators can change the status and payment of a lead" on public.leads
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators can delete a lead" on public.leads
  for delete to authenticated using ((select private.is_admin()));
