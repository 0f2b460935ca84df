import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { findAccount } from "../support/postgres.ts";
import { startProcess } from "../support/processes.ts";
import { findProgram } from "../support/programs.ts";
import { superuser, urlOf, waitUntil } from "./postgres-pair.ts";

export type Pooler = {
  /** For `DATABASE_URL`: connections are lent by the transaction. */
  url: string;
  /** For `DATABASE_DIRECT_URL`: the same server, a connection for as long as its client lives. */
  directUrl: string;
  /** From here on to another server, as a fail-over does: by the file, and a signal. */
  repoint(serverPort: number): void;
};

const authUser = { name: "pgbouncer", password: "of-the-pooler" };

/** What the pooler asks for the passwords of those who log in, once in each database that it leads to. */
const authFunction = `
  create role ${authUser.name} login password '${authUser.password}';
  create schema pgbouncer authorization ${authUser.name};
  create function pgbouncer.get_auth(wanted text) returns table (name name, password text)
    language sql security definer set search_path = ''
    as $$ select rolname, rolpassword from pg_catalog.pg_authid where rolname = wanted and rolcanlogin $$;
  revoke all on function pgbouncer.get_auth(text) from public;
  grant execute on function pgbouncer.get_auth(text) to ${authUser.name};`;

/** PgBouncer in transaction mode in front of the database `site`, as docs/runbook.md has it. */
export async function startPooler(bench: Bench, serverPort: number): Promise<Pooler> {
  const account = findAccount();
  const folder = makeFolder(bench);
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const [ini, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  const write = (server: number) => writeFileSync(ini, describe(folder, port, server));
  write(serverPort);
  writeFileSync(users, `"${authUser.name}" "${authUser.password}"\n"${superuser.name}" "${superuser.password}"\n`);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);

  const program = startProcess(bench, findProgram("pgbouncer"), [ini], {
    ...account,
    cwd: folder,
    endSignal: "SIGQUIT",
  });
  const url = (database: string) => urlOf(port, database);
  await waitUntil(() => {
    if (program.hasEnded()) throw new Error(`PgBouncer did not start:\n${program.complaints()}`);
    return answers(url("site"));
  });
  return {
    url: url("site"),
    directUrl: url("site_direct"),
    repoint(server) {
      write(server);
      program.signal("SIGHUP");
    },
  };
}

export async function prepareForPooler(query: (database: string, text: string) => Promise<unknown>): Promise<void> {
  await query("postgres", "create database site");
  await query("site", authFunction);
}

/**
 * A client that waits for a server that is away gets its error within 3 s, and a server that is back is found within
 * one. PgBouncer's defaults are two minutes, and 15 s.
 */
function describe(folder: string, port: number, server: number): string {
  return `
[databases]
site = host=127.0.0.1 port=${server} dbname=site
site_direct = host=127.0.0.1 port=${server} dbname=site pool_mode=session pool_size=20

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
logfile = ${folder}/pgbouncer.log
pidfile = ${folder}/pgbouncer.pid
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
auth_user = ${authUser.name}
auth_query = select name, password from pgbouncer.get_auth($1)
pool_mode = transaction
default_pool_size = 15
max_client_conn = 400
query_wait_timeout = 3
server_connect_timeout = 2
server_login_retry = 1
server_check_delay = 1
`;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
