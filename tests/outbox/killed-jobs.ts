/** A process that runs every job that ends rows once, as if it were `NOW`, to be killed by a test meanwhile. */
import pino from "pino";

import { createContext } from "#server/context.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { terms } from "#server/jobs/terms.ts";
import type { Settings } from "#server/settings/settings.ts";

const { settings, now } = JSON.parse(process.env.WORK ?? "{}") as { settings: Settings; now: string };

const log = pino({ level: "silent" });
const db = await openDatabase(settings, log);
const context = createContext({ settings, db, log, now: () => new Date(now) });
const names = new Set(terms.map(({ name }) => name));

process.stdout.write("begun\n");
for (const job of scheduledJobs) if (names.has(job.name)) await runScheduledJob(context, job);
await db.close();
process.stdout.write("finished\n");
