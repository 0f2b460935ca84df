/** What the server and open screens agree on, in milliseconds. */
export const liveTimings = {
  /** A stream on which nothing happens says so this often: at most 25 s, by the contract. */
  pauseEveryMs: 15_000,
  /** A tab says again what it shows. */
  sayPlaceEveryMs: 10_000,
  /** How far back a new subscriber may ask for what happened while its screen was loading. */
  longestLookBackMs: 10 * 60_000,
} as const;
