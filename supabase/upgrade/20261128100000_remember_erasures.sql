-- Who was erased, so that restoring an older backup does not bring them back (promise P-04). Ids are random and their
-- hashes salted: nothing here says who it was. Kept by trigger, whoever deletes and by which door.

create table private.erasures (
  id         bigint      not null generated always as identity,
  subject    text        not null,
  salt       text        not null,
  hash       text        not null,
  erased_at  timestamptz not null default now(),
  written_at timestamptz,
  constraint erasures_pkey    primary key (id),
  constraint erasures_subject check (subject in ('lead', 'profile', 'account'))
);
comment on table  private.erasures            is 'What is no longer there, by hash: applied to whatever an older backup brings back.';
comment on column private.erasures.hash       is 'SHA-256 of the salt followed by the id, in hexadecimal';
comment on column private.erasures.written_at is 'when it was added to the list beside the backups, which outlives this database';
create index erasures_not_written on private.erasures (id) where written_at is null;
create index erasures_by_date     on private.erasures (erased_at);

alter table private.erasures enable row level security;
alter table private.erasures force row level security;
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

create function private.remember_erased_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.remember_erasure('account', old.id);
    return null;
  end
  $$;

revoke all on private.erasures from public, anon, authenticated, service_role;
revoke all on function
  private.remember_erasure(text, uuid), private.remember_erased_lead(), private.remember_erased_profile(),
  private.remember_erased_merge(), private.remember_erased_account()
  from public, anon, authenticated, service_role;

create constraint trigger remember_erased_lead after delete on public.leads
  deferrable initially deferred for each row execute function private.remember_erased_lead();
create constraint trigger remember_erased_profile after delete on public.user_profiles
  deferrable initially deferred for each row execute function private.remember_erased_profile();
create constraint trigger remember_erased_merge after delete on private.merged_leads
  deferrable initially deferred for each row execute function private.remember_erased_merge();

-- The accounts of a hosted project are the project's, and so are its backups.
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
