import { setTimeout as wait } from "node:timers/promises";

type Watch = {
  /** Milliseconds of processor that the engine's thread has used so far. */
  readCpuMs: () => Promise<number>;
  /** Milliseconds of processor that what runs may use. */
  deadlineMs: number;
};

/** The first reading: most statements are over by then, and ask for none. */
const unreadShare = 1 / 8;
/** What a statement uses that never waits: the rest is the system's, and the reading's own. */
const overrunShare = 0.9;
/** Below this share of the clock the engine does not work, it hangs: a thread that wants a processor gets more. */
const stuckShare = 0.002;

/**
 * Resolves to true when what runs has used its time, to false when it was stopped before.
 *
 * Time is the engine's own processor time: on a starved machine the clock goes on while the engine does not, and a
 * restart would only begin the same work again. An engine that uses none, or whose thread does not even answer, hangs:
 * a full disk does that to it.
 */
export async function hasOverrun({ readCpuMs, deadlineMs }: Watch, stopped: AbortSignal): Promise<boolean> {
  const read = () => Promise.race([readCpuMs(), wait(deadlineMs, undefined, { signal: stopped })]);
  try {
    const unreadMs = deadlineMs * unreadShare;
    await wait(unreadMs, undefined, { signal: stopped });
    const firstMs = await read();
    if (firstMs === undefined) return true;

    let [lastMs, usedMs] = [firstMs, unreadMs];
    for (;;) {
      const pauseMs = Math.max(deadlineMs - usedMs, unreadMs);
      await wait(pauseMs, undefined, { signal: stopped });
      const cpuMs = await read();
      if (cpuMs === undefined || cpuMs - lastMs < pauseMs * stuckShare) return !stopped.aborted;
      usedMs = unreadMs + cpuMs - firstMs;
      lastMs = cpuMs;
      if (usedMs >= deadlineMs * overrunShare) return !stopped.aborted;
    }
  } catch (error) {
    if (stopped.aborted) return false;
    throw error;
  }
}
