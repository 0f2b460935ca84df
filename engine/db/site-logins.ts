import { createHash } from "node:crypto";

import pg from "pg";
import type { Logger } from "pino";

import { deriveSecret } from "#engine/settings/derived-secrets.ts";

import { isSqlError } from "./database-errors.ts";
import { refusedRights, retryWhileRolesChange } from "./roles.ts";
import { scramVerifier } from "./scram.ts";

/**
 * The two logins of one database, which no other database of the cluster knows: `caller` may act as the three roles of
 * the wire, `server` is `site_server` from its first moment on.
 */
export type SiteLogins = { caller: SiteLogin; server: SiteLogin };
export type SiteLogin = { user: string; password: string };

/** Bytes of a name of PostgreSQL that are left beside the longer prefix, with some to spare. */
const longestPlainName = 40;
const cutName = 31;

/** @param database its name, of 63 bytes at most; their roles tell it, cut where it is long */
export function siteLogins(database: string, authSecret: string): SiteLogins {
  const suffix = shortName(database);
  const login = (role: string): SiteLogin => ({
    user: role,
    password: deriveSecret(authSecret, `database role ${role}`).toString("base64url"),
  });
  return { caller: login(`authenticator_${suffix}`), server: login(`site_server_${suffix}`) };
}

function shortName(database: string): string {
  if (Buffer.byteLength(database) <= longestPlainName) return database;
  let start = "";
  for (const sign of database) {
    if (Buffer.byteLength(start + sign) > cutName) break;
    start += sign;
  }
  return `${start}_${createHash("sha256").update(database).digest("hex").slice(0, 8)}`;
}

/** What a database of before has: logins that all sites of the cluster shared. */
const sharedLogins = ["authenticator", "site_server"];

/**
 * Makes the logins where they are missing. Those that sites of before shared are let in for as long as a process of the
 * version before may need them: until a start that finds ours made already, and no session of theirs.
 *
 * @param admin as the role of `DATABASE_URL`, connected to the database they are for
 */
export async function makeSiteLogins(admin: pg.Client, logins: SiteLogins, log: Logger): Promise<void> {
  const database = await databaseOf(admin);
  const state = await readState(admin, logins);
  if (!state.areMade) {
    await withRights(admin, () => retryWhileRolesChange(() => createLogins(admin, database, logins)));
  }
  if (state.isOpen) {
    log.warn(
      { database },
      "every login of the server may connect to this database: let its owner revoke connect on it from public",
    );
  }
  if (state.areMade && state.mayClose && state.areSharedIdle) {
    await retryWhileRolesChange(async () => {
      const text = `revoke connect on database ${pg.escapeIdentifier(database)} from ${sharedLogins.join(", ")}`;
      await admin.query(text);
    });
    log.info({ database }, "the logins that sites of this server shared are let in no more");
  }
}

type State = {
  areMade: boolean;
  /** To every login of the cluster: `roles.sql` closes it, where the role of the address owns it. */
  isOpen: boolean;
  /** The owner of the database may, and a superuser. */
  mayClose: boolean;
  /** The shared logins are let in by name, and not connected. */
  areSharedIdle: boolean;
};

async function readState(admin: pg.Client, { caller, server }: SiteLogins): Promise<State> {
  const { rows } = await admin.query<State>(
    `with place as (select oid, datname, datdba, datacl from pg_catalog.pg_database where datname = current_database()),
      wanted (name, member) as (values
        ('anon', $1::text), ('authenticated', $1), ('service_role', $1), ('site_server', $2::text)),
      allowed as (
        select grantee from place, aclexplode(place.datacl) where privilege_type = 'CONNECT')
    select
      not exists (
        select from wanted
          left join pg_catalog.pg_roles as role on role.rolname = wanted.name
          left join pg_catalog.pg_roles as member on member.rolname = wanted.member and member.rolcanlogin
          left join pg_catalog.pg_auth_members as granted on granted.roleid = role.oid and granted.member = member.oid
        where granted.roleid is null or member.oid not in (select grantee from allowed))
      and exists (
        select from place join pg_catalog.pg_db_role_setting as kept on kept.setdatabase = place.oid
        where kept.setrole = to_regrole(quote_ident($2)) and 'role=site_server' = any (kept.setconfig)) as "areMade",
      place.datacl is null or exists (select from allowed where grantee = 0) as "isOpen",
      pg_has_role(current_user, place.datdba, 'usage') as "mayClose",
      exists (
        select from allowed join pg_catalog.pg_roles as role on role.oid = allowed.grantee where rolname = any ($3))
      and not exists (
        select from pg_catalog.pg_stat_activity as session
        where session.datname = place.datname and session.usename = any ($3)) as "areSharedIdle"
    from place`,
    [caller.user, server.user, sharedLogins],
  );
  if (!rows[0]) throw new Error("The database is not in its own catalogue.");
  return rows[0];
}

async function createLogins(admin: pg.Client, database: string, { caller, server }: SiteLogins): Promise<void> {
  const place = pg.escapeIdentifier(database);
  const [callerName, serverName] = [caller.user, server.user].map((user) => pg.escapeIdentifier(user));
  for (const { user } of [caller, server]) {
    const known = await admin.query("select from pg_catalog.pg_roles where rolname = $1", [user]);
    const name = pg.escapeIdentifier(user);
    if (known.rowCount === 0) await admin.query(`create role ${name} login noinherit nocreatedb nocreaterole`);
    else await admin.query(`alter role ${name} login`);
  }
  await admin.query(`grant anon, authenticated, service_role to ${callerName}`);
  await admin.query(`grant site_server to ${serverName}`);
  // As a project's own login: before it takes a role it finds the tables, and may do nothing with them.
  await admin.query(`grant usage on schema public, extensions to ${callerName}`);
  // Each session begins with it, those that a pooler opens too.
  await admin.query(`alter role ${serverName} in database ${place} set role = 'site_server'`);
  await admin.query(`grant connect on database ${place} to ${callerName}, ${serverName}`);
}

/** Its own name: a pooler may have another one for it, which stands in the address. */
export async function databaseOf(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ name: string }>("select current_database() as name");
  if (!rows[0]) throw new Error("The database does not tell its name.");
  return rows[0].name;
}

/** Gives the login its derived password, unless it has it. */
export async function makeSureOfPassword(admin: pg.Client, login: pg.ClientConfig & SiteLogin): Promise<void> {
  if (!(await canLogIn(login))) {
    await withRights(admin, () =>
      retryWhileRolesChange(async () => {
        const verifier = pg.escapeLiteral(scramVerifier(login.password));
        await admin.query(`alter role ${pg.escapeIdentifier(login.user)} password ${verifier}`);
      }),
    );
  }
  await refuseLogin(login);
}

/** @throws where the role is not let in */
export async function refuseLogin(login: pg.ClientConfig & { user: string }): Promise<void> {
  if (!(await canLogIn(login))) {
    throw new Error(
      `The database refuses the role ${login.user}: allow it in pg_hba.conf, with scram-sha-256; a pooler looks its ` +
        "password up by auth_query.",
    );
  }
}

async function canLogIn(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(login);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined); // it never connected
  }
}

/**
 * Class 28 says the server, 42501 where the role may not connect to this database; PgBouncer says 08P01 ("protocol
 * violation") of every login that it does not let in.
 */
export function isRefusal(error: unknown): boolean {
  return isSqlError(error) && (error.code.startsWith("28") || error.code === "08P01" || error.code === "42501");
}

/** @throws in one sentence, with the way out, where the role of the address may not do that */
async function withRights(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw refusedRights(error, admin.user) ?? error;
  }
}
