import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { Cron } from "croner";

import type { EngineContext } from "#engine/context.ts";

import type { BackupOrder } from "./backup-process.ts";
import { type BackupRecord, recordBackup, recordFailedBackup } from "./backup-record.ts";
import { copyDatabase } from "./folder-copies.ts";
import { writeErasures } from "./erasure-list.ts";

export type ScheduledBackups = { stop(): Promise<void> };

/** Erasures are on the list within 10 s. */
const everyFiveSeconds = "*/5 * * * * *";

/** Backups at their hour, and the list of erasures beside them; nothing without `BACKUP_DIR`. */
export function startScheduledBackups(context: EngineContext): ScheduledBackups {
  const { settings } = context;
  const { dir, at } = settings.backup;
  if (dir === undefined) return { stop: () => Promise.resolve() };
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const start = (pattern: string, run: () => Promise<void>) =>
    new Cron(pattern, { timezone: settings.timeZone, unref: true, protect: true }, () => {
      const work = run().finally(() => running.delete(work));
      running.add(work);
      return work;
    });
  const crons = [
    start(at, () => runScheduledBackup(context, stopping.signal)),
    start(everyFiveSeconds, () => runErasureList(context)),
  ];
  return {
    async stop() {
      for (const cron of crons) cron.stop();
      stopping.abort();
      await Promise.all(running);
      await runErasureList(context);
    },
  };
}

/**
 * Once now, unless another process does it already. Never throws: what failed is in the log, and the doctor says that
 * the last backup is too old.
 */
export async function runScheduledBackup(context: EngineContext, stopping?: AbortSignal): Promise<void> {
  const { db, log, settings, now } = context;
  const { dir, keep } = settings.backup;
  if (dir === undefined) return;
  try {
    await db.ifLeader("backup", async () => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removeDrafts(dir);
      const file = join(dir, nameAt(now(), settings.backup.key !== undefined));
      const record = await backUp(context, file, stopping);
      await db.asServer((tx) => recordBackup(tx, record));
      await removeOldBackups(dir, keep);
      log.info({ file, bytes: record.bytes, rows: record.rows }, "a backup was made and read again");
    });
  } catch (error) {
    if (stopping?.aborted) return log.info("a backup was called off by the stop");
    log.error({ err: error }, "a backup failed");
    // Where the database is what failed, the age of the last backup tells.
    await db.asServer((tx) => recordFailedBackup(tx, now())).catch(() => undefined);
  }
}

async function runErasureList({ db, log, settings }: EngineContext): Promise<void> {
  const { dir } = settings.backup;
  if (dir === undefined) return;
  try {
    await db.ifLeader("list of erasures", () => writeErasures(db, dir));
  } catch (error) {
    log.error({ err: error }, "the list of erasures could not be written");
  }
}

async function backUp({ db, settings }: EngineContext, file: string, stopping?: AbortSignal): Promise<BackupRecord> {
  const { databaseUrl, databaseDirectUrl, dataDir, backup, authSecret } = settings;
  const order = { file, key: backup.key, authSecret };
  if (databaseUrl) return runProcess({ ...order, source: { databaseUrl, databaseDirectUrl } }, stopping);
  const folder = await copyDatabase(db, dataDir);
  if (folder === undefined) throw new Error("Another backup copies the folder at this moment.");
  try {
    return await runProcess({ ...order, source: { folder } }, stopping);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The secrets travel by standard input: arguments and environment are seen by others. */
async function runProcess(order: BackupOrder, stopping?: AbortSignal): Promise<BackupRecord> {
  const program = fileURLToPath(new URL("backup-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: "pipe", signal: stopping });
  const ended = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  child.stdin.end(JSON.stringify(order));
  const [code, output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(complaint || `The process of the backup ended with code ${code}.`);
  return JSON.parse(output) as BackupRecord;
}

const backupName = /^ariane-\d{8}T\d{6}Z\.backup(\.age)?$/;
const draftName = /^ariane-\d{8}T\d{6}Z\.backup(\.age)?\.part$/;

function nameAt(instant: Date, isEncrypted: boolean): string {
  const stamp = instant.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `ariane-${stamp}.backup${isEncrypted ? ".age" : ""}`;
}

/** @returns the newest scheduled backup of the folder, by its name; undefined when there is none */
export async function newestBackup(dir: string): Promise<string | undefined> {
  const newest = (await readdir(dir))
    .filter((name) => backupName.test(name))
    .toSorted()
    .at(-1);
  return newest === undefined ? undefined : join(dir, newest);
}

/** The oldest go, by name: a copy of the folder has other dates. */
async function removeOldBackups(dir: string, keep: number): Promise<void> {
  const names = (await readdir(dir)).filter((name) => backupName.test(name)).toSorted();
  for (const name of names.slice(0, -keep)) await rm(join(dir, name), { force: true });
}

/** Of a killed backup. One process at a time is here. */
async function removeDrafts(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => draftName.test(name));
  for (const name of names) await rm(join(dir, name), { force: true });
}
