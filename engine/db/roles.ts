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
      )
      and not exists (
        select from pg_catalog.pg_database as place
        where datname = current_database() and pg_has_role(current_user, datdba, 'usage')
          and (datacl is null
            or exists (select from aclexplode(datacl) where grantee = 0 and privilege_type = 'CONNECT'))
      ) as ready`);
  return rows[0]?.ready === true;
}

/**
 * @param run a script in a transaction of its own, as the role of `DATABASE_URL`
 * @throws in one sentence, with the way out, where that role may not
 */
export async function makeRoles(run: (text: string) => Promise<unknown>, { bootstrap }: SqlFolders): Promise<void> {
  const text = await readFile(join(bootstrap, "roles.sql"), "utf8");
  try {
    await retryWhileRolesChange(async () => {
      await run(text);
    });
  } catch (error) {
    throw refusedRights(error) ?? error;
  }
}

/**
 * What to say where PostgreSQL denies a right that a start needs.
 *
 * @param user the role of the address, where it is known
 * @returns undefined for any other error
 */
export function refusedRights(error: unknown, user?: string): Error | undefined {
  if (!isSqlError(error) || error.code !== "42501") return undefined;
  const role = user === undefined ? "The role of DATABASE_URL" : `The role ${user} of DATABASE_URL`;
  return new Error(
    `${role} may not make what the site needs (${error.message}): it has to own the database and to have createrole, ` +
      "and where another role made anon, authenticated, service_role and site_server, to hold them with admin option.",
    { cause: error },
  );
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
