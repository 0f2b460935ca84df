/** Storage of the browser that throws nothing: what it refuses to keep lives as long as the page. */
export type WebStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Whether what was last set under the key is in the browser, and will be there after this page. */
  isWritten(key: string): boolean;
};

/** @param open throws where the browser forbids storage */
export function webStorage(open: () => Storage): WebStorage {
  /** What could not be written: the browser forbids storage, or it is full. */
  const unwritten = new Map<string, string>();
  return {
    getItem(key) {
      const kept = unwritten.get(key);
      if (kept !== undefined) return kept;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value);
        unwritten.delete(key);
      } catch {
        unwritten.set(key, value);
      }
    },
    removeItem(key) {
      unwritten.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing can be stored here, so nothing is.
      }
    },
    isWritten: (key) => !unwritten.has(key),
  };
}
