-- What our procedures ask about accounts, in the columns that a hosted project has too (docs/decisions/0028), which
-- sign-ins were announced, and accounts that an erasure takes along.

create table private.sign_in_events (
  session_id uuid        not null,
  user_id    uuid,
  created_at timestamptz not null default now(),
  constraint sign_in_events_one_per_session primary key (session_id)
);
comment on table private.sign_in_events is 'Sessions whose sign-in was announced: once each.';

create index sign_in_events_by_date on private.sign_in_events (created_at);

alter table private.sign_in_events enable row level security, force row level security;
revoke all on private.sign_in_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the announced sign-ins" on private.sign_in_events
  for all to current_user using (true) with check (true);

-- Accounts of a project that were erased here. The project is asked once that has committed; it may be away then, and
-- nothing else remembers them.
create table private.account_removals (
  account_id uuid        not null,
  asked_at   timestamptz not null default now(),
  constraint account_removals_pkey primary key (account_id)
);

alter table private.account_removals enable row level security, force row level security;
revoke all on private.account_removals from public, anon, authenticated, service_role;
create policy "The owner of the schema remembers whose account has to go" on private.account_removals
  for all to current_user using (true) with check (true);

create function private.account_sessions(account_id_param uuid)
  returns table (
    id uuid, aal text, user_agent text, ip inet,
    created_at timestamptz, refreshed_at timestamptz, updated_at timestamptz, not_after timestamptz
  )
  language sql stable set search_path = ''
  as $$
    select session.id, coalesce(session.aal::text, 'aal1'), session.user_agent, session.ip,
           session.created_at, session.refreshed_at, greatest(session.created_at, session.updated_at), session.not_after
    from auth.sessions as session where session.user_id = account_id_param
  $$;
comment on function private.account_sessions is 'The API lists no sessions.';

create function private.session_exists(session_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from auth.sessions where id = session_id_param) $$;

create function private.end_sessions(account_id_param uuid, session_id_param uuid default null) returns integer
  language sql volatile set search_path = ''
  as $$
    with ended as (
      delete from auth.sessions
      where user_id = account_id_param and (session_id_param is null or id = session_id_param) returning 1
    )
    select count(*)::integer from ended
  $$;
comment on function private.end_sessions is
  'All of an account, or one. The API ends a session for whoever shows its token, which nobody else has.';

create function private.account_with_address(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$ select id from auth.users where email = private.canonical_email(email_param) order by created_at limit 1 $$;
comment on function private.account_with_address is 'The API finds accounts by their id alone.';

create function private.addresses_alone(emails_param text[], account_id_param uuid) returns setof text
  language sql stable set search_path = ''
  as $$
    select candidate.email from unnest(emails_param) as candidate (email)
    where not exists (
      select from auth.users where users.email = candidate.email and users.id is distinct from account_id_param
    )
  $$;
comment on function private.addresses_alone is 'Of addresses in lower case, those that no other account answers to.';

-- Anybody can ask for a sign-up or a code with the address of who paid. Nothing of it is proved, and it keeps nobody from
-- their first password.
create function private.was_never_proved(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.email_confirmed_at is null
        and account.phone_confirmed_at is null
        and not coalesce(account.is_anonymous, false)
        and coalesce(account.encrypted_password, '') = ''
        and not exists (
          select from auth.identities
          where identities.user_id = account.id and identities.provider not in ('email', 'phone'))
    )
  $$;
comment on function private.was_never_proved is
  'No mailbox and no phone was confirmed, no password counts, no provider and no wallet vouches: whoever typed the address may be anybody.';

create function private.is_without_way_in(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select (private.awaits_first_password(account_id_param) or private.was_never_proved(account_id_param))
      and not exists (select from public.admin_users where user_id = account_id_param)
      and not exists (
        select from auth.mfa_factors where mfa_factors.user_id = account_id_param and mfa_factors.status::text = 'verified')
  $$;
comment on function private.is_without_way_in is
  'Invited as a customer, and nobody has chosen how to sign in; or a sign-up that was never proved. Every other account is opened by its own ways only.';

create function private.awaits_first_password(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.invited_at is not null
        and coalesce(account.encrypted_password, '') = ''
        and not exists (select from auth.identities where identities.user_id = account.id and identities.provider <> 'email')
    )
  $$;
comment on function private.awaits_first_password is
  'Invited, and still without a way to sign in. An opened link is not enough: its reader may have left without choosing a password.';

create function private.addresses_in_two_spellings() returns table (kind text, id uuid, address text)
  language sql stable set search_path = ''
  as $$
    select 'account', account.id, private.canonical_email(account.email)
      from auth.users as account where account.email <> private.canonical_email(account.email)
    union all
    select 'contact', profile.id, private.canonical_email(profile.email)
      from public.user_profiles as profile where profile.email <> private.canonical_email(profile.email)
    union all
    -- Taken for the contact's address by a rule that folded other letters too.
    select 'lead', lead.id, private.canonical_email(lead.email)
      from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
      where lower(lead.email) = lower(profile.email) and private.canonical_email(lead.email) <> private.canonical_email(profile.email)
    order by 3, 1, 2
  $$;
comment on function private.addresses_in_two_spellings is
  'What was kept under another spelling of an address that has one form now, and what two addresses were joined by. For the team: nothing of it opens anything. `npm run doctor` lists it.';
