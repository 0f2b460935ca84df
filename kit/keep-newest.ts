/** Adds to a map that holds `most` entries: the one that was added first makes room. */
export function keepNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  for (const oldest of entries.keys()) {
    if (entries.size < most) break;
    entries.delete(oldest);
  }
  entries.set(key, value);
}
