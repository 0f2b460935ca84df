/** A process that runs some jobs once, as if it were another day, to be killed by a test meanwhile. */
import pino from "pino";

import { createContext } from "#server/context/context.ts";
import { openDatabase } from "#engine/db/open-database.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import type { Settings } from "#server/settings/settings.ts";

const { settings, now, jobs } = JSON.parse(process.env.WORK ?? "{}") as {
  settings: Settings;
  now: string;
  jobs: string[];
};

const log = pino({ level: "silent" });
const db = await openDatabase(settings, log);
const context = createContext({ settings, db, log, now: () => new Date(now) });

process.stdout.write("begun\n");
for (const job of scheduledJobs) if (jobs.includes(job.name)) await runScheduledJob(context, job);
await db.close();
process.stdout.write("finished\n");
