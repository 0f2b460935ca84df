import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import { Cron } from "croner";

import { projectOf, removalsPerRun } from "#engine/auth/administration/project-accounts.ts";
import { dayInParis, dayOfSite } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";
import { endExpiredRows, rowsPerBatch } from "#engine/db/expired-rows.ts";
import { mailNotifications, notifyCallbacks, peoplePerRun } from "#subjects/notifications/server/notification-jobs.ts";
import { comparePayers, payersPerRun } from "#subjects/payments/server/compared-payers.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { remindUnpaidOrders } from "#subjects/leads/server/reminders.ts";
import {
  closeWaitingLists,
  eraseExpiredLeads,
  eraseExpiredProposals,
  leadsPerRun,
  proposalsPerRun,
} from "#subjects/leads/server/retention.ts";

import { reportBatch, reportFailure, reportStart, reportSuccess } from "./job-reports.ts";
import { removeOldAuditLines, retentionTerms } from "./terms.ts";

type JobContext = Pick<ServerContext, "settings" | "now">;

type JobWork =
  /** @returns how many rows it removed or emptied */
  | { run(tx: Tx, now: Date, context: JobContext): Promise<number>; runAlone?: undefined }
  /** What no transaction may be around. @returns how many tables it saw to */
  | { runAlone(db: Database): Promise<number> };

export type ScheduledJob = JobWork & {
  name: string;
  /** When, in Europe/Paris. */
  pattern: string;
  /** Only where accounts are our own, or only where a project keeps them. */
  where?: "ours" | "project";
  /** Only in the embedded database. */
  isForEmbedded?: boolean;
  /** As long as a run does so many, another one follows: each is a short transaction, and others come in between. */
  batchSize?: number;
};

/** The figures of the list add up what is left: every minute, in transactions short enough to block no other. */
const facetChangesPerRun = 10_000;

/** Odd minutes first, then even ones. */
const minuteOf = (index: number) => (index < 30 ? 1 + index * 2 : (index - 30) * 2);

export const scheduledJobs: ScheduledJob[] = [
  ...retentionTerms.map(({ where, ...term }, index): ScheduledJob => ({
    name: term.name,
    pattern: `${minuteOf(index)} * * * *`,
    batchSize: rowsPerBatch,
    run: (tx, now) => endExpiredRows(tx, term, now),
    ...(where && { where }),
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
    name: "sum_up_step_months",
    pattern: "22 3 * * *",
    run: (tx, now) => countOf(tx, "select private.sum_up_step_months($1) as count", [dayInParis(now)]),
  },
  {
    name: "drop_unnamed_articles",
    pattern: "26 3 * * *",
    run: (tx, now) => countOf(tx, "select private.drop_unnamed_site_articles($1) as count", [now.toISOString()]),
  },
  {
    name: "drop_unnamed_pictures",
    pattern: "27 3 * * *",
    run: (tx, now) => countOf(tx, "select private.drop_unnamed_site_pictures($1) as count", [now.toISOString()]),
  },
  {
    name: "tidy_tables",
    pattern: "32 3 * * *",
    isForEmbedded: true,
    batchSize: 1,
    runAlone: async (db) => Number((await db.tidyTable?.()) ?? false),
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
  {
    name: "remind_unpaid_orders",
    pattern: "9-59/15 8-19 * * *",
    run: (tx, now, { settings }) =>
      remindUnpaidOrders(tx, now, siteOn(settings.site, dayOfSite(settings, now)).payments),
  },
  { name: "notify_callbacks", pattern: "* * * * *", run: notifyCallbacks },
  { name: "mail_notifications", pattern: "* * * * *", batchSize: peoplePerRun, run: mailNotifications },
  // Those that waited for their order; the others are compared as they come.
  { name: "compare_payers", pattern: "*/5 * * * *", batchSize: payersPerRun, run: comparePayers },
  {
    name: "close_waiting_lists",
    pattern: "54 * * * *",
    batchSize: rowsPerBatch,
    run(tx, now, { settings }) {
      const today = dayOfSite(settings, now);
      return closeWaitingLists(tx, now, editionOn(settings.site.offers.conferences, today), today);
    },
  },
  { name: "erase_expired_proposals", pattern: "52 * * * *", batchSize: proposalsPerRun, run: eraseExpiredProposals },
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

/** Those that have something to do, by who keeps the accounts, and in which database. */
export function jobsOf({ supabaseUrl, databaseUrl }: Pick<Settings, "supabaseUrl" | "databaseUrl">): ScheduledJob[] {
  const here = supabaseUrl === undefined ? "ours" : "project";
  return scheduledJobs.filter(
    ({ where = here, isForEmbedded }) => where === here && (!isForEmbedded || databaseUrl === undefined),
  );
}

export type ScheduledJobs = { stop(): Promise<void> };

/** Runs the jobs in one process at a time, whichever comes first. A job that fails is run again at its next hour. */
export function startScheduledJobs(context: ServerContext): ScheduledJobs {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const crons = jobsOf(context.settings).map(
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
  const { db, log, measures, now } = context;
  try {
    const isDone = await db.ifLeader(job.name, async () => {
      await reportStart(db, job.name, now());
      const count = await runBatches(context, job, stopping);
      await reportSuccess(db, job.name, now());
      log.info({ job: job.name, count }, "a scheduled job ran");
      return true;
    });
    measures.noteJob(job.name, isDone ? "done" : "led_elsewhere");
  } catch (error) {
    measures.noteJob(job.name, "failed");
    log.error({ err: error, job: job.name }, "a scheduled job failed");
    // Where the database is what failed, its silence tells: the last success grows old.
    await reportFailure(db, job.name, now()).catch(() => undefined);
  }
}

/** @returns how many rows, or tables */
async function runBatches(context: ServerContext, job: ScheduledJob, stopping?: AbortSignal): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await runBatch(context, job);
    count += done;
    if (job.batchSize === undefined || done < job.batchSize || stopping?.aborted) return count;
  }
}

async function runBatch(context: ServerContext, job: ScheduledJob): Promise<number> {
  const { db, now } = context;
  if (job.runAlone) {
    const tables = await job.runAlone(db);
    await db.asServer((tx) => reportBatch(tx, job.name, tables));
    return tables;
  }
  return db.asServer(async (tx) => {
    const rows = await job.run(tx, now(), context);
    await reportBatch(tx, job.name, rows);
    return rows;
  });
}
