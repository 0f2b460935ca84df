import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { Health } from "#subjects/operations/contract/health.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import type { Database } from "#engine/db/database.ts";
import { databaseSize } from "#engine/db/database-size.ts";
import { release } from "#server/settings/release.ts";

import { checkProject } from "./check-project.ts";
import { checkRunning, type Running } from "./check-running.ts";
import { checkSettings } from "./check-settings.ts";

export const mostLagMs = 2_000;
const keptMs = 5_000;

/**
 * The same checks as `npm run doctor`, and what a supervisor asks. Kept for a few seconds, and read once for all who
 * ask meanwhile: looking often costs nothing.
 */
export function createHealth(server: Running): () => Promise<Health> {
  const startedAt = server.now().toISOString();
  let kept: { untilMs: number; health: Promise<Health> } | undefined;

  return () => {
    const nowMs = server.now().getTime();
    if (kept && nowMs < kept.untilMs) return kept.health;
    const health = readHealth(server, startedAt);
    const mine = { untilMs: nowMs + keptMs, health };
    kept = mine;
    // What failed is asked again.
    health.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return health;
  };
}

async function readHealth(server: Running, startedAt: string): Promise<Health> {
  const { db, settings, now } = server;
  return {
    checkedAt: now().toISOString(),
    ...release,
    startedAt,
    ...(await readFacts(db)),
    liveLagMs: await measureLag(db),
    findings: [
      ...checkSettings(settings, dayOfSite(settings, now())),
      ...(await checkProject(settings)),
      ...(await checkRunning(server)),
    ],
  };
}

type Facts = {
  version: string;
  size_bytes: number;
  waiting: number;
  dead: number;
  oldest_at: Date | null;
  backup_at: string | null;
  job_at: Date | null;
  failing_jobs: number;
};

/** A backup leaves the instant of its end under `last_backup` of private.settings. */
const factsQuery = `
  select current_setting('server_version') as version, ${databaseSize} as size_bytes,
         (count(*) filter (where status = 'waiting'))::int as waiting,
         (count(*) filter (where status = 'dead'))::int as dead,
         min(created_at) filter (where status = 'waiting') as oldest_at,
         (select value ->> 'at' from private.settings where key = 'last_backup') as backup_at,
         (select max(succeeded_at) from private.job_reports) as job_at,
         (select count(*)::int from private.job_reports where failures > 0) as failing_jobs
  from private.deliveries where status <> 'delivered'`;

async function readFacts(db: Database): Promise<Pick<Health, "database" | "queue" | "lastBackupAt" | "purges">> {
  const { rows } = await db.asServer((tx) => tx.query<Facts>(factsQuery));
  const [facts] = rows;
  if (!facts) throw new Error("An aggregate has one row.");
  return {
    database: { engine: db.engine, version: facts.version, sizeBytes: facts.size_bytes },
    queue: { waiting: facts.waiting, dead: facts.dead, oldestAt: facts.oldest_at?.toISOString() ?? null },
    lastBackupAt: facts.backup_at,
    purges: { lastAt: facts.job_at?.toISOString() ?? null, failing: facts.failing_jobs },
  };
}

/** Sends a notice through the database, and waits for it here. */
export async function measureLag(db: Database): Promise<number | null> {
  const token = randomUUID();
  const heard = Promise.withResolvers<number>();
  const stop = await db.listen("health_probe", (payload) => {
    if (payload === token) heard.resolve(performance.now());
  });
  const tooLong = new AbortController();
  try {
    const sentAt = performance.now();
    await db.runAsServer("select pg_notify('health_probe', $1)", [token]);
    const heardAt = await Promise.race([heard.promise, wait(mostLagMs, null, { signal: tooLong.signal })]);
    return heardAt === null ? null : Math.max(0, Math.round(heardAt - sentAt));
  } finally {
    tooLong.abort();
    await stop();
  }
}
