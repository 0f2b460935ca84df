import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { startProcess } from "./processes.ts";
import { findProgram } from "./programs.ts";

export type BenchPostgres = {
  port: number;
  /** Address of one of its databases, for the superuser. */
  url(database: string): string;
  logFile: string;
  /** A connection of the superuser, closed with the benchmark. */
  connect(database: string): Promise<pg.Client>;
};

/**
 * PostgreSQL of the machine, in a folder of its own, with the settings it comes with: unlike the server of the tests,
 * it waits for the disk at each commit (`fsync`, `synchronous_commit`).
 */
export async function startBenchPostgres(bench: Bench): Promise<BenchPostgres> {
  const account = findAccount();
  const folder = makeFolder(bench);
  const data = join(folder, "data");
  chmodSync(folder, 0o755);
  for (const each of [data, join(folder, "log")]) {
    mkdirSync(each, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(each, account.uid, account.gid);
  }
  const cluster = ["-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust"];
  execFileSync(findProgram("initdb"), cluster, { ...account, cwd: data, stdio: ["ignore", "ignore", "inherit"] });

  const port = await findFreePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `port=${port}`,
    // Nothing but what `recordStatements` asks for.
    "logging_collector=on",
    "log_destination=jsonlog",
    `log_directory=${join(folder, "log")}`,
    "log_filename=server.log",
    "log_file_mode=0644",
  ];
  const options = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  // SIGINT is "fast": connections are cut.
  const server = startProcess(bench, findProgram("postgres"), options, { ...account, cwd: data, endSignal: "SIGINT" });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  while (!(await answers(url("postgres")))) {
    if (server.hasEnded()) throw new Error(`PostgreSQL did not start:\n${server.complaints()}`);
    await wait(50);
  }

  return {
    port,
    url,
    logFile: join(folder, "log", "server.json"),
    async connect(database) {
      const client = new pg.Client({ connectionString: url(database) });
      await client.connect();
      bench.atEnd(() => client.end());
      return client;
    },
  };
}

/** PostgreSQL refuses to run as root. */
export function findAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: numberOf("-u"), gid: numberOf("-g") };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined); // it never connected
  }
}
