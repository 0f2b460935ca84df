-- The owner changes what the site says in the desk, version by version.

create table private.site_versions (
  version      bigint      not null,
  document     jsonb       not null,
  source       text        not null,
  author       uuid,
  reason       text        not null default '',
  made_at      timestamptz not null default now(),
  effective_at timestamptz not null,
  withdrawn_at timestamptz,
  from_version bigint,
  constraint site_versions_pkey            primary key (version),
  constraint site_versions_counted         check (version > 0),
  constraint site_versions_source          check (source in ('file', 'import', 'desk', 'return')),
  constraint site_versions_reason          check (char_length(reason) <= 500),
  constraint site_versions_document        check (jsonb_typeof(document) = 'object' and octet_length(document::text) <= 1000000),
  constraint site_versions_returns         check ((source = 'return') = (from_version is not null)),
  constraint site_versions_withdrawn_early check (withdrawn_at is null or withdrawn_at < effective_at)
);
comment on table  private.site_versions is
  'Each is whole. The one that applies is the latest that has begun; pages of every process follow it. None is changed or dropped.';
comment on column private.site_versions.author is 'An administrator; null of a file. No foreign key: the version outlives the account.';
comment on column private.site_versions.effective_at is 'From then on it applies, on whichever process.';
comment on column private.site_versions.withdrawn_at is 'Taken back before it began.';
comment on column private.site_versions.from_version is 'The version that was returned to.';

create table private.site_draft (
  is_the_one boolean     not null default true,
  document   jsonb       not null,
  author     uuid        not null,
  updated_at timestamptz not null,
  constraint site_draft_pkey     primary key (is_the_one),
  constraint site_draft_is_one   check (is_the_one),
  constraint site_draft_document check (jsonb_typeof(document) = 'object' and octet_length(document::text) <= 1000000)
);
comment on table private.site_draft is 'One for the whole team, or none: the site as it is to be.';

alter table private.site_versions enable row level security, force row level security;
revoke all on private.site_versions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the versions of the site" on private.site_versions
  for all to current_user using (true) with check (true);

alter table private.site_draft enable row level security, force row level security;
revoke all on private.site_draft from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the draft of the site" on private.site_draft
  for all to current_user using (true) with check (true);

create function private.keep_site_versions() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at'
    and old.withdrawn_at is null and old.effective_at > now() then
    return new;
  end if;
  raise exception 'versions of the site are kept as they are' using errcode = '42501';
end
$$;

create trigger keep_versions before update or delete on private.site_versions
  for each row execute function private.keep_site_versions();

create function private.tell_site_versions() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_notify('site_versions', '');
  return null;
end
$$;

create trigger tell_versions after insert or update on private.site_versions
  for each statement execute function private.tell_site_versions();

create function private.write_site_version(
  document_param jsonb, source_param text, author_param uuid, reason_param text, effective_at_param timestamptz, from_version_param bigint
) returns bigint
  language plpgsql volatile set search_path = ''
  as $$
declare
  begun timestamptz := clock_timestamp();
  written bigint;
begin
  -- One after the other, and never before the one that applies.
  lock table private.site_versions in share row exclusive mode;
  if exists (select from private.site_versions where effective_at > begun and withdrawn_at is null) then
    return null;
  end if;
  insert into private.site_versions (version, document, source, author, reason, effective_at, from_version)
    select coalesce(max(version), 0) + 1, document_param, source_param, author_param, reason_param,
           greatest(effective_at_param, begun, max(effective_at) filter (where withdrawn_at is null)), from_version_param
    from private.site_versions
    returning version into written;
  return written;
end
$$;
comment on function private.write_site_version is
  'Null while a version waits for its instant: it has to be withdrawn first. Without an instant, or with one that is past, at once.';

create function private.site_version_lines()
  returns table (
    version bigint, source text, author text, reason text, made_at timestamptz, effective_at timestamptz,
    withdrawn_at timestamptz, from_version bigint)
  language sql stable set search_path = ''
  as $$
    select kept.version, kept.source, account.email::text, kept.reason, kept.made_at, kept.effective_at,
           kept.withdrawn_at, kept.from_version
    from private.site_versions as kept left join auth.users as account on account.id = kept.author
    order by kept.version desc limit 100
  $$;
comment on function private.site_version_lines is 'Newest first; author is an e-mail, null of a file or an account that is gone.';

create function private.site_draft_author() returns text
  language sql stable set search_path = ''
  as $$
    select account.email::text from private.site_draft as draft join auth.users as account on account.id = draft.author
  $$;
