import type { RequestListener } from "node:http";

import type { Logger } from "pino";

import { type SiteAlerts, startSiteAlerts } from "#server/alerts/site-alerts.ts";
import { createFirstAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { publishSecondFactorRule } from "#engine/auth/factors/second-factor-rule.ts";
import { createContext, type ServerContext } from "#server/context/context.ts";
import { type ScheduledBackups, startScheduledBackups } from "#engine/backup/scheduled-backups.ts";
import { checkProject } from "./doctor/check-project.ts";
import { closeFolderToOthers } from "#engine/db/close-folder.ts";
import type { PageSource } from "./site/serve-pages.ts";
import { type ScheduledJobs, startScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { seedDemoLeads } from "#subjects/leads/server/seed.ts";
import { warmUp } from "#subjects/leads/server/warm-up.ts";
import { createMailComposer } from "./mail/mail-composer.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { type Outbox, startOutbox } from "#engine/outbox/outbox.ts";
import { createRequestHandler } from "./request-handler.ts";
import type { Settings } from "./settings/settings.ts";
import { openTraces } from "#engine/traces/open-traces.ts";

export type Backend = {
  listener: RequestListener;
  measures: ServerContext["measures"];
  /** Deliveries and scheduled jobs. Once the server listens: in a demonstration, the receivers are this very server. */
  startDelivering(): Promise<void>;
  /** `/readyz` refuses from here on, so that a proxy asks another process. */
  sayNotReady(): void;
  /** Hands back unfinished deliveries, and waits for the job that runs. */
  stopDelivering(): Promise<void>;
  /** Streams would be under way for ever: their screens go on with another process. */
  endStreams(): void;
  /** Closes the database: once nothing else is under way. */
  close(): Promise<void>;
};

/** Opens the database and puts the services and the page source behind one listener. */
export async function openBackend(settings: Settings, log: Logger, pages: PageSource): Promise<Backend> {
  closeFolderToOthers(settings.dataDir, log);
  const db = await openOwnDatabase(settings, log, { warmUp });
  const traces = await openTraces(settings, log);
  const context = createContext({ settings, db, log, traces });
  // Made with the first start, so that another AUTH_SECRET is noticed by the second.
  if (settings.supabaseUrl === undefined) await context.identity.signingKeys.current();
  await publishSecondFactorRule(context);
  void warnOfProject(context);
  await fillEmptyDatabase(context);
  await context.liveSite.follow(pages);

  let outbox: Outbox | undefined;
  let jobs: ScheduledJobs | undefined;
  let backups: ScheduledBackups | undefined;
  let alerts: SiteAlerts | undefined;
  let isStopping = false;
  const { listener, demo } = await createRequestHandler(context, pages, {
    isOutboxRunning: () => outbox?.isRunning() ?? false,
    isStopping: () => isStopping,
  });
  return {
    listener,
    measures: context.measures,
    async startDelivering() {
      outbox = await startOutbox(context, {
        composeMail: createMailComposer(context, pages.drawLetter),
        deliverMail: demo && ((mail) => demo.deliverMail(mail)),
      });
      jobs = startScheduledJobs(context);
      backups = startScheduledBackups(context);
      alerts = startSiteAlerts(context);
    },
    sayNotReady: () => void (isStopping = true),
    async stopDelivering() {
      await Promise.all([outbox?.stop(), jobs?.stop(), backups?.stop(), alerts?.stop()]);
    },
    endStreams: () => context.live.streams.close(),
    async close() {
      await context.liveSite.stop();
      await traces.close();
      await db.close();
    },
  };
}

/** What `npm run doctor` says of a hosted project too. Nothing waits for it: it may be away. */
async function warnOfProject({ settings, log }: ServerContext): Promise<void> {
  for (const { sentence } of await checkProject(settings)) log.warn(sentence);
}

async function fillEmptyDatabase(context: ServerContext): Promise<void> {
  const { settings, db, now } = context;
  if (settings.firstAdmin) await createFirstAdministrator(context, settings.firstAdmin);
  if (settings.mode === "demo") await db.asServer((tx) => seedDemoLeads(tx, now()));
}
