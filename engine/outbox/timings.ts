const secondsMs = 1000;
const minutesMs = 60 * secondsMs;
const hoursMs = 60 * minutesMs;

/**
 * Every delay of the outbox, in milliseconds; tests run the same schedule faster.
 *
 * A claim is held by a lease: a worker that stops renewing it loses it to the next poll.
 */
export type OutboxTimings = {
  leaseMs: number;
  /** How often the table is read without having been asked to. */
  pollMs: number;
  /** How soon it is read again while it is asked for: each look is a transaction for each target, in each process. */
  lookAgainMs: number;
  /** What a receiver has to answer with its status line. */
  answerTimeoutMs: number;
  /** The longest time between two probes of a paused target. */
  longestProbeMs: number;
  /** Waits between the tries of a delivery that its receiver refuses: one less than the tries. */
  retryDelaysMs: readonly number[];
  /** Age at which a delivery is given up, whatever its state. */
  giveUpAfterMs: number;
  /** How long a stop waits for what is on its way. */
  stopGraceMs: number;
};

export const outboxTimings: OutboxTimings = {
  leaseMs: 20 * secondsMs,
  pollMs: 5 * secondsMs,
  lookAgainMs: 200,
  answerTimeoutMs: 15 * secondsMs,
  longestProbeMs: 10 * secondsMs,
  retryDelaysMs: [
    5 * secondsMs,
    30 * secondsMs,
    5 * minutesMs,
    30 * minutesMs,
    2 * hoursMs,
    5 * hoursMs,
    10 * hoursMs,
    10 * hoursMs,
    10 * hoursMs,
  ],
  giveUpAfterMs: 72 * hoursMs,
  stopGraceMs: 6 * secondsMs,
};

/** A receiver that asks for more than this is probed anyway: our own limit of three days would run out. */
const longestRetryAfterMs = 24 * hoursMs;

/**
 * Wait before the next try of a delivery refused for the `refusals`-th time; `undefined` when it was the last.
 *
 * Up to a fifth more or less, so that what failed together does not come back together.
 */
export function retryDelayMs(refusals: number, timings: OutboxTimings, random: () => number): number | undefined {
  const delay = timings.retryDelaysMs[refusals - 1];
  return delay === undefined ? undefined : delay * (0.8 + 0.4 * random());
}

/** Wait before a target that failed `failures` times in a row is probed again: a tenth of the longest, doubling. */
export function probeDelayMs(failures: number, timings: OutboxTimings, random: () => number): number {
  const doubled = (timings.longestProbeMs / 10) * 2 ** Math.min(failures - 1, 10);
  return Math.min(timings.longestProbeMs, doubled) * (0.8 + 0.2 * random());
}

/** The wait a `Retry-After` header asks for: seconds or an HTTP date. `undefined` when there is none to honour. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * secondsMs : Date.parse(text) - now.getTime();
  return wait > 0 ? Math.min(wait, longestRetryAfterMs) : undefined;
}
