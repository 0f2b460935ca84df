import { useSyncExternalStore } from "react";

import { onStoredElsewhere, readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";

/** A text that this browser keeps under a key, and that every place which shows it follows, in other tabs too. */
export function createStoredText(key: string) {
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const stop = onStoredElsewhere(key, listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  }

  const read = () => readStored(key);
  return {
    read,
    /** @param text null for nothing */
    write(text: string | null): void {
      if (text === null) removeStored(key);
      else writeStored(key, text);
      for (const listener of listeners) listener();
    },
    useText: () => useSyncExternalStore(subscribe, read),
  };
}
