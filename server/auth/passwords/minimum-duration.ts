import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Longer than writing what is sent takes on an idle machine. */
export const leastSendingMs = 100;

/** A timer counts whole milliseconds from the beginning of a turn of the event loop: it is early or late by so much. */
const timerErrorMs = 2;

/**
 * Constant-time answer, against timing attacks: no sooner than a fixed time after the start, so that how long the
 * work took says nothing: writing a mail for an address that has an account takes a few milliseconds more than
 * finding that it has none.
 *
 * The last moments are looked at turn by turn. With a timer alone, the fraction of a millisecond at which the work ended
 * would be found again in the answer: over some hundred answers that told who has an account.
 */
export async function withMinimumDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + leastMs;
  try {
    return await work();
  } finally {
    const restMs = Math.floor(endsAt - performance.now()) - timerErrorMs;
    if (restMs > 0) await wait(restMs);
    while (performance.now() < endsAt) await nextTurn();
  }
}
