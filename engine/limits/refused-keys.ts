/** Keys that were refused, until they may ask again. */
export type RefusedKeys = {
  /** @returns how many whole seconds are left, at least one; `undefined` when the key may ask */
  secondsLeft(key: string): number | undefined;
  /** For as long as the refusal said, and no longer. */
  remember(key: string, seconds: number): void;
  forget(key: string): void;
};

/** A flood comes from a few addresses; a flood from more of them makes the oldest ask the database again. */
const mostKeys = 10_000;

/**
 * Refusals cached by this process: a repeated call costs a look into a map instead of a transaction. Another process,
 * or this one after a restart, asks the database once.
 *
 * @param elapsedMs a monotonic clock: setting the machine's back prolongs no refusal
 */
export function createRefusedKeys(elapsedMs: () => number): RefusedKeys {
  const endsAt = new Map<string, number>();

  return {
    secondsLeft(key) {
      const end = endsAt.get(key);
      if (end === undefined) return undefined;
      const leftMs = end - elapsedMs();
      if (leftMs > 0) return Math.ceil(leftMs / 1000);
      endsAt.delete(key);
      return undefined;
    },
    remember(key, seconds) {
      endsAt.delete(key);
      endsAt.set(key, elapsedMs() + seconds * 1000);
      if (endsAt.size <= mostKeys) return;
      const [oldest] = endsAt.keys();
      if (oldest !== undefined) endsAt.delete(oldest);
    },
    forget: (key) => void endsAt.delete(key),
  };
}
