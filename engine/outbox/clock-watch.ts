import type { Database } from "#engine/db/database.ts";

/** A smaller difference is an ordinary correction of the clock. */
const jumpMs = 10_000;
const spreadMs = 60_000;

export type ClockWatch = {
  wentBack(): boolean;
  /** Reschedules, idempotently: what is due later than in a minute by the new clock is spread over that minute. */
  bringForward(db: Database): Promise<void>;
};

/**
 * Clock-jump detection. Compares the machine's clock with a monotonic one to notice that it was set back: times already
 * written would otherwise lie in the future for as long as the jump.
 */
export function createClockWatch(now: () => Date, elapsedMs: () => number = () => performance.now()): ClockWatch {
  let lastNow = now().getTime();
  let lastElapsed = elapsedMs();

  return {
    wentBack() {
      const [current, elapsed] = [now().getTime(), elapsedMs()];
      const drift = current - lastNow - (elapsed - lastElapsed);
      [lastNow, lastElapsed] = [current, elapsed];
      return drift < -jumpMs;
    },
    async bringForward(db) {
      const nowText = now().toISOString();
      await db.asServer(async (tx) => {
        await tx.query(
          `update private.receivers set paused_until = $1
           where paused_until > $1::timestamptz + $2 * interval '1 millisecond'`,
          [nowText, spreadMs],
        );
        await tx.query(
          `update private.deliveries set next_try_at = $1::timestamptz + random() * $2 * interval '1 millisecond'
           where status = 'waiting' and next_try_at > $1::timestamptz + $2 * interval '1 millisecond'`,
          [nowText, spreadMs],
        );
      });
    },
  };
}
