import { Cron } from "croner";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";

import type { ServerContext } from "#server/context/context.ts";
import { longestAgeMs } from "#server/doctor/check-backups.ts";
import type { MachineFacts } from "#server/watch/machine-facts.ts";
import { measureLag, mostLagMs } from "#server/doctor/read-health.ts";
import { release } from "#server/settings/release.ts";
import { jobsOf } from "#server/jobs/scheduled-jobs.ts";

import { createOverdueRows } from "./overdue-rows.ts";
import { readStoredFacts, type StoredFacts } from "./stored-facts.ts";

export type Metrics = {
  contentType: string;
  /** In Prometheus' text format. Also while the database is away: `site_database_up` is 0 then. */
  read(): Promise<string>;
};

/** What `/metrics` shows: counts of this process, its pools and lanes, and what the database knows for all of them. */
export function createMetrics(context: ServerContext): Metrics {
  const { log, measures, reports, refusals } = context;
  const own = createProcessMetrics(context);
  reports.register(own.registry);
  refusals.register(own.registry);
  const stored = createStoredMetrics(context);
  const all = Registry.merge([collectNodeMetrics(), measures.registry, own.registry, stored.registry]);
  return {
    contentType: all.contentType,
    async read() {
      own.look();
      await stored
        .look()
        .catch((error: unknown) => log.warn({ err: error }, "the measures of the database are missing"));
      return all.metrics();
    },
  };
}

/** Node's own, but for gauges that are named like counters and tell nothing that others do not. */
function collectNodeMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** What only this process knows, as it is now. */
function createProcessMetrics({ db, passwords, live }: ServerContext) {
  const { registry, gauge } = createGauges();
  const build = gauge("site_build_info", "The version that runs, and its commit, as labels", "version", "commit");
  const connections = gauge("site_database_pool_connections", "Connections by pool and state", "pool", "state");
  const most = gauge("site_database_pool_connections_limit", "Connections a pool may have", "pool");
  const waiting = gauge("site_database_pool_waiting", "Transactions that wait for a connection", "pool");
  const hashes = gauge(
    "site_password_hashes",
    "Passwords being hashed (running), or in the queue (waiting)",
    "turn",
    "state",
  );
  const hashesLimit = gauge("site_password_hashes_limit", "How many may be", "turn", "state");
  const streams = gauge("site_open_streams", "Screens of the back office that follow the leads live");
  const refused = new Counter({
    name: "site_password_hash_refusals_total",
    help: "Passwords that were not looked at, since too many waited",
    labelNames: ["turn"],
    registers: [registry],
  });
  const restarts = new Counter({
    name: "site_embedded_engine_restarts_total",
    help: "How often the embedded database had to be opened again; 0 with a server",
    registers: [registry],
  });
  build.set(release, 1);

  return {
    registry,
    look() {
      restarts.reset();
      restarts.inc(db.restarts?.() ?? 0);
      for (const { pool, inUse, idle, waiting: count, most: limit } of db.usage()) {
        connections.set({ pool, state: "in_use" }, inUse);
        connections.set({ pool, state: "idle" }, idle);
        waiting.set({ pool }, count);
        most.set({ pool }, limit);
      }
      const { signIn, signUp } = passwords.usage();
      refused.reset();
      for (const [turn, usage] of Object.entries({ sign_in: signIn, sign_up: signUp })) {
        for (const state of ["running", "waiting"] as const) {
          hashes.set({ turn, state }, usage[state]);
          hashesLimit.set({ turn, state }, usage.most[state]);
        }
        refused.inc({ turn }, usage.refused);
      }
      streams.set(live.streams.count());
    },
  };
}

/** What the database knows. While it is away there is no figure: the last one would be a lie. */
function createStoredMetrics({ db, now, settings, machine }: ServerContext) {
  const { registry, gauge, reset } = createGauges();
  const up = gauge("site_database_up", "1 when the database answered this scrape");
  const writable = gauge("site_database_writable", "1 when it takes writes; 0 on a full disk or a standby");
  const size = gauge("site_database_size_bytes", "Size of the database");
  const deliveries = gauge("site_deliveries", "Webhooks and mails by status", "status");
  const oldest = gauge(
    "site_delivery_oldest_waiting_seconds",
    "Age of the oldest that waits; 0 when none does",
    "kind",
  );
  const receivers = gauge(
    "site_receivers",
    "Configured receivers: serving, paused after a failure, gone (410)",
    "state",
  );
  const lag = gauge(
    "site_live_events_lag_seconds",
    `From a commit to this process, as screens are told; ${mostLagMs / 1000} when it took that long or longer`,
  );
  const backup = gauge(
    "site_last_backup_timestamp_seconds",
    "When the last good backup ended; before the first one the start of this process, 0 where none is scheduled",
  );
  const backupLimit = gauge("site_backup_age_limit_seconds", "How old the last good backup may be");
  const backupFailed = gauge("site_backup_failed", "1 when a scheduled backup failed after the last good one");
  const lastLead = gauge("site_last_lead_timestamp_seconds", "When the newest lead came");
  const silence = gauge("site_lead_silence_limit_seconds", "LEAD_SILENCE_HOURS; no figure where nobody is told");
  const payments = gauge("site_open_payments", "Payments that wait for an administrator");
  const renewals = gauge("site_open_debits", "Debits that failed or are disputed, and are not settled");
  const otherAmounts = gauge("site_other_amounts", "Payments of this week that are not what their link is said to ask");
  const disk = gauge("site_disk_free_bytes", "Room on the disks of this machine", "place");
  const certificate = gauge(
    "site_certificate_expiry_timestamp_seconds",
    "When the certificate of SITE_URL ends; 0 where it is not believed",
  );
  const clock = gauge("site_clock_offset_seconds", "The clock of this machine before that of the database");
  const startedAt = now();
  const overdue = gauge("site_term_overdue_rows", "Rows past their term for two hours; 1000 stands for more", "term");
  const jobs = createJobMetrics(registry, gauge, jobsOf(settings).map(readSchedule), now());
  const readOverdue = createOverdueRows(db, now, settings.supabaseUrl === undefined);

  function showMachine({ disks, certificate: shown, clockOffsetMs }: MachineFacts): void {
    for (const { place, freeBytes } of disks) disk.set({ place }, freeBytes);
    if (shown?.problem !== undefined) certificate.set(0);
    else if (shown?.expiresAt) certificate.set(shown.expiresAt.getTime() / 1000);
    clock.set(clockOffsetMs / 1000);
  }

  function showBackup({ backupAt, backupFailedAt }: StoredFacts): void {
    const { dir } = settings.backup;
    const since = backupAt ?? (dir === undefined ? new Date(0) : startedAt);
    backup.set(since.getTime() / 1000);
    backupLimit.set(longestAgeMs(settings.backup, now()) / 1000);
    backupFailed.set(backupFailedAt !== null && backupFailedAt > (backupAt ?? new Date(0)) ? 1 : 0);
  }

  function show({ deliveries: queue, receivers: known, sizeBytes, lastLeadAt, ...facts }: StoredFacts): void {
    payments.set(facts.openPayments);
    renewals.set(facts.openDebits);
    otherAmounts.set(facts.otherAmounts);
    if (lastLeadAt) lastLead.set(lastLeadAt.getTime() / 1000);
    if (settings.leadSilenceHours > 0) silence.set(settings.leadSilenceHours * 3600);
    // A status without deliveries has no row: without this its gauge would keep the last figure for ever.
    for (const status of ["waiting", "delivered", "dead"] as const) {
      const counts = queue.filter((each) => each.status === status).map(({ count }) => count);
      deliveries.set(
        { status },
        counts.reduce((sum, count) => sum + count, 0),
      );
    }
    for (const kind of ["webhook", "mail"] as const) {
      const row = queue.find((each) => each.kind === kind && each.status === "waiting");
      oldest.set({ kind }, Math.max(0, row?.oldestS ?? 0));
    }
    for (const state of ["serving", "paused", "gone"] as const) {
      receivers.set({ state }, known.find((each) => each.state === state)?.count ?? 0);
    }
    size.set(sizeBytes);
  }

  return {
    registry,
    async look() {
      reset();
      up.set(0);
      const [facts, obstacle, lagMs, overdueRows, here] = await Promise.all([
        readStoredFacts(db, now()),
        db.findWriteObstacle(),
        measureLag(db),
        readOverdue(),
        machine.read(),
      ]);
      up.set(1);
      writable.set(obstacle ? 0 : 1);
      lag.set((lagMs ?? mostLagMs) / 1000);
      show(facts);
      showBackup(facts);
      showMachine(here);
      jobs.show(facts.jobs);
      for (const { term, count } of overdueRows) overdue.set({ term }, count);
    },
  };
}

type Schedule = { name: string; intervalS: number };

function readSchedule({ name, pattern }: { name: string; pattern: string }): Schedule {
  const [first, second] = new Cron(pattern, { timezone: "Europe/Paris", paused: true }).nextRuns(2);
  if (!first || !second) throw new Error(`${name} never runs twice.`);
  return { name, intervalS: (second.getTime() - first.getTime()) / 1000 };
}

/** Not `job`: that is what Prometheus calls the site as a whole. */
const jobLabel = "scheduled_job";

/** Of every job that runs here, whichever process ran it last. */
function createJobMetrics(registry: Registry, gauge: MakeGauge, schedules: Schedule[], startedAt: Date) {
  const interval = gauge("site_job_interval_seconds", "How often a scheduled job is due", jobLabel);
  const success = gauge(
    "site_job_last_success_timestamp_seconds",
    "When a scheduled job last ended well, in whichever process; the start of this one before its first time",
    jobLabel,
  );
  const failures = gauge("site_job_failures", "Failures of a scheduled job in a row, since its last success", jobLabel);
  const rows = new Counter({
    name: "site_job_rows_total",
    help: "Rows that a scheduled job removed, emptied or added up, over all processes",
    labelNames: [jobLabel],
    registers: [registry],
  });
  return {
    show(reports: StoredFacts["jobs"]): void {
      rows.reset();
      for (const { name, intervalS } of schedules) {
        const report = reports.find((each) => each.job === name);
        interval.set({ [jobLabel]: name }, intervalS);
        success.set({ [jobLabel]: name }, (report?.succeededAt ?? startedAt).getTime() / 1000);
        failures.set({ [jobLabel]: name }, report?.failures ?? 0);
        rows.inc({ [jobLabel]: name }, report?.rows ?? 0);
      }
    },
  };
}

type MakeGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

/** Gauges of one registry, which can all be emptied. */
function createGauges(): { registry: Registry; gauge: MakeGauge; reset: () => void } {
  const registry = new Registry();
  const resets: (() => void)[] = [];
  return {
    registry,
    gauge(name, help, ...labelNames) {
      const made = new Gauge({ name, help, labelNames, registers: [registry] });
      resets.push(() => {
        made.reset();
        // Without labels a reset is a nought, which would be a figure.
        if (labelNames.length === 0) made.remove();
      });
      return made;
    },
    reset: () => resets.forEach((reset) => reset()),
  };
}
