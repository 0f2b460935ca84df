import { setTimeout as wait } from "node:timers/promises";

/** Longer than writing what is sent takes on an idle machine. */
export const leastSendingMs = 100;

/**
 * Constant-time answer, against timing attacks: no sooner than a fixed time after the start, so that how long the
 * work took says nothing: writing a mail for an address that has an account takes a few milliseconds more than
 * finding that it has none.
 */
export async function withMinimumDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const restMs = leastMs - (performance.now() - startedAt);
    if (restMs > 0) await wait(restMs);
  }
}
