import { webStorage } from "./web-storage.ts";

const stored = /* @__PURE__ */ webStorage(() => localStorage);

export function readStored(key: string): string | null {
  return stored.getItem(key);
}

export function writeStored(key: string, value: string): void {
  stored.setItem(key, value);
}

export function removeStored(key: string): void {
  stored.removeItem(key);
}

/** Whether what was last written under the key is in the browser, and will be there after this page. */
export function isWritten(key: string): boolean {
  return stored.isWritten(key);
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
