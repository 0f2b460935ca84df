import type { Database } from "#engine/db/database.ts";

/** Overload: the pool's queue has been non-empty for `burstMs` and its head has waited for `longWaitMs`. */
const longWaitMs = 250;
const burstMs = 500;
/** Under overload no more are inside than are done with in this time; promise R-14 gives each of them a second. */
const insideMs = 500;
/** So many keep a process busy, whatever it has done lately. */
const fewestInside = 32;
/** After the last refusal, so that the next burst is not let in whole. */
const strictMs = 5000;

export type Admission = {
  /** @returns undefined to be refused, otherwise what is called at the end of the request */
  enter: (address: string) => (() => void) | undefined;
};

/**
 * Admission control: under a standing overload new requests are refused before any work was done for them, so that
 * those admitted end in time. A burst is served. How many are admitted follows from how many ended lately (Little's
 * law), so it holds on any machine and for any mix of requests. Client addresses are counted: one that floods takes one
 * place, and is left to its own limits.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createAdmission(db: Pick<Database, "usage">, now = () => performance.now()): Admission {
  const ends = createPace();
  const insideOf = new Map<string, number>();
  let strictUntil = 0;

  const stands = () =>
    db.usage().some(({ longestWaitMs, standingMs }) => longestWaitMs > longWaitMs && standingMs > burstMs);

  return {
    enter(address) {
      const at = now();
      const isStrict = at < strictUntil || stands();
      const isNew = !insideOf.has(address);
      if (isStrict && isNew && insideOf.size >= Math.max(fewestInside, (ends.perSecond(at) * insideMs) / 1000)) {
        strictUntil = at + strictMs;
        return undefined;
      }
      insideOf.set(address, (insideOf.get(address) ?? 0) + 1);
      return () => {
        const left = (insideOf.get(address) ?? 1) - 1;
        if (left > 0) insideOf.set(address, left);
        else insideOf.delete(address);
        ends.note(now());
      };
    },
  };
}

/** How often something happened lately: in the second before the running one. */
function createPace() {
  let second = 0;
  let running = 0;
  let last = 0;
  const turn = (at: number) => {
    const current = Math.floor(at / 1000);
    if (current === second) return;
    last = current === second + 1 ? running : 0;
    running = 0;
    second = current;
  };
  return {
    note(at: number) {
      turn(at);
      running += 1;
    },
    perSecond(at: number) {
      turn(at);
      return Math.max(last, running);
    },
  };
}
