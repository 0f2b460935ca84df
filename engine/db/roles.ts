import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import { isSqlError } from "./database-errors.ts";
import type { SqlFolders } from "./migration-files.ts";

const roleAttempts = 8;

/**
 * Whether `roles.sql` has anything to do. Roles belong to the cluster, which no record of a database tells of, so they
 * are looked at. With a role that may give it, the secret key has its way past row security too.
 */
export async function rolesAreReady(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(`
    with wanted (name, member) as (values
      ('anon', 'authenticator'), ('authenticated', 'authenticator'), ('service_role', 'authenticator'),
      ('anon', 'site_server'), ('authenticated', 'site_server'), ('service_role', 'site_server'),
      ('site_server', current_user::text)
    )
    select not exists (
        select from wanted
          left join pg_catalog.pg_roles as role on role.rolname = wanted.name
          left join pg_catalog.pg_roles as member on member.rolname = wanted.member
          left join pg_catalog.pg_auth_members as granted on granted.roleid = role.oid and granted.member = member.oid
            and (to_jsonb(granted) ->> 'set_option') is distinct from 'false'
        where role.oid is null or member.oid is null or (granted.roleid is null and not member.rolsuper)
      )
      and not exists (
        select from pg_catalog.pg_roles as service, pg_catalog.pg_roles as own
        where service.rolname = 'service_role' and not service.rolbypassrls
          and own.rolname = current_user and own.rolsuper
      )
      and to_regnamespace('auth') is not null and to_regnamespace('private') is not null
      and exists (select from pg_catalog.pg_extension where extname = 'pg_trgm')
      and exists (
        select from pg_catalog.pg_roles as role
        where rolname = 'site_server' and has_database_privilege(role.oid, current_database(), 'create')
      ) as ready`);
  return rows[0]?.ready === true;
}

/** @param run a script in a transaction of its own, as the role of `DATABASE_URL` */
export async function makeRoles(run: (text: string) => Promise<unknown>, { bootstrap }: SqlFolders): Promise<void> {
  const text = await readFile(join(bootstrap, "roles.sql"), "utf8");
  await retryWhileRolesChange(async () => {
    await run(text);
  });
}

/**
 * Roles are shared by all databases of a cluster, and no lock spans databases: two starts may change the same one.
 * XX000 is "tuple concurrently updated", 23505 and 42710 two creations of one role.
 */
export async function retryWhileRolesChange(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isContention = isSqlError(error) && ["XX000", "23505", "42710", "40P01"].includes(error.code);
      if (!isContention || attempt === roleAttempts) throw error;
      await wait(20 * attempt + Math.random() * 50);
    }
  }
}
