import { Counter, Histogram, Registry } from "prom-client";

export type JobOutcome = "done" | "failed" | "led_elsewhere";

export type Measures = {
  registry: Registry;
  /** @param service its prefix, such as `/rest/v1` */
  noteAnswer(service: string, status: number, seconds: number): void;
  noteClosedConnection(limit: string): void;
  noteJob(job: string, outcome: JobOutcome): void;
};

/** In seconds, around what is promised: 1 s under overload, 2 s for a statement. */
const durationBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

/** Counts of one process since its start. */
export function createMeasures(): Measures {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: "site_http_request_duration_seconds",
    help: "Time to the answer's head, by service of the API",
    labelNames: ["service"],
    buckets: durationBuckets,
    registers,
  });
  const answers = new Counter({
    name: "site_http_responses_total",
    help: "Answers of the API by service and status",
    labelNames: ["service", "status"],
    registers,
  });
  const refusals = new Counter({
    name: "site_http_refusals_total",
    help: "Requests refused: rate_limit (429) and unavailable (503: overload, or the database is away)",
    labelNames: ["reason"],
    registers,
  });
  const closed = new Counter({
    name: "site_http_connections_closed_total",
    help: "Connections closed unanswered, by the limit they were over",
    labelNames: ["limit"],
    registers,
  });
  const runs = new Counter({
    name: "site_job_runs_total",
    help: "Scheduled jobs that were due in this process; led_elsewhere: another process had the job in hand",
    labelNames: ["scheduled_job", "outcome"],
    registers,
  });
  // Known from the start: a rate of what has no first sample misses its first increase.
  for (const reason of Object.values(refusalReasons)) refusals.inc({ reason }, 0);

  return {
    registry,
    noteAnswer(service, status, seconds) {
      durations.observe({ service }, seconds);
      answers.inc({ service, status: String(status) });
      const reason = refusalReasons[status];
      if (reason) refusals.inc({ reason });
    },
    noteClosedConnection: (limit) => closed.inc({ limit }),
    noteJob: (job, outcome) => runs.inc({ scheduled_job: job, outcome }),
  };
}

const refusalReasons: Record<number, string> = { 429: "rate_limit", 503: "unavailable" };
