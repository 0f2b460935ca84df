/** What could not be written: the browser forbids storage, or it is full. Lives as long as the page. */
const unwritten = new Map<string, string>();

export function readStored(key: string): string | null {
  const kept = unwritten.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, value);
  }
}

export function removeStored(key: string): void {
  unwritten.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing can be stored here, so nothing is.
  }
}

/** Whether what was last written under the key is in the browser, and will be there after this page. */
export function isWritten(key: string): boolean {
  return !unwritten.has(key);
}

/**
 * Calls back when another tab of the site changed the key.
 *
 * @returns stops listening
 */
export function onStoredElsewhere(key: string, act: () => void): () => void {
  const listener = (event: StorageEvent) => {
    // A null key: everything was cleared.
    if (event.key === key || event.key === null) act();
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
