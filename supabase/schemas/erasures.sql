-- What was erased is remembered as a salted hash of its id, so that a restored backup erases it again
-- (docs/decisions/0037).

create table private.erasures (
  id         bigint      not null generated always as identity,
  subject    text        not null,
  salt       text        not null,
  hash       text        not null,
  erased_at  timestamptz not null default now(),
  written_at timestamptz,
  constraint erasures_pkey    primary key (id),
  constraint erasures_subject check (subject in ('lead', 'profile', 'account', 'expired', 'agreement', 'newsletter'))
);
comment on table  private.erasures is
  'What is no longer there, by hash: applied to whatever an older backup brings back.';
comment on column private.erasures.hash is 'SHA-256 of the salt followed by the id, in hexadecimal';
comment on column private.erasures.written_at is
  'when it was added to the list beside the backups, which outlives this database';

create index erasures_not_written on private.erasures (id) where written_at is null;
create index erasures_by_date on private.erasures (erased_at);

alter table private.erasures enable row level security, force row level security;
revoke all on private.erasures from public, anon, authenticated, service_role;
create policy "The owner of the schema remembers what was erased" on private.erasures
  for all to current_user using (true) with check (true);

create function private.remember_erasure(subject_param text, id_param uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.settings (key, value) values ('erasure_salt', to_jsonb(gen_random_uuid()))
    on conflict (key) do nothing;
    insert into private.erasures (subject, salt, hash)
    select subject_param, value #>> '{}',
           encode(sha256(convert_to((value #>> '{}') || id_param::text, 'UTF8')), 'hex')
    from private.settings where key = 'erasure_salt';
  end
  $$;

-- At the end of the transaction, when it is known whether the row is gone for good. A lead that was merged lives on in
-- another: it is erased with that one.
create function private.remember_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.leads where id = old.id)
       and not exists (select from private.merged_leads where lead_id = old.id) then
      perform private.remember_erasure('lead', old.id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_lead after delete on public.leads
  deferrable initially deferred for each row execute function private.remember_erased_lead();

create function private.remember_erased_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.user_profiles where id = old.id) then
      perform private.remember_erasure('profile', old.id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_profile after delete on public.user_profiles
  deferrable initially deferred for each row execute function private.remember_erased_profile();

create function private.remember_erased_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    profile_id uuid := (old.before -> 'profile' ->> 'id')::uuid;
  begin
    if not exists (select from public.leads where id = old.lead_id) then
      perform private.remember_erasure('lead', old.lead_id);
    end if;
    if profile_id is not null and not exists (select from public.user_profiles where id = profile_id) then
      perform private.remember_erasure('profile', profile_id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_merge after delete on private.merged_leads
  deferrable initially deferred for each row execute function private.remember_erased_merge();

create function private.remember_erased_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.remember_erasure('account', old.id);
    return null;
  end
  $$;

create function private.settle_addresses() returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  account record;
begin
  -- Requests that an address made in two spellings stay apart, each under its own: joining them is for the team, and an
  -- account gets the one that already had the form of its address.
  update public.user_profiles as profile
    set email = private.canonical_email(profile.email)
    where profile.email <> private.canonical_email(profile.email)
      and (profile.user_id is not null or profile.id = (
        select other.id from public.user_profiles as other
        where other.user_id is null and private.canonical_email(other.email) = private.canonical_email(profile.email)
        order by other.email = private.canonical_email(profile.email) desc, other.created_at, other.id
        limit 1));

  -- Leads are shown without what nobody sees; the list finds duplicates by the one form.
  update public.leads set email = private.clean_email(email) where email <> private.clean_email(email);
  perform private.write_lead_list(lead)
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where private.sort_key(coalesce(lead.email, profile.email))
      <> private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));

  -- A link that was mailed to the letters of a domain was delivered to its form.
  update private.first_passwords set email = private.mailable_address(email)
    where email = private.clean_email(email) and email <> private.mailable_address(email);

  -- An account that was made with the letters of a domain can sign in again, where nothing else has the form of its
  -- address: it is the same mailbox, and gets nothing that it had not.
  for account in
    select id, email, private.mailable_address(email) as address from auth.users
    where email !~ '^[ -~]*$' and email = private.clean_email(email)
  loop
    if account.address <> account.email
      and not exists (select from auth.users where email = account.address)
      and not exists (
        select from public.user_profiles where email = account.address and user_id is distinct from account.id)
      and not exists (
        select from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
        where private.canonical_email(lead.email) = account.address and profile.user_id is distinct from account.id)
    then
      update auth.users set email = account.address where id = account.id;
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', account.address)
        where user_id = account.id and provider = 'email';
    end if;
  end loop;
end
$$;
comment on function private.settle_addresses is
  'Gives what was kept before this file the one form of its address. What cannot get it, because something else has it, stays under its spelling: `private.addresses_in_two_spellings` lists it.';

-- Where auth is ours. A project tells of no account that it removed.
do $$
begin
  if (select relowner = current_user::regrole from pg_class where oid = 'auth.users'::regclass) then
    create constraint trigger remember_erased_account after delete on auth.users
      deferrable initially deferred for each row execute function private.remember_erased_account();
    -- What DELETE /admin/users/:id leaves when it is asked to keep the row names nobody either.
    create constraint trigger remember_emptied_account after update of deleted_at on auth.users
      deferrable initially deferred for each row when (old.deleted_at is null and new.deleted_at is not null)
      execute function private.remember_erased_account();
  end if;
end
$$;
