import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { type RunningProgram, startProcess } from "../support/processes.ts";
import { findAccount } from "../support/postgres.ts";
import { findProgram } from "../support/programs.ts";

export const superuser = { name: "postgres", password: "of-the-superuser" };

/** For the superuser, of a server or a pooler. */
export function urlOf(port: number, database: string): string {
  return `postgres://${superuser.name}:${superuser.password}@127.0.0.1:${port}/${database}`;
}

export type PostgresNode = {
  port: number;
  data: string;
  /** Of one of its databases, for the superuser. */
  url(database: string): string;
  /** For the superuser, past every pooler. */
  query<R extends pg.QueryResultRow>(database: string, text: string, values?: unknown[]): Promise<R[]>;
  /** SIGKILL of the server and of all its processes. */
  kill(): Promise<void>;
  /** As `pg_ctl stop -m immediate`: no checkpoint, connections cut. */
  stopImmediately(): Promise<void>;
  start(): Promise<void>;
};

type NodeOptions = { data: string; settings?: string[] };

const account = findAccount();
/** Logins ask for passwords, as anywhere outside of a test. */
const authentication = ["-A", "scram-sha-256"];

/** A server with the settings that PostgreSQL comes with: it waits for the disk at each commit. */
export async function startPrimary(bench: Bench, settings: string[] = [], parent?: string): Promise<PostgresNode> {
  const data = makeDataFolder(bench, parent);
  const passwordFile = join(data, "..", "password");
  writeFileSync(passwordFile, superuser.password, { mode: 0o644 });
  const cluster = ["-D", data, "-U", superuser.name, "-E", "UTF8", "--locale=C.UTF-8", `--pwfile=${passwordFile}`];
  run("initdb", [...cluster, ...authentication], data);
  appendFileSync(join(data, "pg_hba.conf"), "host replication all 127.0.0.1/32 scram-sha-256\n");
  return startNode(bench, { data, settings });
}

/** A server of its own with an empty database `site`. */
export async function startDatabase(bench: Bench): Promise<PostgresNode> {
  const server = await startPrimary(bench);
  await server.query("postgres", "create database site");
  return server;
}

/** A copy that follows and that the primary waits for at each commit, from here on. */
export async function addStandby(bench: Bench, primary: PostgresNode): Promise<PostgresNode> {
  const data = makeDataFolder(bench);
  rmSync(data, { recursive: true });
  const source = `host=127.0.0.1 port=${primary.port} user=${superuser.name} password=${superuser.password}`;
  const options = ["-D", data, "-R", "-X", "stream", "-c", "fast", "-d", `${source} application_name=standby`];
  run("pg_basebackup", options, join(data, ".."));
  const standby = await startNode(bench, { data });
  await primary.query("postgres", "alter system set synchronous_standby_names = 'standby'");
  await primary.query("postgres", "select pg_reload_conf()");
  await waitUntil(async () => {
    const rows = await primary.query("postgres", "select from pg_stat_replication where sync_state = 'sync'");
    return rows.length === 1;
  });
  return standby;
}

/** Makes the standby writable without a standby of its own: `pg_ctl promote`, as a watching tool does. */
export async function promote(standby: PostgresNode): Promise<void> {
  await standby.query("postgres", "select pg_promote(true, 10)");
}

function makeDataFolder(bench: Bench, parent?: string): string {
  const folder = parent ?? makeFolder(bench);
  chmodSync(folder, 0o755);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(data, account.uid, account.gid);
  return data;
}

function run(program: "initdb" | "pg_basebackup", options: string[], cwd: string): void {
  execFileSync(findProgram(program), options, { ...account, cwd, stdio: ["ignore", "ignore", "pipe"] });
}

async function startNode(bench: Bench, { data, settings = [] }: NodeOptions): Promise<PostgresNode> {
  const port = await findFreePort();
  const ours = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, "max_connections=100"];
  const options = ["-D", data, ...[...ours, ...settings].flatMap((setting) => ["-c", setting])];
  const login = { host: "127.0.0.1", port, user: superuser.name, password: superuser.password };
  let server: RunningProgram;

  async function query<R extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []) {
    const client = new pg.Client({ ...login, database });
    client.on("error", () => undefined); // its query fails
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function start(): Promise<void> {
    // of a server that was killed: the next one would ask whose it is
    if (existsSync(join(data, "postmaster.pid"))) await wait(50);
    const started = startProcess(bench, findProgram("postgres"), options, {
      ...account,
      cwd: data,
      endSignal: "SIGQUIT",
    });
    server = started;
    await waitUntil(async () => {
      if (started.hasEnded()) throw new Error(`PostgreSQL did not start:\n${started.complaints()}`);
      return query("postgres", "select").then(
        () => true,
        () => false,
      );
    }, 60_000);
  }

  await start();
  return {
    port,
    data,
    url: (database) => urlOf(port, database),
    query,
    start,
    stopImmediately: () => server.end("SIGQUIT"),
    async kill() {
      // each of its processes leads a session of its own
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(server.pid)], { encoding: "utf8" });
      const ended = server.end("SIGKILL");
      for (const child of children.trim().split(/\s+/)) killIfThere(Number(child));
      await ended;
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it was faster
  }
}

export async function waitUntil(isSo: () => Promise<boolean> | boolean, patienceMs = 30_000): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`Waited ${patienceMs} ms in vain for: ${isSo.toString()}`);
    await wait(20);
  }
}
