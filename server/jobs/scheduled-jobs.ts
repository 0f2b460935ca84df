import { Cron } from "croner";

import type { AccountsContext } from "#server/auth/administration/account-administration.ts";
import { projectOf, removalsPerRun } from "#server/auth/administration/project-accounts.ts";
import { dayInParis } from "#domain/kernel/civil-date.ts";
import { purgeAuth } from "#server/auth/purge.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { accountsErasedLater } from "#server/leads/erasable-accounts.ts";
import { eraseExpiredLeads, eraseExpiredProposals, leadsPerRun, proposalsPerRun } from "#server/leads/retention.ts";

import { removeBatch, removeOldAuditLines, rowsPerBatch, terms } from "./terms.ts";

export type ScheduledJob = {
  name: string;
  /** When, in Europe/Paris. */
  pattern: string;
  /** @returns how many rows it removed or emptied */
  run(tx: Tx, now: Date, context: AccountsContext): Promise<number>;
  /** Only where accounts are our own, or only where a project keeps them. */
  where?: "ours" | "project";
  /** As long as a run does so many, another one follows: each is a short transaction, and others come in between. */
  batchSize?: number;
};

/** The figures of the list add up what is left: every minute, in transactions that hold nobody up. */
const facetChangesPerRun = 10_000;

export const scheduledJobs: ScheduledJob[] = [
  {
    name: "empty_delivered_bodies",
    pattern: "7 * * * *",
    batchSize: rowsPerBatch,
    run: (tx, now) => empty(tx, "status = 'delivered' and delivered_at < $1::timestamptz - interval '7 days'", now),
  },
  {
    name: "empty_dead_bodies",
    pattern: "17 * * * *",
    batchSize: rowsPerBatch,
    run: (tx, now) => empty(tx, "status = 'dead' and created_at < $1::timestamptz - interval '30 days'", now),
  },
  ...terms.map((term, index): ScheduledJob => ({
    name: term.name,
    pattern: `${22 + index} * * * *`,
    batchSize: rowsPerBatch,
    run: (tx, now) => removeBatch(tx, term, now),
  })),
  { name: "purge_audit_log", pattern: "42 * * * *", batchSize: rowsPerBatch, run: removeOldAuditLines },
  {
    name: "add_facet_changes",
    pattern: "* * * * *",
    batchSize: facetChangesPerRun,
    run: (tx) => countOf(tx, "select private.add_facet_changes($1) as count", [facetChangesPerRun]),
  },
  {
    name: "add_up_step_counts",
    pattern: "12 3 * * *",
    batchSize: rowsPerBatch,
    // Those of days that are over.
    run: (tx, now) =>
      countOf(tx, "select private.add_up_step_counts($1, $2) as count", [dayInParis(now), rowsPerBatch]),
  },
  {
    name: "add_up_lead_figures",
    pattern: "*/10 * * * *",
    batchSize: rowsPerBatch,
    run: (tx) => countOf(tx, "select private.add_up_lead_figures($1) as count", [rowsPerBatch]),
  },
  {
    name: "erase_expired_leads",
    pattern: "47 * * * *",
    batchSize: leadsPerRun,
    run: (tx, now, context) => eraseExpiredLeads(tx, accountsErasedLater(context), now),
  },
  { name: "erase_expired_proposals", pattern: "52 * * * *", batchSize: proposalsPerRun, run: eraseExpiredProposals },
  // A project of Supabase cleans its own tables.
  { name: "purge_auth", pattern: "37 * * * *", run: purgeAuth, where: "ours" },
  {
    name: "finish_account_removals",
    pattern: "57 * * * *",
    batchSize: removalsPerRun,
    run: async (tx, _, { settings }) => (await projectOf(settings)?.finishRemovals(tx)) ?? 0,
    where: "project",
  },
];

/** What a procedure of the database says that it did. */
async function countOf(tx: Tx, text: string, values: unknown[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(text, values);
  return rows[0]?.count ?? 0;
}

/** The line stays, without what it said. */
async function empty(tx: Tx, isOver: string, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update private.deliveries set body = '{}' where ctid = any (array(
       select ctid from private.deliveries where ${isOver} and body <> '{}' limit ${rowsPerBatch} for update skip locked
     ))`,
    [now.toISOString()],
  );
  return rowCount;
}

export type ScheduledJobs = { stop(): Promise<void> };

/** Runs the jobs in one process at a time, whichever comes first. A job that fails is run again at its next hour. */
export function startScheduledJobs(context: ServerContext): ScheduledJobs {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const here = context.settings.supabaseUrl === undefined ? "ours" : "project";
  const ours = scheduledJobs.filter(({ where = here }) => where === here);

  const crons = ours.map(
    (job) =>
      new Cron(job.pattern, { timezone: "Europe/Paris", unref: true, protect: true }, () => {
        const work = runScheduledJob(context, job, stopping.signal).finally(() => running.delete(work));
        running.add(work);
        return work;
      }),
  );
  return {
    async stop() {
      stopping.abort();
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}

/**
 * Once now, unless another process does it already. Never throws.
 *
 * @param stopping no further batch once it is aborted
 */
export async function runScheduledJob(
  context: ServerContext,
  job: ScheduledJob,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, log, now } = context;
  try {
    await db.ifLeader(job.name, async () => {
      let count = 0;
      let isMore = true;
      while (isMore) {
        const done = await db.asServer((tx) => job.run(tx, now(), context));
        count += done;
        isMore = job.batchSize !== undefined && done >= job.batchSize && !stopping?.aborted;
      }
      log.info({ job: job.name, count }, "a scheduled job ran");
    });
  } catch (error) {
    log.error({ err: error, job: job.name }, "a scheduled job failed");
  }
}
