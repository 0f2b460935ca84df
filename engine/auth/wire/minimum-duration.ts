import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** Longer than writing what is sent takes on an idle machine; on a busy one an answer takes two or three of these. */
export const leastSendingMs = 100;

/** A timer counts whole milliseconds from the beginning of a turn of the event loop: it is early or late by so much. */
const timerErrorMs = 2;

/**
 * Constant-time answer, against timing attacks: a fixed time after the start, so that how long the work took says
 * nothing: writing a mail for an address that has an account takes a few milliseconds more than finding that it has
 * none.
 *
 * On a busy machine work takes longer than that, and would tell again. It then ends at the next multiple: two kinds of
 * work are told apart only where one happens to end just before a multiple and the other just after it.
 *
 * The last moments are looked at turn by turn. With a timer alone, the fraction of a millisecond at which the work
 * ended would be found again in the answer: over some hundred answers that told who has an account.
 */
export async function withMinimumDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const endsAt = startedAt + leastMs * (1 + Math.floor((performance.now() - startedAt) / leastMs));
    const restMs = Math.floor(endsAt - performance.now()) - timerErrorMs;
    if (restMs > 0) await wait(restMs);
    while (performance.now() < endsAt) await nextTurn();
  }
}
