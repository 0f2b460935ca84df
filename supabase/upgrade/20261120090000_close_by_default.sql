-- Nothing in our schemas is open to anyone unless a later line of these migrations says so: a hosted project hands every
-- new table and function of schema public to its API roles, and PostgreSQL hands every new function to everybody.

do $$
begin
  if to_regnamespace('private') is null then
    create schema private;
  end if;
  if to_regnamespace('extensions') is null then
    create schema extensions;
  end if;
end
$$;

comment on schema private is 'What the API never exposes: submissions, deliveries, the audit log, and the rules the public tables call.';

revoke all on schema private from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create extension if not exists pg_trgm with schema extensions;
