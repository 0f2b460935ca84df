import { Cron } from "croner";

import { sweepAuth } from "#server/auth/sweep.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { eraseExpiredLeads } from "#server/leads/retention.ts";

export type ScheduledJob = {
  name: string;
  /** When, in Europe/Paris. */
  pattern: string;
  /** @returns how many rows it removed or emptied */
  run(tx: Tx, now: Date): Promise<number>;
};

const dayMs = 24 * 60 * 60 * 1000;
const deliveredBodyLifeMs = 7 * dayMs;
const deadBodyLifeMs = 30 * dayMs;
/** Every limit refills within an hour or two: a bucket left alone for a day is full, whichever it is. */
const bucketLifeMs = dayMs;

export const scheduledJobs: ScheduledJob[] = [
  {
    name: "empty_delivered_bodies",
    pattern: "7 * * * *",
    run: (tx, now) => remove(tx, emptyDelivered, now, deliveredBodyLifeMs),
  },
  {
    name: "empty_dead_bodies",
    pattern: "17 * * * *",
    run: (tx, now) => remove(tx, emptyDead, now, deadBodyLifeMs),
  },
  {
    name: "purge_rate_buckets",
    pattern: "27 * * * *",
    run: (tx, now) => remove(tx, "delete from private.rate_buckets where updated_at < $1", now, bucketLifeMs),
  },
  { name: "erase_expired_leads", pattern: "47 * * * *", run: eraseExpiredLeads },
  { name: "sweep_auth", pattern: "37 * * * *", run: sweepAuth },
];

async function remove(tx: Tx, statement: string, now: Date, lifeMs: number): Promise<number> {
  const { rowCount } = await tx.query(statement, [new Date(now.getTime() - lifeMs).toISOString()]);
  return rowCount;
}

/** The line stays, without what it said. */
const emptyDelivered = `
  update private.deliveries set body = '{}' where status = 'delivered' and delivered_at < $1 and body <> '{}'`;
const emptyDead = `
  update private.deliveries set body = '{}' where status = 'dead' and created_at < $1 and body <> '{}'`;

export type ScheduledJobs = { stop(): Promise<void> };

/** Runs the jobs in one process at a time, whichever comes first. A job that fails is run again at its next hour. */
export function startScheduledJobs(context: ServerContext): ScheduledJobs {
  const running = new Set<Promise<void>>();
  // A project of Supabase cleans its own tables.
  const isOurAuth = context.settings.supabaseUrl === undefined;
  const ours = scheduledJobs.filter(({ name }) => isOurAuth || name !== "sweep_auth");

  const crons = ours.map(
    (job) =>
      new Cron(job.pattern, { timezone: "Europe/Paris", unref: true, protect: true }, () => {
        const work = runScheduledJob(context, job).finally(() => running.delete(work));
        running.add(work);
        return work;
      }),
  );
  return {
    async stop() {
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}

/** Once now, unless another process does it already. Never throws. */
export async function runScheduledJob({ db, log, now }: ServerContext, job: ScheduledJob): Promise<void> {
  try {
    await db.ifLeader(job.name, async () => {
      const count = await db.asServer((tx) => job.run(tx, now()));
      log.info({ job: job.name, count }, "a scheduled job ran");
    });
  } catch (error) {
    log.error({ err: error, job: job.name }, "a scheduled job failed");
  }
}
