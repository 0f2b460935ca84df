/** Doubles from `firstMs` to `longestMs`, with a fifth of chance so that visitors do not return together. */
export function backOffMs(attempts: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return Math.min(firstMs * 2 ** attempts, longestMs) * (0.8 + 0.4 * Math.random());
}
