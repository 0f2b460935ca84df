-- What a Supabase project has by itself: the roles of the wire, the owner of our tables, schemas and extensions.
--
-- Applied at every start where we own auth, as the role of DATABASE_URL (every later file as site_server). Roles belong
-- to the whole cluster and other databases may be starting at this moment, so nothing is changed that is right already.

do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values ('anon'), ('authenticated'), ('service_role'), ('site_server')) as roles (name)
    where not exists (select from pg_catalog.pg_roles where rolname = roles.name)
  loop
    begin
      execute format('create role %I nologin noinherit nocreatedb nocreaterole', wanted.name);
    exception when duplicate_object or unique_violation then
      null; -- made by another start at the same moment
    end;
  end loop;
end
$$;

-- The secret key reads and writes past row security, as on a hosted project. Only some roles may give that right.
do $$
begin
  if not (select rolbypassrls from pg_catalog.pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
exception when insufficient_privilege then
  raise warning 'service_role stays under row security: the role of DATABASE_URL may not give it bypassrls';
end
$$;

-- The owner may act as the three roles of the wire, and the role that runs this file as the owner. The logins of each
-- database are made beside this (engine/db/site-logins.ts): all databases of a cluster share the roles of this file.
do $$
declare
  wanted record;
begin
  for wanted in
    select members.name, members.member
    from (values
      ('anon', 'site_server'), ('authenticated', 'site_server'), ('service_role', 'site_server'),
      ('site_server', current_user::text)
    ) as members (name, member)
    where not (select rolsuper from pg_catalog.pg_roles where rolname = members.member)
      and not exists (
        select
        from pg_catalog.pg_auth_members as granted
        where granted.roleid = members.name::regrole
          and granted.member = members.member::regrole
          and (to_jsonb(granted) ->> 'set_option') is distinct from 'false' -- PostgreSQL 16 and newer
      )
  loop
    begin
      execute format('grant %I to %I', wanted.name, wanted.member);
    exception when unique_violation then
      null; -- granted by another start at the same moment
    end;
  end loop;
end
$$;

-- Logins of other databases of the cluster hold the same roles of the wire: what keeps them out is that they may not
-- connect. Who has something in the database, reads all databases or is connected now may go on, as a pooler's role.
do $$
declare
  place record;
  known text;
begin
  select oid, datname into place
  from pg_catalog.pg_database
  where datname = current_database() and pg_has_role(current_user, datdba, 'usage')
    and (datacl is null or exists (select from aclexplode(datacl) where grantee = 0 and privilege_type = 'CONNECT'));
  if not found then
    return;
  end if;
  for known in
    select role.rolname
    from pg_catalog.pg_roles as role
    where role.rolcanlogin and not role.rolsuper and role.rolname <> current_user
      and not exists (
        select
        from pg_catalog.pg_auth_members as granted
        where granted.member = role.oid
          and granted.roleid::regrole::text in ('anon', 'authenticated', 'service_role', 'site_server')
      )
      and (
        pg_has_role(role.oid, 'pg_read_all_data', 'member')
        or exists (
          select
          from pg_catalog.pg_shdepend as thing
          where thing.dbid = place.oid and thing.refclassid = 'pg_authid'::regclass and thing.refobjid = role.oid
        )
        or exists (
          select
          from pg_catalog.pg_stat_activity as session
          where session.datid = place.oid and session.usesysid = role.oid
        )
      )
  loop
    execute format('grant connect on database %I to %I', place.datname, known);
  end loop;
  execute format('revoke connect on database %I from public', place.datname);
end
$$;

do $$
begin
  execute format('grant create on database %I to site_server', current_database());
end
$$;

create schema if not exists auth    authorization site_server;
create schema if not exists private authorization site_server;
create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

-- Earlier versions made these two and used neither. They stay where something else depends on them, or owns them; on a
-- hosted project, which has its own, this file is not run.
do $$
declare
  unused text;
begin
  for unused in
    select extname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where nspname = 'extensions' and extname in ('pgcrypto', 'unaccent')
  loop
    begin
      execute format('drop extension %I', unused);
    exception when dependent_objects_still_exist or insufficient_privilege then
      null;
    end;
  end loop;
end
$$;

revoke all    on schema public from public;
grant  usage  on schema public, extensions to anon, authenticated, service_role, site_server;
grant  create on schema public to site_server;

-- What site_server creates is for nobody until it says so.
alter default privileges for role site_server revoke execute on functions from public;
alter default privileges for role site_server revoke usage   on types     from public;
