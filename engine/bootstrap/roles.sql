-- What a Supabase project has by itself: the roles of the wire, our two logins, schemas and extensions.
--
-- Applied at every start where we own auth, as the role of DATABASE_URL (every later file as site_server). Roles belong
-- to the whole cluster and other databases may be starting at this moment, so nothing is changed that is right already.

do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon',          'nologin'),
      ('authenticated', 'nologin'),
      ('service_role',  'nologin'),
      ('authenticator', 'login'),
      ('site_server',   'login')
    ) as roles (name, login)
    where not exists (select from pg_catalog.pg_roles where rolname = roles.name)
  loop
    begin
      execute format('create role %I %s noinherit nocreatedb nocreaterole', wanted.name, wanted.login);
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

-- Both logins may act as the three roles of the wire; whoever runs this file, as site_server.
do $$
declare
  wanted record;
begin
  for wanted in
    select members.name, members.member
    from (values
      ('anon', 'authenticator'), ('authenticated', 'authenticator'), ('service_role', 'authenticator'),
      ('anon', 'site_server'),   ('authenticated', 'site_server'),   ('service_role', 'site_server'),
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

do $$
begin
  execute format('grant connect on database %I to authenticator, site_server', current_database());
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
grant  usage  on schema public, extensions to anon, authenticated, service_role, authenticator, site_server;
grant  create on schema public to site_server;

-- What site_server creates is for nobody until it says so.
alter default privileges for role site_server revoke execute on functions from public;
alter default privileges for role site_server revoke usage   on types     from public;
