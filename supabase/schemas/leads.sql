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
  owner                    uuid,
  callback_at              timestamptz,
  contacted_at             timestamptz,
  contacts_per_month       integer,
  audience                 text,
  paid_on                  date,
  reminders_stopped_at     timestamptz,
  company_siren            text,
  company_legal_name       text,
  company_address          text,
  paid_at                  timestamptz,
  setup_at                 timestamptz,
  setup_by                 uuid,
  inactive_reason          text,
  mails_refused_at         timestamptz,
  tags                     integer[]   not null default '{}',
  constraint leads_pkey                           primary key (id),
  constraint leads_one_per_profile_and_funnel     unique (user_profile_id, funnel_origin),
  constraint leads_profile                        foreign key (user_profile_id) references public.user_profiles (id) on delete cascade,
  constraint leads_owner                          foreign key (owner) references public.admin_users (user_id) on delete set null,
  constraint leads_funnel_origin_is_known         check (funnel_origin = any (private.forms())),
  constraint leads_status_is_known                check (lead_status in ('to_contact', 'contacted', 'client', 'inactive')),
  constraint leads_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(intention), char_length(voice), char_length(prospects_per_month),
      char_length(current_clients), char_length(role), char_length(prospects_count)
    ) <= 300
  ),
  constraint leads_url_is_short                   check (char_length(knowledge_base_url) <= 2000),
  constraint leads_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and greatest(char_length(array_to_string(business_hours, ',')), char_length(array_to_string(objectives, ','))) <= 600
  ),
  constraint leads_counts_are_positive            check (least(calls_per_month, active_clients_per_month) >= 0),
  constraint leads_contacts_per_month_is_positive check (contacts_per_month >= 0),
  constraint leads_audience_is_short              check (char_length(audience) <= 300),
  constraint leads_company_siren_is_short         check (char_length(company_siren) <= 9),
  constraint leads_company_legal_name_is_short    check (char_length(company_legal_name) <= 300),
  constraint leads_company_address_is_short       check (char_length(company_address) <= 300),
  constraint leads_inactive_reason_is_known       check (inactive_reason in ('price', 'later', 'elsewhere', 'unreachable', 'no_need', 'other'))
);
comment on column public.leads.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.leads.extra_answers is 'Answers that have no column: comment, newsletter, kind.';
comment on column public.leads.consents is
  'By purpose, such as {"calls": {"granted": true, "version": …}}; see private.has_consented.';
comment on column public.leads.account_exists is 'Sent without signing in, under the e-mail of an account.';
comment on column public.leads.newer_answers_at is
  'A later submission says something else; it waits until somebody adopts it.';
comment on column public.leads.last_contact_at is
  'Creation, update by the person or change of status: what the retention of 6 months counts from.';
comment on column public.leads.owner is 'The administrator who looks after it; null when anybody may.';
comment on column public.leads.callback_at is 'When somebody promised to call back.';
comment on column public.leads.contacted_at is 'When it first left to_contact: the end of the clock of the first call.';
comment on column public.leads.paid_on is
  'The day of the site on which its payment came: its schedule of payments begins there. Null where it was not paid online.';
comment on column public.leads.paid_at is
  'Since when it is paid: from then on its service is to be set up. Null while it is not, and of what was paid before this was noted.';
comment on column public.leads.setup_at is 'When the team said that its service runs; null before.';
comment on column public.leads.setup_by is 'The administrator who said so. No foreign key: it outlives the account.';
comment on column public.leads.inactive_reason is
  'Why it is closed, where the team said so; null once it is taken up again.';
comment on column public.leads.tags is 'Ids of private.tags, which says their names.';
comment on column public.leads.reminders_stopped_at is
  'Since when its person wants no reminder; null as long as nobody said so.';
comment on column public.leads.mails_refused_at is
  'Since when its person wants no mail that the team writes; null as long as they did not say so.';

-- The list of the admin, newest first by default; the id makes the order total.
create index leads_by_creation on public.leads (created_at, id);
create index leads_by_last_contact on public.leads (last_contact_at)
  where not payment_status and lead_status <> 'client';
create index leads_by_owner on public.leads (owner) where owner is not null;
create index leads_by_callback on public.leads (callback_at, id) where callback_at is not null;
create index leads_awaiting_setup on public.leads (paid_at, id)
  where paid_at is not null and setup_at is null and funnel_origin <> 'conferences';
create index leads_with_newer_answers on public.leads (newer_answers_at, id) where newer_answers_at is not null;
create index leads_closed_by_creation on public.leads (created_at) where inactive_reason is not null;
create index leads_contacted_by_creation on public.leads (created_at) where contacted_at is not null;

alter table public.leads enable row level security, force row level security;
revoke all on public.leads from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads to service_role;
grant select, delete on public.leads to authenticated;
grant insert (user_profile_id, funnel_origin, lead_status, payment_status) on public.leads to authenticated;
grant update (lead_status, payment_status) on public.leads to authenticated;
create policy "The owner of the schema keeps every lead" on public.leads
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every lead" on public.leads
  for all to service_role using (true) with check (true);
create policy "Customers can read the leads of their own profile" on public.leads
  for select to authenticated
  using (user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id())));
create policy "Customers can add a lead to their own profile" on public.leads
  for insert to authenticated
  with check (
    lead_status = 'to_contact' and payment_status = false
    and user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id()))
  );
create policy "Administrators can read every lead" on public.leads
  for select to authenticated using ((select private.is_admin()));
create policy "Sellers can change the status and payment of a lead" on public.leads
  for update to authenticated using ((select private.has_role('seller'))) with check ((select private.has_role('seller')));
create policy "Managers can delete a lead" on public.leads
  for delete to authenticated using ((select private.has_role('manager')));

-- Neither prepared nor paid any more; the team may take it up again.
create function private.is_closed(status text) returns boolean
  language sql immutable set search_path = ''
  as $$
  select status in ('inactive')
$$;

-- A change that waited for another one began before it: its instant must not be the earlier one, since who changes a lead
-- says which state they saw.
create function private.touch_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  if new.lead_status is distinct from old.lead_status then
    new.last_contact_at := now();
    -- A payment is no call: who became a client by it was not contacted.
    if current_setting('request.cause', true) is distinct from 'payment' then
      new.contacted_at := coalesce(old.contacted_at, now());
    end if;
  end if;
  if new.payment_status is distinct from old.payment_status then
    new.paid_at := case when new.payment_status then now() end;
  end if;
  if not private.is_closed(new.lead_status) then
    new.inactive_reason := null;
  end if;
  return new;
end
$$;

create trigger touch_lead before update on public.leads
  for each row execute function private.touch_lead();

create function private.funnel_origin_of_path(path text) returns text
  language sql immutable parallel safe
  return (
    select form from unnest(private.forms()) as form
    where form <> 'general' and path like '%' || private.default_path_of_form(form) || '%' limit 1
  );
comment on function private.funnel_origin_of_path is 'Null on pages that make no lead.';

create function private.account_to_attach_to(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$
    select account.id from auth.users as account
    where account.email = private.canonical_email(email_param) and (account.email_confirmed_at is not null or account.invited_at is not null)
    order by account.created_at limit 1
  $$;
comment on function private.account_to_attach_to is
  'An account nobody confirmed and nobody invited is no one''s: whoever typed the e-mail may not be its owner.';

create function public.read_lead_account(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'state', case
        when profile.user_id is not null then
          case when private.awaits_first_password(profile.user_id) then 'invited' else 'active' end
        when private.account_to_attach_to(coalesce(lead.email, profile.email)) is not null then 'elsewhere'
        else 'none'
      end,
      'invited_at', account.invited_at
    )
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param
  );
end
$$;
comment on function public.read_lead_account is
  'none, invited (the invitation is not used yet), active, or elsewhere (an account has the e-mail, and the lead is not its); null once the lead is gone.';
revoke all on function public.read_lead_account from public, anon, authenticated, service_role;
grant execute on function public.read_lead_account to authenticated;
