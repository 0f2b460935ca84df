import { randomInt } from "node:crypto";

/**
 * How much of what could be tried is tried, in one switch: `npm run prove` sets `TEST_DEPTH=full`. Without it a test
 * takes a sample, so that `npm test` is run gladly; what is sampled is everything of the same kind, never a kind.
 */
export const isFull = process.env.TEST_DEPTH === "full";

/**
 * What chance draws follows from this number: another one for each full run, which prints it;
 * `TEST_SEED` repeats one.
 */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? randomInt(2 ** 31) : 20251120));

export function atDepth<T>(sample: T, full: T): T {
  return isFull ? full : sample;
}

/** All of them in a full run, else this many: the first, and others drawn by `seed`, in their order. */
export function sampleOf<const T>(all: readonly T[], count: number): T[] {
  if (isFull || all.length <= count) return [...all];
  const draw = createDraw(seed);
  const drawn = new Set([0]);
  while (drawn.size < count) drawn.add(Math.floor(draw() * all.length));
  return all.filter((_, index) => drawn.has(index));
}

/** All of them in a full run, else this many, the next ones at each call: after some calls each has had its turn. */
export function takeTurns<const T>(all: readonly T[], count: number): () => readonly T[] {
  let next = 0;
  return () => {
    if (isFull) return all;
    const first = next;
    next += count;
    return Array.from({ length: count }, (_, index) => all[(first + index) % all.length]!);
  };
}

/** Mulberry32 (public domain): numbers from 0 to 1, the same for the same seed. */
export function createDraw(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
